import {
  axis,
  dot,
  fan,
  grading,
  leaf,
  petal,
  ring,
  row,
  tip,
  type Axis,
  type Bearing,
  type Blade,
  type Organ,
  swelling,
} from '../plan.ts'
import type { Dice } from '../random.ts'

/** A herb: a leafy spire, a candelabrum, a bush, or a rosette under its scapes. */
export function herb(dice: Dice): Axis {
  return dice.pick([spire, candelabrum, bush, rosette])(dice)
}

function stemLeaf(dice: Dice, size = 1): Blade {
  const width = dice.between(0.36, 0.68)
  return leaf(dice.pick(['ovate', 'lance', 'obovate']), dice.between(18, 30) * size, width, {
    bend: dice.between(-25, 40),
  })
}

/** Unbranched, the upper half in flower: bells or lips, all round or to one side. */
function spire(dice: Dice): Axis {
  const flower = dice.chance(0.5)
    ? petal('bell', dice.between(11, 16), dice.between(0.6, 0.85))
    : petal('obovate', dice.between(7, 11), dice.between(0.5, 0.8))
  const sides = dice.pick(['pairs', 'alternate'])
  const bloomFrom = dice.between(0.45, 0.6)
  const leaves = row(sides, stemLeaf(dice), sides === 'pairs' ? dice.whole(3, 4) : dice.whole(5, 7), {
    from: 0.1,
    to: bloomFrom - 0.08,
    angle: dice.between(45, 70),
    size: grading(1.1, 0.6),
  })
  const flowers = row(dice.pick(['pairs', 'alternate', 'one']), flower, dice.whole(6, 9), {
    from: bloomFrom,
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

/** Branches from the axils of paired leaves, each with its flower. */
function candelabrum(dice: Dice): Axis {
  const blade = stemLeaf(dice)
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
  const from = dice.between(0.25, 0.4)
  const branches = row(dice.pick(['pairs', 'alternate']), branch, nodes, {
    from,
    to: 0.75,
    angle: dice.between(38, 55),
    size: grading(1, 0.7),
  })
  const leaves = row('pairs', blade, nodes, {
    from: from - 0.15,
    to: 0.65,
    angle: dice.between(65, 85),
    size: grading(1, 0.7),
  })
  return axis(115, { ink: 'stem', sway: dice.between(0, 6), bears: [branches, leaves, flower] })
}

/** Several leafy shoots from one root. */
function bush(dice: Dice): Axis {
  const sides = dice.pick(['pairs', 'alternate'])
  const shoots = dice.whole(2, 4)
  const leaves = row(sides, stemLeaf(dice, 0.85), sides === 'pairs' ? 3 : dice.whole(4, 6), {
    from: 0.36,
    to: 0.9,
    angle: dice.between(45, 65),
    angleEnd: 35,
    size: grading(0.9, 0.55),
  })
  const bears = [leaves, starOrBerries(dice)]
  const shoot = axis(120, { ink: 'stem', bend: dice.between(-14, 12), sway: dice.between(0, 8), bears })
  const size = grading(1, dice.between(0.6, 0.85))
  return axis(2, { ink: 'none', bears: [fan(shoot, shoots, 3 + shoots * dice.between(5, 8), { size, jitter: 1.4 })] })
}

/** Leaves on the ground and daisies above them. */
function rosette(dice: Dice): Axis {
  const shape = dice.pick(['obovate', 'lance', 'toothed'])
  const blade = leaf(shape, dice.between(38, 56), dice.between(0.26, 0.4), { bend: dice.between(0, 30) })
  const ray = petal(dice.pick(['lance', 'obovate']), dice.between(13, 18), dice.between(0.28, 0.42))
  const daisy = axis(1, { ink: 'none', bears: [ring(ray, dice.whole(7, 10)), tip(dot)] })
  const scape = axis(dice.between(95, 130), {
    ink: 'stem',
    bend: dice.between(0, 20),
    sway: dice.between(0, 5),
    bears: [tip(daisy)],
  })
  const scapes = dice.whole(1, 3)
  return axis(2, {
    ink: 'none',
    bears: [
      fan(blade, dice.whole(4, 7), dice.between(46, 66), { size: grading(0.8, 1) }),
      fan(scape, scapes, 5 + scapes * 4, { size: grading(1, 0.75), jitter: 1.5 }),
    ],
  })
}

function starOrBerries(dice: Dice): Bearing {
  if (dice.chance(0.5)) {
    const ray = petal(dice.pick(['ovate', 'obovate', 'lance']), dice.between(10, 14), dice.between(0.45, 0.8))
    return tip(axis(5, { ink: 'none', bears: [ring(ray, 5), tip(dot)] }))
  }
  const berry = axis(dice.between(9, 15), { bend: dice.between(-20, 40), bears: [tip(dot)] })
  return fan(berry, dice.whole(3, 5), dice.between(35, 60))
}

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

/** Rays on rays: flat, domed or round heads above pinnate leaves. */
export function umbel(dice: Dice): Axis {
  const shape = dice.pick(['dome', 'flat', 'ball'])
  const head = headOf(dice, shape)
  const branch = axis(dice.between(46, 64), { bend: -dice.between(10, 40), bears: [head(dice.whole(5, 7))] })
  const bears: Bearing[] = [
    head(shape === 'ball' ? dice.whole(11, 15) : dice.whole(7, 11)),
    row('alternate', pinnateLeaf(dice), dice.whole(1, 3), {
      from: dice.between(0.08, 0.2),
      to: dice.between(0.35, 0.5),
      angle: dice.between(35, 60),
      size: grading(1, 0.6),
    }),
  ]
  const branches = shape === 'ball' ? 0 : dice.whole(0, 2)
  if (branches) {
    bears.push(
      row('alternate', branch, branches, {
        from: dice.between(0.3, 0.4),
        to: dice.between(0.45, 0.58),
        angle: dice.between(38, 55),
        size: grading(0.75, 0.6),
      }),
    )
  }
  return axis(dice.between(95, 130), { ink: 'stem', sway: dice.between(0, 8), bend: dice.between(-10, 14), bears })
}

/** Makes heads of any number of rays, all of one build. */
function headOf(dice: Dice, shape: 'dome' | 'flat' | 'ball'): (rays: number) => Bearing {
  const floret = axis(dice.between(6, 10), { bears: [tip(dot)] })
  const umbellet = fan(floret, shape === 'ball' ? dice.whole(2, 3) : dice.whole(3, 4), dice.between(26, 46), {
    jitter: 0.6,
  })
  const ray = axis(dice.between(26, 40), { bend: dice.between(-15, 15), bears: [umbellet] })
  const spread = { dome: dice.between(58, 84), flat: dice.between(44, 60), ball: dice.between(135, 162) }[shape]
  const size = { dome: grading(1, 0.95), flat: grading(1, 1.45), ball: grading(1, 1) }[shape]
  return (rays) => fan(ray, rays, spread, { size, jitter: 0.5 })
}

function pinnateLeaf(dice: Dice): Axis {
  const width = dice.between(0.25, 0.5)
  const leaflet = leaf(dice.pick(['lance', 'ovate', 'lance']), dice.between(16, 24), width, {
    bend: dice.between(-20, 30),
  })
  const leaflets = row('pairs', leaflet, dice.whole(2, 4), {
    from: 0.4,
    to: 0.85,
    angle: dice.between(40, 70),
    size: grading(1, 0.75),
  })
  return axis(dice.between(34, 52), { bend: dice.between(0, 45), bears: [leaflets, tip(leaflet)] })
}

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
