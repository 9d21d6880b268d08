import { axis, dot, fan, grading, leaf, petal, row, tip, type Axis, type Bearing, type Organ } from '../plan.ts'
import type { Dice } from '../random.ts'

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
