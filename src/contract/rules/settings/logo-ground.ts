import { GROUNDS, type Scheme } from './colours.ts'
import type { Ground } from './picture-address.ts'

/** Of the dots of a logo that are seen at all. */
const SEEN_FROM = 128
/** WCAG 2.2, 1.4.11: what is no text. */
const ENOUGH = 3
/** A logo that loses more of its dots than this is illegible: the thin edges of what can be read lose about as many. */
const MOST_LOST = 0.2
/** A picture without transparent dots brings its own ground. */
const TRANSPARENT_FROM = 0.02

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const LINEAR = Float64Array.from({ length: 256 }, (_, value) => linear(value / 255))

/** WCAG 2.2, relative luminance. */
const luminance = (red: number, green: number, blue: number): number =>
  0.2126 * LINEAR[red]! + 0.7152 * LINEAR[green]! + 0.0722 * LINEAR[blue]!

const paperOf = (scheme: Scheme): number => {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(GROUNDS[scheme].paper.slice(at, at + 2), 16))
  return luminance(red!, green!, blue!)
}

/**
 * The ground that a logo keeps in both schemes; null if it can be read on both. `dots` has red, green, blue and opacity of
 * each, from 0 to 255. If it could be read on neither, the better one is kept.
 */
export function groundOf(dots: Uint8Array): Ground | null {
  const papers = { light: paperOf('light'), dark: paperOf('dark') }
  let seen = 0
  const lost = { light: 0, dark: 0 }
  for (let at = 0; at + 3 < dots.length; at += 4) {
    if (dots[at + 3]! < SEEN_FROM) continue
    seen++
    const dot = luminance(dots[at]!, dots[at + 1]!, dots[at + 2]!)
    if (ratio(dot, papers.light) < ENOUGH) lost.light++
    if (ratio(dot, papers.dark) < ENOUGH) lost.dark++
  }
  const all = Math.floor(dots.length / 4)
  if (seen === 0 || (all - seen) / all < TRANSPARENT_FROM) return null
  if (Math.max(lost.light, lost.dark) / seen <= MOST_LOST || lost.light === lost.dark) return null
  return lost.light < lost.dark ? 'light' : 'dark'
}

const ratio = (one: number, other: number): number => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
