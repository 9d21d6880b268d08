import { mix, type Place, type Point, walk, type Curve, type Spine, traceSpine } from './geometry.ts'
import type { Axis, Bearing, Blade, BladeShape, Organ } from './plan.ts'
import type { Dice } from './random.ts'

/** The inks, in the order they are laid down. */
export type Ink = 'wash' | 'leaf' | 'twig' | 'stem' | 'petal' | 'dot'

/** One line of the drawing, in the plan's free units. */
export interface Stroke {
  ink: Ink
  from: Point
  curves: Curve[]
}

/** Shares of a trunk's length at which it carries a leaf scar. */
const SCARS = [0.14, 0.28, 0.42, 0.56, 0.7, 0.84]

/**
 * Grows a plan into strokes, from the origin upwards. `density` below 1 thins the longer rows,
 * which is how a plant that came out too big for its bytes is pruned.
 */
export function grow(plan: Axis, lean: number, dice: Dice, density: number): Stroke[] {
  const strokes: Stroke[] = []
  const lay = (ink: Ink, from: Point, curves: Curve[]) => strokes.push({ ink, from, curves })

  function growOrgan(organ: Organ, place: Place, scale: number, side: number): void {
    if (organ.kind === 'axis') growAxis(organ, place, scale, side)
    else if (organ.kind === 'blade') growBlade(organ, place, scale, side)
    else lay('dot', place.at, [])
  }

  function growAxis(axis: Axis, foot: Place, scale: number, side: number): void {
    const spine = traceSpine(foot, axis, scale, side)
    if (axis.girth) layTrunk(spine, axis.girth * axis.length * scale)
    else if (axis.ink !== 'none') lay(axis.ink, spine.from, spine.curves)
    for (const bearing of axis.bears) bear(bearing, spine, scale, side)
  }

  function growBlade(blade: Blade, base: Place, scale: number, side: number): void {
    const edge = outline(blade, base, scale, side)
    if (blade.wash === 'whole') lay('wash', base.at, edge)
    if (blade.wash === 'half') lay('wash', base.at, shadedHalf(blade, base, scale, side))
    if (blade.ink !== 'none') lay(blade.ink, base.at, edge)
  }

  function bear(bearing: Bearing, spine: Spine, scale: number, side: number): void {
    const { organ, sides, jitter } = bearing
    const count = bearing.count > 2 ? Math.max(2, Math.round(bearing.count * density)) : bearing.count
    for (let i = 0; i < count; i++) {
      const share = count > 1 ? i / (count - 1) : 0
      const place = spine.placeAt(mix(bearing.from, bearing.to, share))
      const put = (turn: number, towards: number, size: number, apart = 0) => {
        const heading = pulled(place.heading + turn, bearing.pull) + jitter * dice.between(-5, 5)
        const foot = { at: apart ? walk(place, 0, apart) : place.at, heading }
        growOrgan(organ, foot, scale * size * (1 + jitter * dice.between(-0.09, 0.09)), towards)
      }
      if (sides === 'fan') {
        const offset = count > 1 ? 2 * share - 1 : 0
        // One in the middle has no outside to bend to: it keeps its mother's side, gently.
        const towards = Math.abs(offset) < 0.1 ? (side < 0 ? -0.25 : 0.25) : offset
        put(
          bearing.angle * offset,
          count > 1 ? towards : side,
          bearing.size(Math.abs(offset)),
          bearing.apart * offset * scale,
        )
        continue
      }
      const angle = mix(bearing.angle, bearing.angleEnd, share)
      const size = bearing.size(share)
      // Which side comes first, or is the only one, differs from shoot to shoot.
      const toRight = side >= 0 === (sides === 'one' || i % 2 === 0)
      if (sides === 'pairs' || !toRight) put(-angle, -1, size)
      if (sides === 'pairs' || toRight) put(angle, 1, size)
    }
  }

  /** A trunk: two edges that taper, tinted between, with the scars of fallen leaves. */
  function layTrunk(spine: Spine, width: number): void {
    const edge = (share: number, across: number) =>
      walk(spine.placeAt(share), 0, (across * width * (1 - share * 0.4)) / 2)
    const up = [0.33, 0.66, 1].map((share) => ({ via: edge(share - 0.165, -1), to: edge(share, -1) }))
    const down = [0.66, 0.33, 0].map((share) => ({ via: edge(share + 0.165, 1), to: edge(share, 1) }))
    const curves = [...up, { to: edge(1, 1) }, ...down]
    lay('wash', edge(0, -1), curves)
    lay('leaf', edge(0, -1), curves)
    for (const share of SCARS) lay('leaf', edge(share, -1), [{ via: edge(share - 0.02, 0), to: edge(share, 1) }])
  }

  growAxis(plan, { at: [0, 0], heading: lean }, 1, dice.chance(0.5) ? 1 : -1)
  return strokes
}

