import type { Point } from './geometry.ts'
import type { Ink, Stroke } from './grow.ts'

/** The sheet, in units of the viewBox. */
export const SHEET = { width: 240, height: 320 } as const
/** Path data counts in half units: whole numbers then are fine enough, and short. */
export const GRID = 2

const INKS: readonly Ink[] = ['wash', 'leaf', 'twig', 'stem', 'petal', 'dot']
const GROUND = 304
const ROOM = { width: 206, height: 280 } as const
const STRAP_HEIGHT = 20

/** A box around strokes; y grows downwards and the foot of the plant is at 0. */
export interface Extent {
  left: number
  right: number
  top: number
  bottom: number
}

/** The box that holds all strokes. */
export function extentOf(strokes: readonly Stroke[]): Extent {
  const extent = { left: 0, right: 0, top: 0, bottom: 0 }
  for (const [x, y] of strokes.flatMap(pointsOn)) {
    extent.left = Math.min(extent.left, x)
    extent.right = Math.max(extent.right, x)
    extent.top = Math.min(extent.top, y)
    extent.bottom = Math.max(extent.bottom, y)
  }
  return extent
}

/** What lies on the sheet: path data for each ink, and where the paper strap goes. */
export interface Mounted {
  paths: Record<Ink, string>
  strap: { x: number; y: number }
}

/** Puts strokes on the sheet: centred, standing on the ground, filling `share` of the available space. */
export function mount(strokes: readonly Stroke[], extent: Extent, share: number): Mounted {
  const { left, right, top, bottom } = extent
  const scale = share * Math.min(ROOM.width / (right - left), ROOM.height / (bottom - top))
  const place = ([x, y]: Point): Point => [
    SHEET.width / 2 + (x - (left + right) / 2) * scale,
    GROUND + (y - bottom) * scale,
  ]

  const paths = { wash: '', leaf: '', twig: '', stem: '', petal: '', dot: '' }
  for (const ink of INKS) {
    const pen = penFor((point) => {
      const [x, y] = place(point)
      return [x * GRID, y * GRID]
    })
    for (const stroke of strokes) if (stroke.ink === ink) pen.stroke(stroke.from, stroke.curves)
    paths[ink] = pen.data()
  }
  const height = -STRAP_HEIGHT / scale
  const [x, y] = place([stemsAt(strokes, height), height])
  return { paths, strap: { x: Math.round(x), y: Math.round(y) } }
}

/** Where the stems are at a height above the foot: the middle of all that pass it. */
function stemsAt(strokes: readonly Stroke[], height: number): number {
  const crossings: number[] = []
  for (const stroke of strokes) {
    if (stroke.ink !== 'stem') continue
    const points = pointsOn(stroke)
    const index = points.findIndex(([, y]) => y <= height)
    const [above, below] = [points[index], points[index - 1]]
    if (above && below) crossings.push(below[0] + ((above[0] - below[0]) * (height - below[1])) / (above[1] - below[1]))
  }
  return crossings.length ? crossings.reduce((sum, x) => sum + x, 0) / crossings.length : 0
}

/** Points along a stroke, four to a curve: enough to measure by. */
function pointsOn({ from, curves }: Stroke): Point[] {
  const points = [from]
  let start = from
  for (const { via, to } of curves) {
    if (via) for (const share of [0.25, 0.5, 0.75]) points.push(onCurve(start, via, to, share))
    points.push(to)
    start = to
  }
  return points
}

function onCurve(from: Point, via: Point, to: Point, share: number): Point {
  const rest = 1 - share
  const at = (axis: 0 | 1) => rest * rest * from[axis] + 2 * rest * share * via[axis] + share * share * to[axis]
  return [at(0), at(1)]
}

/** Writes path data in whole numbers and relative steps: the shortest text for a drawing. */
interface Pen {
  /** A stroke from a point through straight or curved pieces; without pieces, a dot. */
  stroke(from: Point, curves: readonly { via?: Point; to: Point }[]): void
  data(): string
}

/** A pen on an empty path. Each step starts from the rounded point before it, so that errors never add up. */
function penFor(toSheet: (point: Point) => Point): Pen {
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
