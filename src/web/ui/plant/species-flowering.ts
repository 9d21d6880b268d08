import {
  axis,
  dot,
  fan,
  grading,
  leaf,
  petal,
  ring,
  row,
  swelling,
  tip,
  type Axis,
  type Bearing,
  type Organ,
} from './plan.ts'
import type { Dice } from './random.ts'

/** Rays on rays: flat, domed or round heads above pinnate leaves. */
export function umbel(dice: Dice): Axis {
  const shape = dice.pick(['dome', 'flat', 'ball'])
  const floret = axis(dice.between(6, 10), { bears: [tip(dot)] })
  const umbellet = fan(floret, dice.whole(3, 4), dice.between(26, 46), { jitter: 0.6 })
  const ray = axis(dice.between(26, 40), { bend: dice.between(-15, 15), bears: [umbellet] })
  const spread = { dome: dice.between(58, 84), flat: dice.between(44, 60), ball: dice.between(130, 160) }[shape]
  const size = { dome: grading(1, 0.95), flat: grading(1, 1.45), ball: grading(1, 1) }[shape]
  const head = (rays: number) => fan(ray, rays, spread, { size, jitter: 0.5 })
  const frond = pinnate(dice, dice.whole(2, 4))
  const branch = axis(dice.between(42, 60), { bend: -dice.between(10, 40), bears: [head(dice.whole(5, 7))] })
  const bears: Bearing[] = [
    head(dice.whole(7, 11)),
    row('alternate', frond, dice.whole(1, 3), {
      from: dice.between(0.08, 0.2),
      to: dice.between(0.35, 0.5),
      angle: dice.between(35, 60),
      size: grading(1, 0.6),
    }),
  ]
  const branches = shape === 'ball' ? 0 : dice.whole(0, 2)
  if (branches)
    bears.push(
      row('alternate', branch, branches, {
        from: dice.between(0.4, 0.5),
        to: dice.between(0.55, 0.68),
        angle: dice.between(32, 50),
        size: grading(0.75, 0.6),
      }),
    )
  return axis(dice.between(95, 130), { ink: 'stem', sway: dice.between(0, 8), bend: dice.between(-10, 14), bears })
}

function pinnate(dice: Dice, pairs: number): Axis {
  const leaflet = leaf(dice.pick(['lance', 'ovate', 'lance']), dice.between(16, 24), dice.between(0.25, 0.5), {
    bend: dice.between(-20, 30),
  })
  const leaflets = row('pairs', leaflet, pairs, {
    from: 0.4,
    to: 0.85,
    angle: dice.between(40, 70),
    size: grading(1, 0.75),
  })
  return axis(dice.between(34, 52), { bend: dice.between(0, 45), bears: [leaflets, tip(leaflet)] })
}

/** A herb: a leafy spire, a candelabrum, a bush, or a rosette under its scapes. */
export function herb(dice: Dice): Axis {
  return dice.pick([spire, candelabrum, bush, rosette])(dice)
}

function herbLeaf(dice: Dice) {
  return leaf(dice.pick(['ovate', 'lance', 'obovate']), dice.between(18, 30), dice.between(0.36, 0.68), {
    bend: dice.between(-25, 40),
  })
}

function spire(dice: Dice): Axis {
  const sides = dice.pick(['pairs', 'alternate'])
  const flower = dice.chance(0.5)
    ? petal('bell', dice.between(11, 16), dice.between(0.6, 0.85))
    : petal('obovate', dice.between(7, 11), dice.between(0.5, 0.8))
  const start = dice.between(0.45, 0.6)
  const leaves = row(sides, herbLeaf(dice), sides === 'pairs' ? dice.whole(3, 5) : dice.whole(5, 8), {
    from: 0.1,
    to: start - 0.08,
    angle: dice.between(45, 70),
    size: grading(1.1, 0.6),
  })
  const flowers = row(dice.pick(['pairs', 'alternate', 'right']), flower, dice.whole(6, 9), {
    from: start,
    angle: dice.between(60, 110),
    angleEnd: 30,
    size: grading(1.1, 0.45),
  })
  return axis(130, {
    ink: 'stem',
    sway: dice.between(0, 6),
    bend: dice.between(-5, 20),
    hook: dice.between(0, 25),
    bears: [leaves, flowers],
  })
}

