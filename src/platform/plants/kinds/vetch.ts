import { axis, grading, leaf, petal, row, tip, type Axis } from '../plan.ts'
import type { Dice } from '../random.ts'

/** Pinnate leaves that end in tendrils; racemes or pods from their axils. */
export function vetch(dice: Dice): Axis {
  const from = dice.between(0.14, 0.25)
  return axis(150, {
    ink: 'stem',
    bend: dice.between(-10, 25),
    sway: dice.between(6, 20),
    waves: dice.pick([0.5, 1, 1.5]),
    bears: [
      row('alternate', compoundLeaf(dice), dice.whole(3, 5), {
        from,
        to: 0.9,
        angle: dice.between(38, 60),
        angleEnd: 28,
        size: grading(1.05, 0.65),
      }),
      row('alternate', raceme(dice), dice.whole(1, 3), {
        from: from + 0.3,
        to: 1,
        angle: dice.between(18, 28),
        angleEnd: 5,
        size: grading(1, 0.75),
      }),
    ],
  })
}

function compoundLeaf(dice: Dice): Axis {
  const leaflet = leaf(dice.pick(['obovate', 'lance', 'ovate']), dice.between(16, 24), dice.between(0.32, 0.6))
  const curl = dice.between(200, 360) * dice.pick([1, -1])
  const tendril = axis(dice.between(14, 26), { bend: dice.between(-60, 40), hook: curl })
  const leaflets = row('pairs', leaflet, dice.whole(3, 5), {
    from: 0.2,
    to: 0.92,
    angle: dice.between(45, 70),
    size: grading(1, 0.7),
  })
  return axis(dice.between(50, 70), { bend: dice.between(-25, 40), bears: [leaflets, tip(tendril)] })
}

function raceme(dice: Dice): Axis {
  const keel = petal('obovate', dice.between(10, 14), dice.between(0.5, 0.7), 60)
  const pod = petal('lance', dice.between(20, 30), dice.between(0.2, 0.3), 40)
  const flowers = row(dice.pick(['one', 'alternate']), dice.chance(0.6) ? keel : pod, dice.whole(4, 7), {
    from: 0.45,
    angle: 80,
    angleEnd: 40,
    size: grading(1, 0.6),
  })
  return axis(dice.between(40, 56), { bend: dice.between(-20, 30), bears: [flowers] })
}
