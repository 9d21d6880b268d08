import { axis, fan, grading, leaf, row, swelling, tip, type Axis, shade, petal } from '../plan.ts'
import type { Dice } from '../random.ts'

/** A tuft of fronds, a single frond, or maidenhair. */
export function fern(dice: Dice): Axis {
  return dice.pick([tuft, tuft, singleFrond, maidenhair])(dice)
}

/** How the pinnae grow and dwindle along a frond: the outline that tells ferns apart. */
const OUTLINES = [
  grading(1.15, 0.15),
  swelling(0.35, 0.4, 0.15),
  swelling(0.7, 0.25, 0.15),
  swelling(0.2, 0.62, 0.2),
] as const

function frond(dice: Dice, pairs: number, longestPinna: number): Axis {
  const length = Math.min(dice.between(20, 34), longestPinna)
  const from = dice.between(0.16, 0.34)
  // Broad as they may be, pinnae only just touch the next in their row.
  const width = Math.min(dice.between(0.2, 0.38), (150 * (1 - from)) / pairs / length)
  const pinna = leaf('lance', length, width, { bend: dice.between(-30, 25) })
  const angle = dice.between(55, 85)
  const pinnae = row('pairs', pinna, pairs, {
    from,
    to: 0.99,
    angle,
    angleEnd: angle * dice.between(0.45, 0.65),
    size: dice.pick(OUTLINES),
    jitter: 0.5,
  })
  return axis(110, {
    bend: dice.between(5, 34),
    hook: dice.between(-10, 36),
    sway: dice.between(0, 6),
    bears: [pinnae],
  })
}

/** Fronds from one crown; the young ones among them may still be rolled up. */
function tuft(dice: Dice): Axis {
  const fronds = dice.whole(2, 5)
  const spread =
    { 2: dice.between(10, 18), 3: dice.between(26, 40), 4: dice.between(34, 48), 5: dice.between(42, 58) }[fronds] ?? 30
  // The nearer the fronds stand, the shorter their pinnae: neighbours may touch but not tangle.
  const room = ((2 * spread) / (fronds - 1)) * 0.95
  const each = frond(dice, fronds > 3 ? dice.whole(6, 8) : dice.whole(8, 11), room)
  const bears = [fan(each, fronds, spread, { size: grading(1, dice.between(0.6, 0.9)), jitter: 0.9 })]
  if (dice.chance(0.5)) bears.push(fan(crozier(dice), dice.whole(1, 3), dice.between(8, 18), { jitter: 2 }))
  return axis(4, { ink: 'none', bears })
}

function crozier(dice: Dice): Axis {
  return axis(dice.between(40, 75), { ink: 'stem', bend: -20, hook: dice.between(520, 640) })
}

function singleFrond(dice: Dice): Axis {
  return { ...frond(dice, dice.whole(12, 16), 40), ink: 'stem' }
}

/** Round leaflets on wiry, branching stalks. */
function maidenhair(dice: Dice): Axis {
  const leaflet = leaf('obovate', dice.between(10, 14), dice.between(0.75, 1.05))
  const leaflets = row('alternate', leaflet, dice.whole(3, 5), {
    from: 0.3,
    to: 0.9,
    angle: 55,
    size: grading(1, 0.75),
  })
  const pinna = axis(dice.between(34, 48), { bend: dice.between(-20, 40), bears: [leaflets, tip(leaflet)] })
  const pinnae = row('alternate', pinna, dice.whole(4, 6), {
    from: 0.35,
    to: 0.92,
    angle: dice.between(50, 70),
    angleEnd: 30,
    size: grading(1.1, 0.5),
  })
  const stalk = axis(100, { ink: 'stem', bend: dice.between(0, 45), sway: 8, bears: [pinnae, tip(leaflet)] })
  return axis(2, {
    ink: 'none',
    bears: [fan(stalk, dice.whole(1, 2), dice.between(14, 20), { size: grading(1, 0.8) })],
  })
}

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