function candelabrum(dice: Dice): Axis {
  const blade = herbLeaf(dice)
  const flower = starOrBerries(dice)
  const twig = axis(dice.between(20, 30), { bend: -20, bears: [flower] })
  const branch = axis(dice.between(40, 58), {
    bend: -dice.between(15, 50),
    bears: [
      row('pairs', blade, 1, { from: 0.55, angle: 50, size: () => 0.55 }),
      row('alternate', twig, dice.whole(0, 1), { from: 0.6, angle: 35 }),
      flower,
    ],
  })
  const nodes = dice.whole(2, 3)
  const along = { from: dice.between(0.25, 0.4), to: 0.75 }
  return axis(115, {
    ink: 'stem',
    sway: dice.between(0, 6),
    bears: [
      row(dice.pick(['pairs', 'alternate']), branch, nodes, {
        ...along,
        angle: dice.between(38, 55),
        size: grading(1, 0.7),
      }),
      row('pairs', blade, nodes, {
        from: along.from - 0.15,
        to: 0.65,
        angle: dice.between(65, 85),
        size: grading(1, 0.7),
      }),
      flower,
    ],
  })
}

function bush(dice: Dice): Axis {
  const sides = dice.pick(['pairs', 'alternate'])
  const leaves = row(sides, herbLeaf(dice), sides === 'pairs' ? 3 : dice.whole(4, 6), {
    from: 0.25,
    to: 0.9,
    angle: dice.between(45, 65),
    angleEnd: 35,
    size: grading(0.9, 0.55),
  })
  const shoot = axis(110, {
    ink: 'stem',
    bend: dice.between(-10, 25),
    sway: dice.between(0, 8),
    bears: [leaves, starOrBerries(dice)],
  })
  return axis(2, {
    ink: 'none',
    bears: [
      fan(shoot, dice.whole(2, 4), dice.between(18, 34), { size: grading(1, dice.between(0.6, 0.85)), jitter: 1.6 }),
    ],
  })
}

function rosette(dice: Dice): Axis {
  const blade = leaf(dice.pick(['obovate', 'lance', 'toothed']), dice.between(38, 56), dice.between(0.26, 0.4), {
    bend: dice.between(0, 30),
  })
  const daisy = ring(
    petal(dice.pick(['lance', 'obovate']), dice.between(13, 18), dice.between(0.28, 0.42)),
    dice.whole(7, 10),
  )
  const flower = axis(1, { ink: 'none', bears: [daisy, tip(dot)] })
  const scape = axis(dice.between(85, 120), {
    ink: 'stem',
    bend: dice.between(0, 20),
    sway: dice.between(0, 5),
    bears: [tip(flower)],
  })
  const scapes = dice.whole(1, 3)
  return axis(2, {
    ink: 'none',
    bears: [
      fan(blade, dice.whole(4, 7), dice.between(50, 70), { size: grading(0.8, 1) }),
      fan(scape, scapes, 5 + scapes * 4, { size: grading(1, 0.75), jitter: 1.5 }),
    ],
  })
}

function starOrBerries(dice: Dice): Bearing {
  if (dice.chance(0.5)) {
    const star = ring(petal(dice.pick(['ovate', 'obovate', 'lance']), dice.between(10, 14), dice.between(0.45, 0.8)), 5)
    return tip(axis(5, { ink: 'none', bears: [star, tip(dot)] }))
  }
  return fan(
    axis(dice.between(9, 15), { bend: dice.between(-20, 40), bears: [tip(dot)] }),
    dice.whole(3, 5),
    dice.between(35, 60),
  )
}

/** Pinnate leaves ending in tendrils; racemes or pods from their axils. */
export function vetch(dice: Dice): Axis {
  const leaflet = leaf(dice.pick(['obovate', 'lance', 'ovate']), dice.between(15, 23), dice.between(0.32, 0.6))
  const tendril = axis(dice.between(14, 26), {
    bend: dice.between(-60, 40),
    hook: dice.between(200, 360) * (dice.chance(0.5) ? 1 : -1),
  })
  const leaflets = row('pairs', leaflet, dice.whole(3, 5), {
    from: 0.2,
    to: 0.92,
    angle: dice.between(45, 70),
    size: grading(1, 0.7),
  })
  const compound = axis(dice.between(46, 62), { bend: dice.between(-25, 40), bears: [leaflets, tip(tendril)] })
  const raceme = racemeOf(
    dice,
    dice.chance(0.6)
      ? petal('obovate', dice.between(9, 13), dice.between(0.5, 0.7), 60)
      : petal('lance', dice.between(20, 30), dice.between(0.2, 0.3), 40),
  )
  const from = dice.between(0.14, 0.25)
  return axis(150, {
    ink: 'stem',
    bend: dice.between(-10, 25),
    sway: dice.between(6, 20),
    waves: dice.pick([0.5, 1, 1.5]),
    bears: [
      row('alternate', compound, dice.whole(3, 5), {
        from,
        to: 0.9,
        angle: dice.between(38, 58),
        angleEnd: 28,
        size: grading(1, 0.65),
      }),
      row('alternate', raceme, dice.whole(1, 3), {
        from: from + 0.3,
        to: 1,
        angle: dice.between(18, 28),
        angleEnd: 5,
        size: grading(1, 0.75),
      }),
    ],
  })
}

