import { LEAF } from './look.ts'

/**
 * The colours that follow from the one that a journal chooses for its links and buttons: hue and strength are kept, and
 * lightness is set so that everything stays readable, in the light scheme and in the dark one (WCAG 2.2, 1.4.3: 4.5:1).
 * Lightness is that of OKLCH, which is even for the eye; the conversions are those of css-color-4, section 17.
 */

/** Colours of plants that dye, to choose from. */
export const DYES = [
  ['Leaf', LEAF],
  ['Woad', '#3b7ea1'],
  ['Indigo', '#2b3a67'],
  ['Mulberry', '#7a2a5a'],
  ['Walnut', '#6b4423'],
  ['Ochre', '#9a5b13'],
  ['Weld', '#e0b420'],
  ['Iron', '#2f3630'],
] as const

/** A colour by its name, or as it is written. */
export const colourInWords = (colour: string): string => DYES.find(([, dye]) => dye === colour)?.[0] ?? colour

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text)

/** What text of the journal's colour stands on, and what stands on it: the same as in `src/web/styles/tokens.css`. */
export const GROUNDS = {
  light: { paper: '#f5f5ef', sheet: '#fdfdf9', wash: '#eceee4', ink: '#1a211b', muted: '#555e55' },
  dark: { paper: '#111511', sheet: '#181d18', wash: '#202720', ink: '#e7eae1', muted: '#a4ac9f' },
} as const
export type Scheme = keyof typeof GROUNDS

/** One scheme's shades of the chosen colour, by the names of their tokens. */
export interface Shades {
  /** Links, buttons, and edges of what is chosen. */
  leaf: string
  /** The same where the pointer is. */
  leafDeep: string
  /** Words on buttons. */
  onLeaf: string
  /** The tint of chips and of what is new; words in `leaf` stand on it. */
  leafWash: string
  /** Decoration alone. */
  leafFill: string
}

const READABLE = 4.5
/** So that rounding to 256 steps never takes a pair below what is readable. */
const ENOUGH = 4.55

type Rgb = [red: number, green: number, blue: number]

