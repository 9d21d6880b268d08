import { axis, fan, grading, leaf, row, shade, tip, type Axis } from '../plan.ts'
import type { Dice } from '../random.ts'

/** A cushion of star-tipped shoots under a stand of capsules, drawn as under a lens. */
export function moss(dice: Dice): Axis {
  const shoots = dice.whole(4, 7)
  const width = shoots * dice.between(3.5, 5.5)
  return axis(1, {
    ink: 'none',
    bears: [
      fan(shoot(dice), shoots, dice.between(14, 42), { size: grading(1, dice.between(0.6, 0.9)), apart: width }),
      fan(capsuleOnStalk(dice), dice.whole(2, 7), dice.between(3, 16), {
        size: grading(1, dice.between(0.65, 0.9)),
        jitter: 1.6,
        apart: width * 0.7,
      }),
    ],
  })
}

function shoot(dice: Dice): Axis {
  const scale = leaf('lance', dice.between(11, 17), dice.between(0.2, 0.36), { bend: dice.between(0, 50) })
  const bristle = leaf('needle', dice.between(8, 12), 0, { wash: 'none' })
  const stalk = axis(dice.between(36, 58), { bend: dice.between(0, 25) })
  const bristles = row('pairs', bristle, dice.whole(4, 6), {
    from: 0.12,
    to: 0.85,
    angle: dice.between(35, 60),
    jitter: 0.7,
  })
  stalk.bears = [shade(stalk, dice.between(0.22, 0.34)), bristles, fan(scale, dice.whole(3, 5), dice.between(50, 85))]
  return stalk
}

function capsuleOnStalk(dice: Dice): Axis {
  const capsule = leaf(dice.pick(['ovate', 'urn', 'bell']), dice.between(12, 18), dice.between(0.42, 0.6), {
    ink: 'petal',
    wash: 'none',
  })
  return axis(dice.between(110, 150), { bend: dice.between(-6, 12), hook: dice.between(0, 100), bears: [tip(capsule)] })
}
