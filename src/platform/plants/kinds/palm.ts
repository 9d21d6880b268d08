import { axis, dot, fan, grading, leaf, row, shade, swelling, tip, type Axis, type Bearing } from '../plan.ts'
import type { Dice } from '../random.ts'

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
