import { isSpecies } from '../../../../contract/rules/text/latin-names.ts'

/** Styles of the file as classes: an inline style would be refused by the page's policy. */
const RULES: [pattern: RegExp, className: (value: string) => string][] = [
  [/(?:^|;)\s*text-align\s*:\s*(left|right|center|char)/, (value) => ALIGNMENT[value] ?? ''],
  [/(?:^|;)\s*vertical-align\s*:\s*(top|middle|bottom)/, (value) => `v-${value}`],
  [/(?:^|;)\s*font-weight\s*:\s*(bold|[6-9]00)/, () => 'bold'],
  [/(?:^|;)\s*font-style\s*:\s*(italic)/, () => 'italic'],
  [
    /(?:^|;)\s*text-decoration\s*:\s*(underline|line-through)/,
    (value) => (value === 'underline' ? 'under-l' : 'struck'),
  ],
  [/(?:^|;)\s*(?:text-indent|padding-left|margin-left)\s*:\s*(\d+(?:\.\d+)?(?:em|pt|px|%)?)/, indent],
  [/(?:^|;)\s*background(?:-color)?\s*:\s*([^;\s][^;]*)/, tint],
]
const ALIGNMENT: Record<string, string> = { right: 'r', center: 'c' }

/** The classes of a `style` attribute, separated by spaces. */
export function classesOfStyle(style: string): string {
  const lower = style.slice(0, 500).toLowerCase()
  const classes = RULES.flatMap(([pattern, className]) => {
    const value = pattern.exec(lower)?.[1]
    return value === undefined ? [] : [className(value.trim())]
  })
  return [...new Set(classes.filter(Boolean))].join(' ')
}

export const alignmentClass = (align: string): string => ALIGNMENT[align.toLowerCase()] ?? ''

function indent(value: string): string {
  const number = Number.parseFloat(value)
  const ems = value.endsWith('px') || value.endsWith('pt') ? number / 12 : value.endsWith('%') ? number / 5 : number
  return ems > 0.2 ? `in-${Math.min(3, Math.max(1, Math.round(ems)))}` : ''
}

const NAMED: Record<string, [number, number, number]> = {
  ...{ red: [255, 0, 0], orange: [255, 165, 0], yellow: [255, 255, 0], green: [0, 128, 0], lime: [0, 255, 0] },
  ...{ blue: [0, 0, 255], cyan: [0, 255, 255], aqua: [0, 255, 255], purple: [128, 0, 128], magenta: [255, 0, 255] },
  ...{ pink: [255, 192, 203], gray: [128, 128, 128], grey: [128, 128, 128], silver: [192, 192, 192] },
  ...{ lightgray: [211, 211, 211], lightgrey: [211, 211, 211], black: [0, 0, 0], white: [255, 255, 255] },
  ...{ lightgreen: [144, 238, 144], lightblue: [173, 216, 230], brown: [165, 42, 42], teal: [0, 128, 128] },
}

/** A background as the nearest of seven hues in three strengths, so that heat tables keep their meaning. */
export function tint(value: string): string {
  const colour = rgb(value)
  if (!colour) return ''
  const [red, green, blue] = colour
  const [high, low] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const chroma = high - low
  const lightness = (high + low) / 510
  if (lightness > 0.985) return ''
  const strength = lightness > 0.85 ? 1 : lightness > 0.62 ? 2 : 3
  if (chroma < 18) return `tint-grey-${strength}`
  return `tint-${hueName(hue(red, green, blue, high, chroma))}-${strength}`
}

function rgb(value: string): [number, number, number] | undefined {
  const hex = /#([0-9a-f]{6}|[0-9a-f]{3})\b/.exec(value)?.[1]
  if (hex) {
    const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex
    return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as [number, number, number]
  }
  const parts = /rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})/.exec(value)
  if (parts) return [1, 2, 3].map((at) => Math.min(255, Number(parts[at]))) as [number, number, number]
  const name = value.trim().split(/\s/)[0]!
  return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined
}

function hue(red: number, green: number, blue: number, high: number, chroma: number): number {
  const sixth =
    high === red ? (green - blue) / chroma : high === green ? 2 + (blue - red) / chroma : 4 + (red - green) / chroma
  return (sixth * 60 + 360) % 360
}

const HUES: [upTo: number, name: string][] = [
  ...([
    [15, 'red'],
    [42, 'orange'],
    [70, 'yellow'],
    [165, 'green'],
    [255, 'blue'],
    [330, 'purple'],
    [361, 'red'],
  ] as [number, string][]),
]
const hueName = (degrees: number): string => HUES.find(([upTo]) => degrees < upTo)![1]

const ABBREVIATED = /(^|[\s(])(\p{Lu}\p{Ll}{0,2}\.) (?=\p{Ll}{2})/gu

/** Italics that are a scientific name: an abbreviated genus never parts from its epithet. */
export function latinName(html: string, plain: string): { words: string; isLatin: boolean } {
  return {
    words: html.replace(ABBREVIATED, '$1$2\u00a0'),
    isLatin: isSpecies(plain),
  }
}

/** An abbreviated genus in italics of its own: '<i>F</i>. <i>oxysporum</i>'. */
export const togetherWithGenus = (html: string): string =>
  html.includes('</i>. <i')
    ? html.replace(/(<i>\p{Lu}\p{Ll}{0,2}<\/i>\.) (?=<i(?: lang="la")?>\p{Ll})/gu, '$1\u00a0')
    : html