/** A heading drawn towards straight up, or straight down. */
function pulled(heading: number, pull: number): number {
  const turn = heading % 360
  const around = turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
  return pull >= 0 ? around * (1 - pull) : mix(around, around < 0 ? -180 : 180, -pull)
}

/** A point of a margin: along the blade (0 base, 1 tip) and across it (0 midrib, 0.5 half its width). */
type Mark = readonly [along: number, across: number]
interface MarginPiece {
  via?: Mark
  to: Mark
}

/** One margin of each shape from base to tip; the other margin is its mirror image. */
const MARGINS: Record<BladeShape, MarginPiece[]> = {
  lance: [{ via: [0.45, 1], to: [1, 0] }],
  ovate: [{ via: [0.2, 1.1], to: [1, 0] }],
  obovate: [{ via: [0.82, 1.1], to: [1, 0] }],
  heart: [
    { via: [-0.3, 0.5], to: [0.12, 0.5] },
    { via: [0.6, 0.5], to: [1, 0] },
  ],
  toothed: [
    { to: [0.2, 0.38] },
    { to: [0.25, 0.16] },
    { to: [0.46, 0.5] },
    { to: [0.48, 0.17] },
    { to: [0.7, 0.36] },
    { to: [0.72, 0.11] },
    { to: [1, 0] },
  ],
  bell: [
    { via: [0.15, 0.55], to: [0.7, 0.34] },
    { via: [0.9, 0.34], to: [1.02, 0.52] },
    { to: [0.88, 0.2] },
    { to: [1, 0] },
  ],
  urn: [{ via: [-0.08, 0.56], to: [0.55, 0.5] }, { via: [0.9, 0.46], to: [1, 0.24] }, { to: [1, 0] }],
  brush: [{ to: [0.94, 0.5] }, { to: [0.82, 0.34] }, { to: [1, 0.2] }, { to: [0.84, 0] }],
  needle: [{ to: [1, 0] }],
}

/** The closed outline of a blade, beginning and ending at its base (a needle is one line). */
function outline(blade: Blade, base: Place, scale: number, side: number): Curve[] {
  const margin = MARGINS[blade.shape]
  const right = trace(blade, base, scale, side, margin)
  return blade.shape === 'needle' ? right : [...right, ...trace(blade, base, scale, side, mirrored(margin))]
}

/** The margin that lies away from the light, which falls from the upper left. */
function shadedHalf(blade: Blade, base: Place, scale: number, side: number): Curve[] {
  const [x, y] = walk({ at: [0, 0], heading: base.heading }, 0, 1)
  const margin = MARGINS[blade.shape]
  const towards = x + y > 0 ? 1 : -1
  const flipped = margin.map(({ via, to }) => ({ via: via && across(via, towards), to: across(to, towards) }))
  return trace(blade, base, scale, side, flipped)
}

const across = ([along, width]: Mark, towards: number): Mark => [along, width * towards]

/** The other margin, drawn back from tip to base. */
function mirrored(margin: MarginPiece[]): MarginPiece[] {
  return margin
    .map(({ via }, index) => ({ via: via && across(via, -1), to: across(margin[index - 1]?.to ?? [0, 0], -1) }))
    .reverse()
}

/** Puts margin pieces on the sheet; along a bent blade the frame turns with it. */
function trace(blade: Blade, base: Place, scale: number, side: number, pieces: MarginPiece[]): Curve[] {
  const length = blade.length * scale
  const bend = blade.bend * side
  const put = ([along, width]: Mark) => {
    const chord = walk({ at: base.at, heading: base.heading + (bend * along) / 2 }, along * length)
    return walk({ at: chord, heading: base.heading + bend * along }, 0, width * blade.width * length)
  }
  return pieces.map(({ via, to }) => ({ via: via && put(via), to: put(to) }))
}