function racemeOf(dice: Dice, flower: Organ): Axis {
  const flowers = row(dice.pick(['right', 'alternate']), flower, dice.whole(4, 7), {
    from: 0.45,
    angle: 80,
    angleEnd: 40,
    size: grading(1, 0.6),
  })
  return axis(dice.between(40, 56), { bend: dice.between(-20, 30), bears: [flowers] })
}

/** Strap leaves at the foot and arching sprays of flowers. */
export function orchid(dice: Dice): Axis {
  const bend = dice.between(10, 55)
  const strap = leaf('lance', dice.between(38, 66), dice.between(0.16, 0.34), {
    bend,
    wash: dice.pick(['whole', 'half']),
  })
  const flower = orchidFlower(dice)
  const bud = petal('ovate', 8, 0.6)
  const pedicel = (organ: Organ) => axis(dice.between(8, 13), { bend: 20, bears: [tip(organ, 0.75)] })
  const scapes = dice.whole(1, 2)
  const scape = axis(dice.between(120, 150), {
    ink: 'stem',
    bend: dice.between(0, 40),
    hook: dice.between(0, 60),
    bears: [
      row('alternate', pedicel(flower), scapes > 1 ? dice.whole(3, 4) : dice.whole(4, 6), {
        from: dice.between(0.4, 0.55),
        to: 0.86,
        angle: dice.between(55, 80),
        size: grading(1.1, 0.75),
      }),
      row('alternate', pedicel(bud), dice.whole(2, 3), { from: 0.92, angle: 45, size: grading(0.9, 0.6) }),
    ],
  })
  return axis(2, {
    ink: 'none',
    bears: [
      fan(strap, dice.whole(2, 5), Math.min(dice.between(40, 70), 95 - bend), {
        jitter: 1.5,
        size: grading(0.8, 1),
        apart: 2,
      }),
      fan(scape, scapes, dice.between(9, 17), { size: grading(1, 0.85), apart: 2 }),
    ],
  })
}

/** Seen from the front: one sepal up, two petals aside, two sepals below them, and the lip. */
function orchidFlower(dice: Dice): Organ {
  const narrow = dice.chance(0.4)
  const tepal = petal(
    narrow ? 'lance' : 'ovate',
    dice.between(14, 19),
    narrow ? dice.between(0.24, 0.32) : dice.between(0.5, 0.7),
  )
  const lip = petal(dice.pick(['obovate', 'heart']), dice.between(10, 14), dice.between(0.6, 0.8))
  return axis(1, {
    ink: 'none',
    bears: [
      fan(tepal, 5, dice.between(120, 132), { jitter: 0.4 }),
      fan(lip, 1, 0, { pull: -1, jitter: 0.5 }),
      tip(dot),
    ],
  })
}

/** Spiny leaves and brush heads. */
export function thistle(dice: Dice): Axis {
  const spiny = leaf('toothed', dice.between(34, 54), dice.between(0.38, 0.58), { bend: dice.between(-10, 50) })
  const head = dice.chance(0.7) ? thistleHead(dice) : globe(dice)
  const branch = axis(dice.between(40, 62), { bend: -dice.between(5, 35), bears: [tip(head)] })
  const branches = dice.whole(0, 4)
  const bears = [
    row('alternate', spiny, dice.whole(4, 8), {
      from: dice.between(0.04, 0.12),
      to: branches ? 0.6 : 0.8,
      angle: dice.between(45, 75),
      angleEnd: 35,
      size: grading(1.15, 0.45),
    }),
    tip(head),
  ]
  if (branches)
    bears.push(
      row('alternate', branch, branches, { from: 0.4, to: 0.75, angle: dice.between(34, 52), size: grading(1, 0.75) }),
    )
  return axis(130, { ink: 'stem', sway: dice.between(0, 7), bend: dice.between(-12, 12), bears })
}

function thistleHead(dice: Dice): Organ {
  const length = dice.between(16, 23)
  const cup = leaf('urn', length, dice.between(0.75, 1.1), { wash: 'half' })
  const spread = dice.between(24, 52)
  const tuft = petal('brush', length, spread / 30)
  const florets = fan(petal('needle', length * dice.between(1, 1.4), 0), dice.whole(6, 9), spread, { jitter: 0.6 })
  return axis(0, {
    ink: 'none',
    bears: [tip(cup), tip(axis(length * 0.96, { ink: 'none', bears: [tip(tuft), florets] }))],
  })
}

