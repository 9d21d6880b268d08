import { axis, dot, grading, leaf, petal, row, swelling, tip, type Axis, type Bearing } from '../plan.ts'
import type { Dice } from '../random.ts'

/** A twining stem with hanging leaves, tendrils, trumpets or berries, perhaps around a cane. */
export function vine(dice: Dice): Axis {
  const leaves = dice.whole(7, 11)
  // Many small leaves or few large ones: they share the length of the stem.
  const length = dice.between(190, 260) / leaves
  const blade = leaf(dice.pick(['heart', 'heart', 'ovate', 'lance']), length, dice.between(0.55, 0.95))
  const petiole = axis(dice.between(13, 22), { bend: dice.between(0, 50), bears: [tip(blade, -dice.between(0, 0.5))] })
  const bears: Bearing[] = [
    row('alternate', petiole, leaves, {
      from: 0.08,
      to: 0.96,
      angle: dice.between(55, 80),
      size: swelling(0.9, 0.3, 0.45),
    }),
  ]
  if (dice.chance(0.6)) {
    const tendril = axis(dice.between(30, 44), { bend: -30, hook: dice.between(300, 520) })
    bears.push(row('alternate', tendril, dice.whole(1, 2), { from: 0.5, to: 0.98, angle: 35 }))
  }
  if (dice.chance(0.8)) {
    const flower = dice.pick([trumpet, berries])(dice)
    bears.push(row('alternate', flower, dice.whole(2, 3), { from: 0.24, to: 0.8, angle: 50, size: grading(1, 0.8) }))
  }
  const stem = axis(190, {
    ink: 'stem',
    sway: dice.between(24, 52),
    waves: dice.pick([1, 1.5, 2, 2.5]),
    bend: dice.between(-8, 12),
    bears,
  })
  const cane = axis(dice.between(165, 185))
  return axis(0, { ink: 'none', bears: dice.chance(0.35) ? [tip(stem), tip(cane)] : [tip(stem)] })
}

function trumpet(dice: Dice): Axis {
  const flower = petal('bell', dice.between(20, 28), dice.between(0.75, 1))
  return axis(dice.between(16, 26), { bend: dice.between(-20, 40), bears: [tip(flower)] })
}

function berries(dice: Dice): Axis {
  const berry = axis(8, { bears: [tip(dot)] })
  const cluster = row('alternate', berry, dice.whole(5, 8), { from: 0.3, angle: 45, size: grading(1, 0.6) })
  return axis(dice.between(18, 26), { bend: 60, bears: [cluster, tip(dot)] })
}