const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255) as Rgb
const hexOf = (rgb: Rgb): string =>
  `#${rgb
    .map((part) =>
      Math.round(Math.min(1, Math.max(0, part)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const gamma = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)

interface Oklch {
  lightness: number
  chroma: number
  /** In radians. */
  hue: number
}

function oklchOf(hex: string): Oklch {
  const [red, green, blue] = rgbOf(hex).map(linear) as Rgb
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
  return {
    lightness: 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  }
}

function linearRgb({ lightness, chroma, hue }: Oklch): Rgb {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
}

/** The colour on a screen; one that no screen shows becomes greyer until one does, at the same lightness. */
function shown(colour: Oklch): string {
  const isShown = (chroma: number) =>
    linearRgb({ ...colour, chroma }).every((part) => part >= -0.0005 && part <= 1.0005)
  let [low, high] = [0, colour.chroma]
  if (!isShown(high)) {
    for (let step = 0; step < 20; step++) {
      const middle = (low + high) / 2
      if (isShown(middle)) low = middle
      else high = middle
    }
  } else low = high
  return hexOf(linearRgb({ ...colour, chroma: low }).map(gamma) as Rgb)
}

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [red, green, blue] = rgbOf(hex).map(linear) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2, contrast ratio: from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** The lightness nearest to `from` at which the colour is readable on all grounds, towards `end`. */
function readable(colour: Oklch, from: number, end: 0 | 1, grounds: readonly string[]): number {
  const isReadable = (lightness: number) => {
    const tried = shown({ ...colour, lightness })
    return grounds.every((ground) => contrast(tried, ground) >= ENOUGH)
  }
  if (isReadable(from)) return from
  let [unread, read] = [from, end as number]
  for (let step = 0; step < 16; step++) {
    const middle = (unread + read) / 2
    if (isReadable(middle)) read = middle
    else unread = middle
  }
  return read
}

/** Where the shades of a scheme lie, in lightness and the most of chroma. */
const PLACES = {
  light: { end: 0, wash: [0.94, 0.03], fill: [0.86, 0.06], on: '#ffffff', deep: -0.1 },
  dark: { end: 1, wash: [0.29, 0.04], fill: [0.41, 0.06], on: null, deep: 0.08 },
} as const
/** No colour begins darker than this on a dark ground: the eye takes what is barely readable there for a fault. */
const DARK_FROM = 0.72

function shadesOf(chosen: Oklch, scheme: Scheme): Shades {
  const { end, wash, fill, on, deep } = PLACES[scheme]
  const { paper, sheet, wash: washed } = GROUNDS[scheme]
  const pale = ([lightness, most]: readonly [number, number]) =>
    shown({ ...chosen, lightness, chroma: Math.min(most, chosen.chroma) })
  const leafWash = pale(wash)
  const grounds = [paper, sheet, washed, leafWash]
  const from = scheme === 'light' ? chosen.lightness : Math.max(DARK_FROM, chosen.lightness)
  const lightness = readable(chosen, from, end, grounds)
  const isAtEnd = Math.abs(lightness + deep - 0.5) > 0.45
  // What is nearly black or white already turns the other way under the pointer, as far as it can be read.
  const other = readable(chosen, lightness + deep * (isAtEnd ? -1 : 1), end, grounds)
  return {
    leaf: shown({ ...chosen, lightness }),
    leafDeep: shown({ ...chosen, lightness: other }),
    onLeaf: on ?? shown({ ...chosen, lightness: 0.19, chroma: Math.min(0.02, chosen.chroma) }),
    leafWash,
    leafFill: pale(fill),
  }
}

const CHOSEN_BY_HAND: Record<Scheme, Shades> = {
  light: { leaf: LEAF, leafDeep: '#154d2b', onLeaf: '#ffffff', leafWash: '#e1eddf', leafFill: '#bfdab8' },
  dark: { leaf: '#86c795', leafDeep: '#a6dab1', onLeaf: '#0e1a11', leafWash: '#1c3022', leafFill: '#2c5239' },
}

/** The shades of any colour, like '#3b7ea1', for both schemes. */
export function shadesFor(colour: string): Record<Scheme, Shades> {
  if (colour === LEAF) return CHOSEN_BY_HAND
  const chosen = oklchOf(colour)
  return { light: shadesOf(chosen, 'light'), dark: shadesOf(chosen, 'dark') }
}

/** Everything of a scheme that has to be read, with the ratio that it has. */
export function pairsOf({ leaf, leafDeep, onLeaf, leafWash }: Shades, scheme: Scheme): [pair: string, ratio: number][] {
  const { paper, sheet, wash, ink, muted } = GROUNDS[scheme]
  const grounds = { paper, sheet, wash, tint: leafWash }
  return [
    ...Object.entries(grounds).flatMap(([name, ground]): [string, number][] => [
      [`links on ${name}`, contrast(leaf, ground)],
      [`pointed links on ${name}`, contrast(leafDeep, ground)],
    ]),
    ['words on buttons', contrast(onLeaf, leaf)],
    ['words on pointed buttons', contrast(onLeaf, leafDeep)],
    ['text on tints', contrast(ink, leafWash)],
    ['second voice on tints', contrast(muted, leafWash)],
  ]
}

/** The ratios that an editor sees: the least of each kind. */
export function ratiosFor(colour: string): [what: string, light: number, dark: number][] {
  const shades = shadesFor(colour)
  const least = (scheme: Scheme, kind: RegExp) =>
    Math.min(...pairsOf(shades[scheme], scheme).flatMap(([name, ratio]) => (kind.test(name) ? [ratio] : [])))
  const row = (what: string, kind: RegExp): [string, number, number] => [
    what,
    least('light', kind),
    least('dark', kind),
  ]
  return [
    row('Links on every ground', /^links on (?!tint)/),
    row('Words on buttons', /^words on buttons/),
    row('Words on tinted chips', /on tint/),
  ]
}

export const isEnough = (ratio: number): boolean => ratio >= READABLE

/** The shades of one scheme under the names that `src/web/styles/tokens.css` gives them. */
export const lookTokens = (shades: Shades): [token: string, value: string][] => [
  ['--leaf', shades.leaf],
  ['--leaf-deep', shades.leafDeep],
  ['--on-leaf', shades.onLeaf],
  ['--leaf-wash', shades.leafWash],
  ['--leaf-fill', shades.leafFill],
]
