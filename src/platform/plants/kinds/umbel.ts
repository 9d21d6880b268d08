import { axis, dot, fan, grading, leaf, row, tip, type Axis, type Bearing } from '../plan.ts'
import type { Dice } from '../random.ts'

/** Rays on rays: flat, domed or round heads above pinnate leaves. */
export function umbel(dice: Dice): Axis {
  const shape = dice.pick(['dome', 'flat', 'ball'])
  const head = headOf(dice, shape)
  const branch = axis(dice.between(46, 64), { bend: -dice.between(10, 40), bears: [head(dice.whole(5, 7))] })
  const bears: Bearing[] = [
    head(shape === 'ball' ? dice.whole(11, 15) : dice.whole(7, 11)),
    row('alternate', pinnateLeaf(dice), dice.whole(1, 3), {
      from: dice.between(0.08, 0.2),
      to: dice.between(0.35, 0.5),
      angle: dice.between(35, 60),
      size: grading(1, 0.6),
    }),
  ]
  const branches = shape === 'ball' ? 0 : dice.whole(0, 2)
  if (branches) {
    bears.push(
      row('alternate', branch, branches, {
        from: dice.between(0.3, 0.4),
        to: dice.between(0.45, 0.58),
        angle: dice.between(38, 55),
        size: grading(0.75, 0.6),
      }),
    )
  }
  return axis(dice.between(95, 130), { ink: 'stem', sway: dice.between(0, 8), bend: dice.between(-10, 14), bears })
}

/** Makes heads of any number of rays, all of one build. */
function headOf(dice: Dice, shape: 'dome' | 'flat' | 'ball'): (rays: number) => Bearing {
  const floret = axis(dice.between(6, 10), { bears: [tip(dot)] })
  const umbellet = fan(floret, shape === 'ball' ? dice.whole(2, 3) : dice.whole(3, 4), dice.between(26, 46), {
    jitter: 0.6,
  })
  const ray = axis(dice.between(26, 40), { bend: dice.between(-15, 15), bears: [umbellet] })
  const spread = { dome: dice.between(58, 84), flat: dice.between(44, 60), ball: dice.between(135, 162) }[shape]
  const size = { dome: grading(1, 0.95), flat: grading(1, 1.45), ball: grading(1, 1) }[shape]
  return (rays) => fan(ray, rays, spread, { size, jitter: 0.5 })
}

function pinnateLeaf(dice: Dice): Axis {
  const width = dice.between(0.25, 0.5)
  const leaflet = leaf(dice.pick(['lance', 'ovate', 'lance']), dice.between(16, 24), width, {
    bend: dice.between(-20, 30),
  })
  const leaflets = row('pairs', leaflet, dice.whole(2, 4), {
    from: 0.4,
    to: 0.85,
    angle: dice.between(40, 70),
    size: grading(1, 0.75),
  })
  return axis(dice.between(34, 52), { bend: dice.between(0, 45), bears: [leaflets, tip(leaflet)] })
}
