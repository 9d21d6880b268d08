import {
  axis,
  dot,
  fan,
  grading,
  leaf,
  row,
  swelling,
  tip,
  type Axis,
  type Bearing,
  petal,
  type Organ,
  shade,
} from '../plan.ts'
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

/** One tall stem: whorled or scattered leaves below trumpets, nodding bells or Turk's caps. */
export function lily(dice: Dice): Axis {
  const flower = dice.pick([trumpet, bell, turksCap])
  const flowers = dice.whole(1, 4)
  const nods = flower !== trumpet && dice.chance(0.7)
  const pedicel = axis(dice.between(22, 36), {
    bend: nods ? dice.between(40, 100) : dice.between(-25, 15),
    bears: [tip(flower(dice), nods ? -0.7 : 0)],
  })
  const head = dice.chance(0.6)
    ? fan(pedicel, flowers, 25 + flowers * 12)
    : row('alternate', pedicel, flowers + 1, { from: 0.72, to: 1, angle: 60, angleEnd: 20, size: grading(1, 0.8) })
  return axis(130, {
    ink: 'stem',
    sway: dice.between(0, 6),
    bend: dice.between(-10, 14),
    bears: [...foliage(dice), head],
  })
}

function foliage(dice: Dice): Bearing[] {
  const wash = dice.pick(['whole', 'half'])
  const blade = leaf('lance', dice.between(28, 48), dice.between(0.13, 0.28), { bend: dice.between(-10, 60), wash })
  if (dice.chance(0.3)) {
    // Whorls seen from the side: the leaves that point at the reader look short.
    return [0.18, 0.38, 0.58].map((from) =>
      fan(blade, 4, dice.between(80, 98), { from, size: grading(0.45, 1.15 - from * 0.6), jitter: 0.7 }),
    )
  }
  const leaves = row(dice.pick(['pairs', 'alternate']), blade, dice.whole(5, 8), {
    from: dice.between(0.06, 0.16),
    to: 0.8,
    angle: dice.between(40, 70),
    angleEnd: 30,
    size: grading(1, 0.5),
  })
  return [leaves]
}

function trumpet(dice: Dice): Organ {
  return petal('bell', dice.between(28, 40), dice.between(0.5, 0.75))
}

function bell(dice: Dice): Organ {
  return petal('bell', dice.between(20, 26), dice.between(0.8, 1))
}

function turksCap(dice: Dice): Organ {
  const tepal = petal('lance', dice.between(22, 30), dice.between(0.25, 0.36), dice.between(70, 150))
  const stamen = axis(dice.between(18, 26), { ink: 'petal', bears: [tip(dot)] })
  return axis(1, { ink: 'none', bears: [fan(tepal, 5, dice.between(65, 90), { jitter: 0.4 }), fan(stamen, 3, 20)] })
}

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

/** A feather palm, alone or in company, or a fan palm; with or without dates. */
export function palm(dice: Dice): Axis {
  const trunks = dice.pick([1, 1, 1, 2, 2, 3])
  const crown = trunks > 1 || dice.chance(0.55) ? feathers(dice, trunks) : fans(dice)
  if (dice.chance(0.5)) crown.push(fan(dates(dice), dice.whole(1, 3), dice.between(110, 140), { pull: -0.3 }))
  const trunk = axis(trunks > 1 ? dice.between(150, 200) : dice.between(70, 130), {
    bend: trunks > 1 ? dice.between(4, 20) : dice.between(-18, 18),
    sway: dice.between(0, 9),
    girth: dice.between(0.045, 0.08) * (trunks > 1 ? 0.5 : 1),
    bears: crown,
  })
  const size = grading(1, dice.between(0.55, 0.75))
  return axis(0, { ink: 'none', bears: [fan(trunk, trunks, dice.between(6, 12), { size, jitter: 1.6, apart: 4 })] })
}

function feathers(dice: Dice, trunks: number): Bearing[] {
  const leaflet = leaf('needle', dice.between(16, 25), 0, { wash: 'none' })
  const frond = axis(dice.between(60, 84) * (trunks > 1 ? 0.85 : 1), {
    bend: dice.between(40, 105),
    hook: dice.between(0, 30),
  })
  const pairs = { 1: dice.whole(8, 11), 2: 6, 3: 5 }[trunks] ?? 6
  const leaflets = row('pairs', leaflet, pairs, {
    from: 0.15,
    angle: dice.between(45, 65),
    angleEnd: 25,
    size: swelling(0.6, 0.4, 0.5),
    jitter: 0.6,
    pull: dice.between(-0.2, 0),
  })
  frond.bears = [shade(frond, dice.between(0.18, 0.28)), leaflets]
  const fronds = trunks > 1 ? dice.whole(5, 6) : dice.whole(6, 9)
  return [fan(frond, fronds, dice.between(75, 110), { size: grading(0.85, 1) })]
}

function fans(dice: Dice): Bearing[] {
  const finger = leaf('lance', dice.between(22, 30), dice.between(0.16, 0.26))
  const fingers = fan(finger, dice.whole(5, 7), dice.between(60, 88), { jitter: 0.5, size: grading(1, 0.75) })
  const petiole = axis(dice.between(32, 44), { bend: dice.between(10, 40), bears: [fingers] })
  return [fan(petiole, dice.whole(5, 6), dice.between(88, 115))]
}

function dates(dice: Dice): Axis {
  const strand = axis(dice.between(10, 14), { bend: 20, bears: [tip(dot)] })
  return axis(dice.between(14, 22), {
    bend: 15,
    bears: [row('alternate', strand, 4, { from: 0.4, angle: 35 }), tip(dot)],
  })
}
