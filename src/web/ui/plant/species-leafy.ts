import { axis, dot, fan, grading, leaf, row, shade, swelling, tip, type Axis, type Bearing } from './plan.ts'
import type { Dice } from './random.ts'

const FROND_OUTLINES = [
  grading(1.15, 0.2),
  swelling(0.35, 0.4, 0.2),
  swelling(0.7, 0.25, 0.25),
  swelling(0.2, 0.62, 0.25),
] as const

/** A tuft of fronds, a single frond, or maidenhair; young fronds may still be rolled up. */
export function fern(dice: Dice): Axis {
  const habit = dice.pick([tuft, tuft, singleFrond, maidenhair])
  return habit(dice)
}

function frondOf(dice: Dice, pairs: number): Axis {
  const pinna = leaf('lance', dice.between(20, 34), dice.between(0.18, 0.36), { bend: dice.between(-30, 25) })
  const angle = dice.between(55, 85)
  const bend = dice.between(5, 38)
  const pinnae = row('pairs', pinna, pairs, {
    from: dice.between(0.14, 0.3),
    to: 0.96,
    angle,
    angleEnd: angle * dice.between(0.5, 0.7),
    size: dice.pick(FROND_OUTLINES),
    jitter: 0.5,
  })
  return axis(110, { bend, hook: dice.between(-10, 40), sway: dice.between(0, 6), bears: [pinnae] })
}

function tuft(dice: Dice): Axis {
  const fronds = dice.whole(2, 5)
  const frond = frondOf(dice, fronds > 3 ? dice.whole(6, 8) : dice.whole(8, 11))
  const spread = fronds === 2 ? dice.between(8, 18) : dice.between(20, 42)
  const bears = [fan(frond, fronds, spread, { size: grading(1, dice.between(0.6, 0.95)), jitter: 1.4 })]
  if (dice.chance(0.5)) bears.push(fan(crozier(dice), dice.whole(1, 3), dice.between(8, 18), { jitter: 2 }))
  return axis(4, { ink: 'none', bears })
}

function singleFrond(dice: Dice): Axis {
  return { ...frondOf(dice, dice.whole(12, 16)), ink: 'stem' }
}

/** A young frond, still rolled up like a watch spring. */
function crozier(dice: Dice): Axis {
  return axis(dice.between(40, 75), { ink: 'stem', bend: -20, hook: dice.between(520, 640) })
}

function maidenhair(dice: Dice): Axis {
  const leaflet = leaf('obovate', dice.between(11, 15), dice.between(0.8, 1.1))
  const leaflets = row('alternate', leaflet, dice.whole(4, 6), {
    from: 0.3,
    to: 0.9,
    angle: 55,
    size: grading(1, 0.75),
  })
  const pinna = axis(dice.between(34, 48), { bend: dice.between(10, 40), bears: [leaflets, tip(leaflet)] })
  const pinnae = row('alternate', pinna, dice.whole(4, 6), {
    from: 0.35,
    to: 0.92,
    angle: 62,
    angleEnd: 30,
    size: grading(1.1, 0.5),
  })
  const frond = axis(100, { ink: 'stem', bend: dice.between(10, 45), sway: 8, bears: [pinnae, tip(leaflet)] })
  return axis(2, {
    ink: 'none',
    bears: [fan(frond, dice.whole(1, 2), dice.between(12, 20), { size: grading(1, 0.85) })],
  })
}

/** A tussock of blades and its culms: an ear, a loose panicle, a foxtail or nodding oats. */
export function grass(dice: Dice): Axis {
  const bend = dice.between(15, 70)
  const blade = leaf('lance', dice.between(45, 90), dice.between(0.05, 0.1), {
    bend,
    wash: dice.pick(['whole', 'half']),
  })
  const culm = axis(dice.between(105, 140), {
    bend: dice.between(0, 28),
    hook: dice.between(0, 40),
    bears: dice.pick([ear, panicle, foxtail, oats])(dice),
  })
  const spread = Math.min(dice.between(26, 66), 100 - bend)
  const culms = dice.whole(1, 5)
  return axis(2, {
    ink: 'none',
    bears: [
      fan(blade, dice.whole(5, 10), spread, { size: grading(1, dice.between(0.6, 1)), jitter: 1.5, apart: 3 }),
      fan(culm, culms, 3 + culms * dice.between(2, 4.5), { size: grading(1, 0.78), jitter: 1.2, apart: 2 }),
    ],
  })
}

