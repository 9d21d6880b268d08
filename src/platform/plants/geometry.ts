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
