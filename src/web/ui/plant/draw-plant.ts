import type { Point } from './geometry.ts'
import { grow, type Ink, type Stroke } from './grow.ts'
import { penFor } from './pen.ts'
import { diceFor } from './random.ts'
import { ALL_SPECIES, SPECIES, type Species } from './species.ts'

/** Path data on a grid of half units: 480 by 640 for the sheet of 240 by 320. */
export type PlantDrawing = Record<Ink, string> & {
  species: Species
  bloom: 'bloom' | 'seed' | 'pale'
  strap: { x: number; y: number; tilt: number }
}

const MAX_DATA = 2750
const GRID = 2

export function drawPlant(seed: string, species?: Species): PlantDrawing {
  const kind = species ?? diceFor(`kind ${seed}`).pick(ALL_SPECIES)
  for (let density = 1; ; density *= 0.88) {
    const dice = diceFor(`${kind} ${seed}`)
    const bloom = dice.pick(['bloom', 'bloom', 'bloom', 'seed', 'pale'])
    const share = dice.between(0.88, 1)
    const tilt = dice.whole(-11, 11)
    const plan = SPECIES[kind](dice)
    const strokes = grow(plan, dice.between(-8, 8), dice, density)
    const drawing = fit(strokes, share)
    const size = Object.values(drawing.paths).join('').length
    if (size <= MAX_DATA || density < 0.3)
      return { ...drawing.paths, species: kind, bloom, strap: { ...drawing.strap, tilt } }
  }
}

function fit(strokes: Stroke[], share: number) {
  let [x0, x1, y0, y1] = [0, 0, 0, 0]
  const see = ([x, y]: Point) => {
    x0 = Math.min(x0, x)
    x1 = Math.max(x1, x)
    y0 = Math.min(y0, y)
    y1 = Math.max(y1, y)
  }
  for (const { from, curves } of strokes) {
    see(from)
    let at = from
    for (const { via, to } of curves) {
      see(to)
      if (via) see([(at[0] + 2 * via[0] + to[0]) / 4, (at[1] + 2 * via[1] + to[1]) / 4])
      at = to
    }
  }
  const k = Math.min(206 / (x1 - x0), 282 / (y1 - y0)) * share
  const put =
    (shift: number) =>
    ([x, y]: Point): Point => [
      (120 + shift + (x - (x0 + x1) / 2) * k) * GRID,
      (304 + shift * 0.8 + (y - y1) * k) * GRID,
    ]
  const paths = {} as Record<Ink, string>
  for (const ink of ['wash', 'leaf', 'twig', 'stem', 'petal', 'dot'] as const) {
    const pen = penFor(put(ink === 'wash' ? 2 : 0))
    for (const stroke of strokes) if (stroke.ink === ink) pen.stroke(stroke.from, stroke.curves)
    paths[ink] = pen.data()
  }
  const [x, y] = put(0)([0, 0])
  return { paths, strap: { x: Math.round(x / GRID), y: Math.round(y / GRID) - 20 } }
}
