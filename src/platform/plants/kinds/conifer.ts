import { axis, grading, leaf, petal, row, shade, swelling, tip, type Axis } from '../plan.ts'
import type { Dice } from '../random.ts'

/** A young conifer: tiers of branches brushed with needles, with or without cones. */
export function conifer(dice: Dice): Axis {
  const needle = leaf('needle', dice.between(6, 11), 0, { wash: 'none' })
  const twig = axis(dice.between(34, 58), { bend: dice.between(-35, 35) })
  const needles = row('pairs', needle, dice.whole(4, 6), {
    from: 0.2,
    to: 0.92,
    angle: dice.between(30, 55),
    jitter: 0.8,
  })
  twig.bears = [shade(twig, dice.between(0.13, 0.24)), needles, tip(needle)]
  const tier = dice.pick(['pairs', 'pairs', 'alternate'])
  const angle = dice.between(60, 95)
  const bears = [
    row(tier, twig, tier === 'pairs' ? dice.whole(6, 8) : dice.whole(9, 13), {
      from: dice.between(0.12, 0.3),
      to: 0.92,
      angle,
      angleEnd: angle * 0.6,
      // A Christmas tree, a column or a lens.
      size: dice.pick([grading(1.15, 0.22), grading(0.8, 0.3), swelling(0.55, 0.35, 0.22)]),
    }),
    row('pairs', needle, 4, { from: 0.9, angle: 35 }),
  ]
  if (dice.chance(0.5)) {
    const cone = petal('ovate', dice.between(11, 17), dice.between(0.5, 0.7))
    // Firs hold their cones up, spruces let them hang.
    const stalk = axis(dice.between(10, 18), { bears: [tip(cone, dice.pick([-0.85, 0.85]))] })
    bears.push(row('alternate', stalk, dice.whole(2, 5), { from: 0.35, to: 0.85, angle, size: grading(1, 0.75) }))
  }
  return axis(130, { ink: 'stem', sway: dice.between(0, 5), bears })
}
