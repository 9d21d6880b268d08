import { axis, dot, fan, grading, leaf, petal, row, tip, type Axis, type Organ } from '../plan.ts'
import type { Dice } from '../random.ts'

/** Strap leaves at the foot and one or two sprays of flowers. */
export function orchid(dice: Dice): Axis {
  const bend = dice.between(10, 55)
  const strap = leaf('lance', dice.between(38, 66), dice.between(0.16, 0.34), {
    bend,
    wash: dice.pick(['whole', 'half']),
  })
  const scapes = dice.whole(1, 2)
  const spray = scape(dice, scapes > 1 ? dice.whole(3, 4) : dice.whole(4, 6), scapes > 1 ? 30 : 75)
  return axis(2, {
    ink: 'none',
    bears: [
      fan(strap, dice.whole(2, 5), Math.min(dice.between(36, 66), 92 - bend), {
        jitter: 1.5,
        size: grading(0.8, 1),
        apart: 2,
      }),
      fan(spray, scapes, dice.between(8, 15), { size: grading(1, 0.85), apart: 2 }),
    ],
  })
}

/** Open flowers below, buds towards the tip. */
function scape(dice: Dice, flowers: number, arch: number): Axis {
  const pedicel = (organ: Organ) => axis(dice.between(8, 13), { bend: 20, bears: [tip(organ, 0.75)] })
  return axis(dice.between(130, 165), {
    ink: 'stem',
    bend: dice.between(0, arch),
    hook: dice.between(0, 60),
    bears: [
      row('alternate', pedicel(flower(dice)), flowers, {
        from: dice.between(0.4, 0.55),
        to: 0.86,
        angle: dice.between(55, 80),
        size: grading(1.1, 0.75),
      }),
      row('alternate', pedicel(petal('ovate', 8, 0.6)), dice.whole(2, 3), {
        from: 0.92,
        angle: 45,
        size: grading(0.9, 0.6),
      }),
    ],
  })
}

/** Seen from the front: one sepal up, two petals aside, two sepals below them, and the lip. */
function flower(dice: Dice): Organ {
  const narrow = dice.chance(0.4)
  const width = narrow ? dice.between(0.24, 0.32) : dice.between(0.5, 0.7)
  const tepal = petal(narrow ? 'lance' : 'ovate', dice.between(14, 18), width)
  const lip = petal(dice.pick(['obovate', 'heart']), dice.between(10, 14), dice.between(0.6, 0.8))
  const tepals = fan(tepal, 5, dice.between(120, 132), { jitter: 0.4 })
  return axis(1, { ink: 'none', bears: [tepals, fan(lip, 1, 0, { pull: -1, jitter: 0.5 }), tip(dot)] })
}
