import type { Point } from './geometry.ts'

/** Writes path data in whole numbers and relative steps: the shortest text for a drawing. */
export interface Pen {
  /** A stroke from a point through straight or curved pieces; without pieces, a dot. */
  stroke(from: Point, curves: readonly { via?: Point; to: Point }[]): void
  data(): string
}

/** A pen on an empty path. Each step starts from the rounded point before it, so that errors never add up. */
export function penFor(toSheet: (point: Point) => Point): Pen {
  let data = ''
  let at: Point | undefined
  let command = ''
  const round = (point: Point): Point => {
    const [x, y] = toSheet(point)
    return [Math.round(x), Math.round(y)]
  }
  const write = (letter: string, numbers: readonly number[]) => {
    // A repeated command letter may be left out, and a minus separates as well as a space.
    const text = numbers.map((number, index) => (index && number >= 0 ? ' ' : '') + number).join('')
    const first = numbers[0] ?? 0
    data += letter === command ? (first < 0 ? '' : ' ') + text : letter + text
    command = letter
  }
  const moveTo = (point: Point) => {
    if (at && at[0] === point[0] && at[1] === point[1]) return
    write('m', at ? [point[0] - at[0], point[1] - at[1]] : [point[0], point[1]])
    // After a move, bare numbers would mean lines.
    command = 'l'
    at = point
  }
  return {
    stroke(from, curves) {
      moveTo(round(from))
      if (!curves.length) {
        data += 'h0'
        command = 'h'
      }
      for (const { via, to } of curves) {
        const [x, y] = at ?? [0, 0]
        const end = round(to)
        const control = via && round(via)
        const step: Point = [end[0] - x, end[1] - y]
        const bow: Point | undefined = control && [control[0] - x, control[1] - y]
        if (bow && bulges(bow, step)) {
          write('q', [...bow, ...step])
        } else write('l', step)
        at = end
      }
    },
    data: () => data,
  }
}

/** Whether a control point lies off the chord by more than one unit: if not, a straight line does as well. */
function bulges([bowX, bowY]: Point, [x, y]: Point): boolean {
  const area = x * bowY - y * bowX
  return area * area > x * x + y * y
}
