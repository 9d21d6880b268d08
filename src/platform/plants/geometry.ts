import type { Axis } from './plan.ts'

/** A point on the sheet: x to the right, y down. */
export type Point = readonly [x: number, y: number]

/** Where an organ sits and the way it points: degrees, 0 is up, positive turns to the right. */
export interface Place {
  at: Point
  heading: number
}

/**
 * The sine of an angle in degrees, to five digits. `Math.sin` may differ between engines in the last bit;
 * plain arithmetic may not, and a plant must stay the same.
 */
export function sine(degrees: number): number {
  let turn = degrees % 360
  if (turn > 180) turn -= 360
  if (turn < -180) turn += 360
  if (turn > 90) turn = 180 - turn
  if (turn < -90) turn = -180 - turn
  const x = turn * (Math.PI / 180)
  const square = x * x
  return x * (1 - (square / 6) * (1 - (square / 20) * (1 - (square / 42) * (1 - square / 72))))
}

/** The point reached by walking from a place: `along` its heading, `across` to its right. */
export function walk({ at, heading }: Place, along: number, across = 0): Point {
  const sin = sine(heading)
  const cos = sine(heading + 90)
  return [at[0] + along * sin + across * cos, at[1] - along * cos + across * sin]
}

/** The number a share of the way between two numbers. */
export function mix(start: number, end: number, share: number): number {
  return start + (end - start) * share
}

/** One piece of a drawn line: to a point, straight or by way of a control point (a quadratic curve). */
export interface Curve {
  via?: Point
  to: Point
}

/** The course of an axis: its curve, and the place at any share of its length. */
export interface Spine {
  from: Point
  curves: Curve[]
  placeAt(share: number): Place
}

const STEPS = 32
/** One quadratic curve follows a turn of this many degrees without a visible flaw. */
const TURN_PER_CURVE = 50

/** Follows an axis from its foot. `side` (-1 to 1) says to which side it bends, and how much. */
export function traceSpine(foot: Place, axis: Axis, scale: number, side: number): Spine {
  const headingAt = (share: number) =>
    foot.heading +
    side * (axis.bend * share + axis.hook * share * share * share) +
    (side < 0 ? -1 : 1) * axis.sway * sine(360 * axis.waves * share + 90)
  const places: Place[] = [foot]
  const stride = (axis.length * scale) / STEPS
  for (let i = 1; i <= STEPS; i++) {
    const previous = places[i - 1] ?? foot
    const at = walk({ at: previous.at, heading: headingAt((i - 0.5) / STEPS) }, stride)
    places.push({ at, heading: headingAt(i / STEPS) })
  }
  const place = (index: number) => places[Math.max(0, Math.min(STEPS, index))] ?? foot
  return {
    from: foot.at,
    curves: curvesThrough(place),
    placeAt(share) {
      const index = Math.max(0, Math.min(STEPS - 1, Math.floor(share * STEPS)))
      const [a, b, rest] = [place(index), place(index + 1), share * STEPS - index]
      const at: Point = [mix(a.at[0], b.at[0], rest), mix(a.at[1], b.at[1], rest)]
      return { at, heading: mix(a.heading, b.heading, rest) }
    },
  }
}

/**
 * Quadratic curves through the traced places, as few as the turning allows. None turns both ways: it would
 * leave the places, and what grows there would float beside its stem.
 */
function curvesThrough(place: (index: number) => Place): Curve[] {
  const curves: Curve[] = []
  let start = 0
  let turned = 0
  for (let i = 2; i <= STEPS; i += 2) {
    const turn = place(i).heading - place(i - 2).heading
    const next = place(i + 2).heading - place(i).heading
    turned += Math.abs(turn)
    if (i < STEPS && turned + Math.abs(next) < TURN_PER_CURVE && turn * next >= 0) continue
    curves.push(curveBetween(place(start).at, place((start + i) / 2).at, place(i).at))
    start = i
    turned = 0
  }
  return curves
}

/** The quadratic curve from one point to another that passes through the middle one. */
function curveBetween(from: Point, middle: Point, to: Point): Curve {
  return { via: [2 * middle[0] - (from[0] + to[0]) / 2, 2 * middle[1] - (from[1] + to[1]) / 2], to }
}
