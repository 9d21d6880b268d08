import { walk, type Place } from './geometry.ts'
import type { Blade, BladeShape } from './plan.ts'
import type { Curve } from './spine.ts'

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
export function outline(blade: Blade, base: Place, scale: number, side: number): Curve[] {
  const margin = MARGINS[blade.shape]
  const right = trace(blade, base, scale, side, margin)
  return blade.shape === 'needle' ? right : [...right, ...trace(blade, base, scale, side, mirrored(margin))]
}

/** The margin that lies away from the light, which falls from the upper left. */
export function shadedHalf(blade: Blade, base: Place, scale: number, side: number): Curve[] {
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
