import { axis, dot, fan, grading, leaf, petal, ring, row, tip, type Axis, type Bearing, type Blade } from '../plan.ts'
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