/** A globe thistle: florets all round. */
function globe(dice: Dice): Organ {
  const floret = axis(dice.between(14, 19), { ink: 'petal', bears: [tip(dot)] })
  return axis(dice.between(10, 14), { bears: [ring(floret, dice.whole(13, 17))] })
}

/** One tall stem: whorled or scattered leaves below stars, trumpets or nodding bells. */
export function lily(dice: Dice): Axis {
  const wash = dice.pick(['whole', 'half'])
  const blade = leaf('lance', dice.between(28, 48), dice.between(0.13, 0.28), { bend: dice.between(-10, 60), wash })
  const flowers = dice.whole(1, 4)
  const flower = dice.pick([trumpet, bell, turkscap])
  const nods = flower !== trumpet && dice.chance(0.7)
  const pedicel = axis(dice.between(22, 36), {
    bend: nods ? dice.between(40, 100) : dice.between(-25, 15),
    bears: [tip(flower(dice), nods ? -0.7 : 0)],
  })
  const whorls = [0.2, 0.4, 0.6].map((from) =>
    fan(blade, 5, 96, { from, size: grading(1 - from * 0.6, 1.1 - from * 0.6), jitter: 0.7 }),
  )
  const scattered = row(dice.pick(['pairs', 'alternate']), blade, dice.whole(5, 8), {
    from: dice.between(0.06, 0.16),
    to: 0.8,
    angle: dice.between(40, 70),
    angleEnd: 30,
    size: grading(1, 0.5),
  })
  const leaves = dice.chance(0.3) ? whorls : [scattered]
  const head = dice.chance(0.6)
    ? fan(pedicel, flowers, 25 + flowers * 12)
    : row('alternate', pedicel, flowers + 1, { from: 0.72, to: 1, angle: 60, angleEnd: 20, size: grading(1, 0.8) })
  return axis(130, { ink: 'stem', sway: dice.between(0, 6), bend: dice.between(-10, 14), bears: [...leaves, head] })
}

function trumpet(dice: Dice): Organ {
  return petal('bell', dice.between(28, 40), dice.between(0.5, 0.75))
}

function bell(dice: Dice): Organ {
  return petal('bell', dice.between(20, 26), dice.between(0.8, 1))
}

function turkscap(dice: Dice): Organ {
  const tepal = petal('lance', dice.between(22, 30), dice.between(0.25, 0.36), dice.between(70, 150))
  const stamen = axis(dice.between(18, 26), { ink: 'petal', bears: [tip(dot)] })
  return axis(1, { ink: 'none', bears: [fan(tepal, 5, dice.between(65, 90), { jitter: 0.4 }), fan(stamen, 3, 20)] })
}

/** A twining stem with heart leaves, tendrils and trumpets, perhaps around a cane. */
export function vine(dice: Dice): Axis {
  const blade = leaf(dice.pick(['heart', 'heart', 'ovate', 'lance']), dice.between(24, 36), dice.between(0.55, 0.95))
  const petiole = axis(dice.between(10, 20), { bend: dice.between(0, 50), bears: [tip(blade, -dice.between(0, 0.5))] })
  const tendril = axis(dice.between(30, 44), { bend: -30, hook: dice.between(300, 520) })
  const trumpets = axis(dice.between(16, 26), {
    bend: dice.between(-20, 40),
    bears: [tip(petal('bell', dice.between(20, 28), dice.between(0.75, 1)))],
  })
  const cluster = axis(dice.between(14, 20), {
    bend: 60,
    bears: [row('alternate', axis(7, { bears: [tip(dot)] }), 6, { from: 0.3, angle: 45 }), tip(dot)],
  })
  const bears = [
    row('alternate', petiole, dice.whole(6, 10), {
      from: 0.08,
      to: 0.96,
      angle: dice.between(55, 80),
      size: swelling(0.9, 0.3, 0.45),
    }),
  ]
  if (dice.chance(0.6)) bears.push(row('alternate', tendril, dice.whole(1, 2), { from: 0.5, to: 0.98, angle: 35 }))
  if (dice.chance(0.75))
    bears.push(row('alternate', dice.pick([trumpets, cluster]), dice.whole(2, 3), { from: 0.24, to: 0.8, angle: 50 }))
  const stem = axis(190, {
    ink: 'stem',
    sway: dice.between(24, 52),
    waves: dice.pick([1, 1.5, 2, 2.5]),
    bend: dice.between(-8, 12),
    bears,
  })
  const cane = axis(dice.between(165, 185), {})
  return axis(0, { ink: 'none', bears: dice.chance(0.35) ? [tip(stem), tip(cane)] : [tip(stem)] })
}
