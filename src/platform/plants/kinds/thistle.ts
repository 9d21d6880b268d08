import { axis, dot, fan, grading, leaf, petal, ring, row, tip, type Axis, type Organ } from '../plan.ts'
import type { Dice } from '../random.ts'

/** Spiny leaves under brush heads, or under the balls of a globe thistle. */
export function thistle(dice: Dice): Axis {
  const spiny = leaf('toothed', dice.between(34, 54), dice.between(0.38, 0.58), { bend: dice.between(-10, 50) })
  const head = dice.chance(0.7) ? brushHead(dice) : globe(dice)
  const branches = dice.whole(0, 4)
  const bears = [
    row('alternate', spiny, dice.whole(4, 7), {
      from: dice.between(0.04, 0.12),
      to: branches ? 0.6 : 0.8,
      angle: dice.between(50, 75),
      angleEnd: 35,
      size: grading(1.15, 0.45),
    }),
    tip(head),
  ]
  if (branches) {
    const branch = axis(dice.between(40, 62), { bend: -dice.between(5, 35), bears: [tip(head)] })
    bears.push(
      row('alternate', branch, branches, { from: 0.4, to: 0.75, angle: dice.between(34, 52), size: grading(1, 0.75) }),
    )
  }
  return axis(130, { ink: 'stem', sway: dice.between(0, 7), bend: dice.between(-12, 12), bears })
}

function brushHead(dice: Dice): Organ {
  const length = dice.between(16, 23)
  const cup = leaf('urn', length, dice.between(0.75, 1.1))
  const spread = dice.between(24, 52)
  const florets = fan(petal('needle', length * dice.between(1, 1.4), 0), dice.whole(6, 9), spread, { jitter: 0.6 })
  const brush = axis(length * 0.96, { ink: 'none', bears: [tip(petal('brush', length, spread / 30)), florets] })
  return axis(0, { ink: 'none', bears: [tip(cup), tip(brush)] })
}

function globe(dice: Dice): Organ {
  const floret = axis(dice.between(14, 19), { ink: 'petal', bears: [tip(dot)] })
  return axis(dice.between(10, 14), { bears: [ring(floret, dice.whole(13, 17))] })
}
