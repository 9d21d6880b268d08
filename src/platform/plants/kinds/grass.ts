import { axis, dot, fan, grading, leaf, row, swelling, tip, type Axis, type Bearing } from '../plan.ts'
import type { Dice } from '../random.ts'

/** A tussock of blades and its culms: an ear, a loose panicle, a foxtail or nodding oats. */
export function grass(dice: Dice): Axis {
  const bend = dice.between(15, 70)
  const blade = leaf('lance', dice.between(45, 90), dice.between(0.05, 0.1), {
    bend,
    wash: dice.pick(['whole', 'half']),
  })
  const culm = axis(dice.between(110, 145), {
    bend: dice.between(0, 28),
    hook: dice.between(0, 40),
    bears: dice.pick([ear, panicle, foxtail, oats])(dice),
  })
  const culms = dice.whole(1, 5)
  // A blade that arches far must start upright, or it would lie on the ground.
  const spread = Math.min(dice.between(26, 64), 98 - bend)
  return axis(2, {
    ink: 'none',
    bears: [
      fan(blade, dice.whole(5, 10), spread, { size: grading(1, dice.between(0.6, 1)), jitter: 1.5, apart: 3 }),
      fan(culm, culms, 3 + culms * dice.between(2, 4.5), { size: grading(1, 0.78), jitter: 1.2, apart: 2 }),
    ],
  })
}

/** Wheat or barley: grains in two ranks, bearded or bare. */
function ear(dice: Dice): Bearing[] {
  const grain = leaf('lance', dice.between(10, 14), dice.between(0.38, 0.55))
  const awn = leaf('needle', dice.between(16, 32), 0, { wash: 'none' })
  const grains = row('alternate', grain, dice.whole(9, 14), {
    from: 0.7,
    angle: 24,
    size: grading(1, 0.75),
    jitter: 0.4,
  })
  const beard = row('alternate', awn, dice.whole(7, 12), { from: 0.74, angle: 20, angleEnd: 8, jitter: 0.6 })
  return dice.chance(0.6) ? [grains, beard] : [grains]
}

function panicle(dice: Dice): Bearing[] {
  const seeds = row('alternate', dot, 3, { from: 0.5, angle: 0 })
  const twig = axis(dice.between(22, 34), { bend: dice.between(0, 50), bears: [seeds] })
  const twigs = row('alternate', twig, dice.whole(8, 13), {
    from: 0.55,
    angle: dice.between(35, 65),
    angleEnd: 15,
    size: grading(1, 0.3),
  })
  return [twigs, tip(dot)]
}

function foxtail(dice: Dice): Bearing[] {
  const from = dice.between(0.62, 0.74)
  const bristle = leaf('needle', dice.between(9, 15), 0, { wash: 'none' })
  const body = leaf('lance', 135 * (1 - from), dice.between(0.24, 0.36), { ink: 'none', wash: 'whole' })
  const bristles = row('pairs', bristle, dice.whole(14, 19), {
    from,
    angle: dice.between(35, 50),
    angleEnd: 18,
    size: swelling(0.5, 0.4, 0.5),
  })
  return [fan(body, 1, 0, { from: from - 0.03, jitter: 0 }), bristles]
}

function oats(dice: Dice): Bearing[] {
  const spikelet = leaf('lance', dice.between(15, 21), dice.between(0.32, 0.45))
  const thread = axis(dice.between(16, 26), { bend: 40, hook: 40, bears: [tip(spikelet, -0.6)] })
  const threads = row('alternate', thread, dice.whole(4, 7), {
    from: 0.55,
    angle: 45,
    angleEnd: 25,
    size: grading(1, 0.7),
  })
  return [threads, tip(spikelet)]
}