function ear(dice: Dice): Bearing[] {
  const grain = leaf('lance', dice.between(10, 14), dice.between(0.38, 0.55))
  const awn = leaf('needle', dice.between(16, 32), 0, { wash: 'none' })
  const bears = [
    row('alternate', grain, dice.whole(9, 14), { from: 0.7, angle: 24, size: grading(1, 0.75), jitter: 0.4 }),
  ]
  if (dice.chance(0.6))
    bears.push(row('alternate', awn, dice.whole(7, 12), { from: 0.74, angle: 20, angleEnd: 8, jitter: 0.6 }))
  return bears
}

function panicle(dice: Dice): Bearing[] {
  const twig = axis(dice.between(22, 34), {
    bend: dice.between(0, 50),
    bears: [row('alternate', dot, 3, { from: 0.5, angle: 0 })],
  })
  const angle = dice.between(35, 65)
  return [
    row('alternate', twig, dice.whole(8, 13), { from: 0.55, angle, angleEnd: 15, size: grading(1, 0.3) }),
    tip(dot),
  ]
}

function foxtail(dice: Dice): Bearing[] {
  const bristle = leaf('needle', dice.between(9, 15), 0, { wash: 'none' })
  const from = dice.between(0.62, 0.74)
  const body = leaf('lance', 135 * (1 - from), dice.between(0.24, 0.36), { ink: 'none', wash: 'whole' })
  const bristles = row('pairs', bristle, dice.whole(15, 20), {
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
  return [
    row('alternate', thread, dice.whole(4, 7), { from: 0.55, angle: 45, angleEnd: 25, size: grading(1, 0.7) }),
    tip(spikelet),
  ]
}

/** One to three trunks with feather fronds or fans, with or without dates. */
export function palm(dice: Dice): Axis {
  const trunks = dice.pick([1, 1, 1, 2, 2, 3])
  const crown = dice.chance(0.6) ? featherCrown(dice, trunks) : fanCrown(dice, trunks)
  if (dice.chance(0.6)) crown.push(fan(dates(dice), dice.whole(1, 3), dice.between(110, 140), { pull: -0.3 }))
  const trunk = axis(trunks > 1 ? dice.between(110, 150) : dice.between(65, 125), {
    bend: dice.between(-18, 22),
    sway: dice.between(0, 9),
    girth: dice.between(0.045, 0.08) * (trunks > 1 ? 0.6 : 1),
    bears: crown,
  })
  return axis(0, {
    ink: 'none',
    bears: [
      fan(trunk, trunks, dice.between(12, 20), { size: dice.pick([grading(1, 0.9), grading(1, 0.7)]), jitter: 2.4 }),
    ],
  })
}

function featherCrown(dice: Dice, trunks: number): Bearing[] {
  const leaflet = leaf('needle', dice.between(16, 25), 0, { wash: 'none' })
  const frond = axis(dice.between(62, 84), { bend: dice.between(40, 105), hook: dice.between(0, 30) })
  const pairs = trunks === 3 ? 5 : trunks === 2 ? 6 : dice.whole(8, 11)
  const leaflets = row('pairs', leaflet, pairs, {
    from: 0.15,
    angle: dice.between(45, 65),
    angleEnd: 25,
    size: swelling(0.6, 0.4, 0.5),
    jitter: 0.6,
    pull: dice.between(-0.2, 0),
  })
  frond.bears = [shade(frond, dice.between(0.2, 0.3)), leaflets]
  const fronds = trunks > 1 ? dice.whole(5, 6) : dice.whole(6, 9)
  return [fan(frond, fronds, dice.between(75, 110), { size: grading(0.85, 1) })]
}

function fanCrown(dice: Dice, trunks: number): Bearing[] {
  const finger = leaf('lance', dice.between(22, 30), dice.between(0.16, 0.24))
  const fingers = fan(finger, trunks > 1 ? 5 : dice.whole(5, 7), dice.between(60, 85), {
    jitter: 0.5,
    size: grading(1, 0.75),
  })
  const petiole = axis(dice.between(30, 44), { bend: dice.between(10, 40), bears: [fingers] })
  return [fan(petiole, trunks > 1 ? dice.whole(3, 5) : dice.whole(5, 6), dice.between(90, 120))]
}

function dates(dice: Dice): Axis {
  const strand = axis(dice.between(10, 14), { bend: 20, bears: [tip(dot)] })
  return axis(dice.between(14, 22), {
    bend: 15,
    bears: [row('alternate', strand, 4, { from: 0.4, angle: 35 }), tip(dot)],
  })
}

/** A young conifer: tiers of branches, brushed with needles, with or without cones. */
export function conifer(dice: Dice): Axis {
  const needle = leaf('needle', dice.between(6, 11), 0, { wash: 'none' })
  const tier = dice.pick(['pairs', 'pairs', 'alternate'])
  const cones = dice.chance(0.5)
  const cone = leaf('ovate', dice.between(11, 17), dice.between(0.5, 0.7), { ink: 'petal', wash: 'none' })
  const twig = axis(dice.between(34, 58), { bend: dice.between(-45, 35) })
  const needles = row('pairs', needle, dice.whole(4, 6), {
    from: 0.2,
    to: 0.92,
    angle: dice.between(30, 55),
    jitter: 0.8,
  })
  twig.bears = [shade(twig, dice.between(0.2, 0.34)), needles, tip(needle)]
  const angle = dice.between(50, 95)
  const bears = [
    row(tier, twig, tier === 'pairs' ? dice.whole(6, 8) : dice.whole(9, 13), {
      from: dice.between(0.12, 0.3),
      to: 0.92,
      angle,
      angleEnd: angle * 0.6,
      size: dice.pick([grading(1.15, 0.22), grading(0.8, 0.3), swelling(0.55, 0.35, 0.22)]),
    }),
    row('pairs', needle, 4, { from: 0.9, angle: 35 }),
  ]
  if (cones)
    bears.push(
      row('alternate', cone, dice.whole(2, 5), { from: 0.4, to: 0.85, angle: 120, pull: dice.pick([-0.7, 0.8]) }),
    )
  return axis(130, { ink: 'stem', sway: dice.between(0, 5), bears })
}

/** A cushion of star-tipped shoots under a stand of capsules. */
export function moss(dice: Dice): Axis {
  const scale = leaf('lance', dice.between(9, 14), dice.between(0.2, 0.34))
  const star = fan(scale, dice.whole(4, 5), dice.between(55, 85), { jitter: 0.8 })
  const stubble = row('pairs', leaf('needle', dice.between(5, 8), 0, { wash: 'none' }), dice.whole(2, 4), {
    from: 0.3,
    to: 0.8,
    angle: 40,
  })
  const shoot = axis(dice.between(20, 42), { bend: dice.between(0, 20), bears: [stubble, star] })
  const capsule = leaf(dice.pick(['ovate', 'urn', 'bell']), dice.between(9, 13), dice.between(0.4, 0.55), {
    ink: 'petal',
    wash: 'none',
  })
  const seta = axis(dice.between(60, 105), {
    bend: dice.between(0, 14),
    hook: dice.between(0, 90),
    bears: [tip(capsule)],
  })
  const width = dice.between(26, 44)
  return axis(1, {
    ink: 'none',
    bears: [
      fan(shoot, dice.whole(7, 10), dice.between(30, 62), { size: grading(1, dice.between(0.6, 0.9)), apart: width }),
      fan(seta, dice.whole(2, 7), dice.between(4, 22), { size: grading(1, 0.8), jitter: 1.8, apart: width * 0.6 }),
    ],
  })
}
