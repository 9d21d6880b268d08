/**
 * The grammar of plants. A plan is an axis; an axis bears organs; an organ is an axis again, a blade or a dot.
 * This is a bracketed L-system with its brackets written as nesting. Lengths are in free units (the drawing is
 * fitted to the sheet afterwards) and angles in degrees.
 */
export type Organ = Axis | Blade | Dot

/** A stem, a branch, the midrib of a frond: a curve that bears organs. */
export interface Axis {
  kind: 'axis'
  length: number
  /** 'none' carries organs without being drawn. */
  ink: 'stem' | 'twig' | 'petal' | 'none'
  /** How far it turns away from its mother, evenly from foot to tip. */
  bend: number
  /** A further turn that gathers near the tip: nodding heads, tendrils, croziers. */
  hook: number
  /** How far it wavers to both sides, and how often. */
  sway: number
  waves: number
  /** A trunk is drawn by its two edges; its width at the foot, as a share of the length. */
  girth: number
  bears: Bearing[]
}

/** A leaf, a petal, a fruit: an outline. */
export interface Blade {
  kind: 'blade'
  shape: BladeShape
  length: number
  /** Full width as a share of the length. */
  width: number
  /** How far it curves outwards from base to tip. */
  bend: number
  /** 'none' leaves the wash alone. */
  ink: 'leaf' | 'petal' | 'none'
  /** Tint the whole blade, the half away from the light, or nothing. */
  wash: 'whole' | 'half' | 'none'
}

export type BladeShape = 'lance' | 'ovate' | 'obovate' | 'heart' | 'toothed' | 'bell' | 'urn' | 'brush' | 'needle'

/** A floret, a seed, a berry. */
export interface Dot {
  kind: 'dot'
}

/** Organs of one sort on an axis: either in a row along it, or fanned out from one point. */
export interface Bearing {
  organ: Organ
  count: number
  /** The stretch of the axis they stand on, as shares of its length. */
  from: number
  to: number
  sides: 'pairs' | 'alternate' | 'one' | 'fan'
  /** Angle from the axis, at the start and the end of the row; in a fan, that of the outermost. */
  angle: number
  angleEnd: number
  /** The size of each, by its share of the row; in a fan, 0 is the middle and 1 the outermost. */
  size: (share: number) => number
  /** How unruly they are: 0 like clockwork, 1 as plants mostly are. */
  jitter: number
  /** How strongly light pulls them upright (up to 1), or their weight pulls them down (down to -1). */
  pull: number
  /** How far the feet of a fan stand to each side of the axis: a clump instead of a point. */
  apart: number
}

type AxisTraits = Partial<Omit<Axis, 'kind'>>
type Row = Partial<Omit<Bearing, 'organ' | 'count' | 'sides'>>

const EVEN = { size: () => 1, jitter: 1, pull: 0, apart: 0 }

/** An axis; what is not said is straight, thin and bare. */
export function axis(length: number, traits: AxisTraits = {}): Axis {
  return { kind: 'axis', length, ink: 'twig', bend: 0, hook: 0, sway: 0, waves: 1, girth: 0, bears: [], ...traits }
}

/** A leaf; what is not said is straight and half tinted. */
export function leaf(shape: BladeShape, length: number, width: number, traits: Partial<Blade> = {}): Blade {
  return { kind: 'blade', shape, length, width, bend: 0, ink: 'leaf', wash: 'half', ...traits }
}

/** A leaf in the ink of flowers. */
export function petal(shape: BladeShape, length: number, width: number, bend = 0): Blade {
  return { kind: 'blade', shape, length, width, bend, ink: 'petal', wash: 'none' }
}

export const dot: Dot = { kind: 'dot' }

/** Organs in a row along an axis. */
export function row(sides: 'pairs' | 'alternate' | 'one', organ: Organ, count: number, traits: Row = {}): Bearing {
  const angle = traits.angle ?? 45
  return { organ, count, sides, from: 0, to: 1, angle, angleEnd: angle, ...EVEN, ...traits }
}

/** Organs fanned out to both sides of the axis, `spread` degrees each way, at its tip unless told otherwise. */
export function fan(organ: Organ, count: number, spread: number, traits: Row = {}): Bearing {
  const at = traits.from ?? 1
  return { organ, count, sides: 'fan', from: at, to: at, angle: spread, angleEnd: spread, ...EVEN, ...traits }
}

/** Organs all around one point, like petals seen from the front. */
export function ring(organ: Organ, count: number, traits: Row = {}): Bearing {
  return fan(organ, count, 180 * (1 - 1 / count), { jitter: 0.4, ...traits })
}

/** A brush stroke of wash under a whole axis. */
export function shade(under: Axis, width: number): Bearing {
  const wash: Blade = leaf('lance', under.length * 1.05, width, {
    ink: 'none',
    wash: 'whole',
    bend: under.bend + under.hook / 2,
  })
  return fan(wash, 1, 0, { from: 0, jitter: 0 })
}

/** One organ at the tip, going straight on. */
export function tip(organ: Organ, pull = 0): Bearing {
  return fan(organ, 1, 0, { jitter: 0, pull })
}

/** Sizes that change evenly along the row. */
export function grading(first: number, last: number): (share: number) => number {
  return (share) => first + (last - first) * share
}

/** Sizes that swell from `first` to 1 at the share `peak` and dwindle to `last`. */
export function swelling(first: number, peak: number, last: number): (share: number) => number {
  return (share) => {
    const away = share < peak ? (peak - share) / peak : (share - peak) / (1 - peak)
    return 1 - (1 - (share < peak ? first : last)) * away * away
  }
}
