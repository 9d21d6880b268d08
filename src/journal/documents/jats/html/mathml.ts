import type { Element } from '@xmldom/xmldom'
import { attribute, children, isElement, nameOf, nodesOf, rawText } from '../model/nodes.ts'
import type { Rendering } from './rendering.ts'
import { attr, text, preformatted } from './write.ts'
import { createRequire } from 'node:module'

/** What browsers draw (MathML Core), each with the attributes that are kept. */
const ELEMENTS: Record<string, string[]> = {
  ...{ mi: [], mn: [], mtext: [], ms: [], mrow: [], mfrac: ['linethickness'], msqrt: [], mroot: [], merror: [] },
  ...{ msub: [], msup: [], msubsup: [], mmultiscripts: [], mprescripts: [], none: [], mphantom: [] },
  ...{
    munder: ['accentunder'],
    mover: ['accent'],
    munderover: ['accent', 'accentunder'],
    mpadded: ['width', 'height', 'depth'],
  },
  ...{ mstyle: ['displaystyle', 'scriptlevel'], mspace: ['width', 'height', 'depth'], mtable: [], mtr: [] },
  mtd: ['columnspan', 'rowspan'],
  mo: 'form fence separator stretchy symmetric largeop movablelimits lspace rspace minsize maxsize accent'.split(' '),
}
/** What they ignore, written in other words. */
const REWRITTEN: Record<string, (element: Element, rendering: Rendering) => string> = {
  mfenced: fenced,
  menclose: enclosed,
  mlabeledtr: (row, rendering) =>
    `<mtr>${children(row)
      .slice(1)
      .map((cell) => write(cell, rendering))
      .join('')}</mtr>`,
  maction: (element, rendering) =>
    children(element)
      .slice(0, 1)
      .map((part) => write(part, rendering))
      .join(''),
  semantics: (element, rendering) =>
    children(element)
      .slice(0, 1)
      .map((part) => write(part, rendering))
      .join(''),
  mglyph: (element) => `<mtext>${text(attribute(element, 'alt'))}</mtext>`,
  mtable: table,
  ...Object.fromEntries('mstack msgroup msrow mlongdiv mscarries mscarry'.split(' ').map((name) => [name, row])),
}
/** Marks for aligning across rows, which browsers do not follow, and other forms of the formula. */
const DROPPED = new Set('malignmark maligngroup annotation annotation-xml msline'.split(' '))
const TOKENS = new Set('mi mn mo mtext ms'.split(' '))
const LENGTH = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:em|ex|px|pt|pc|cm|mm|in|%)?$/
const VALUES = /^(?:true|false|prefix|infix|postfix|[+-]?\d|infinity|thin|medium|thick)$/

/** A formula as browsers draw it. */
export function mathml(math: Element, display: boolean, rendering: Rendering): string {
  const inside = writeAll(math, rendering)
  return inside ? `<math${rendering.id(math)}${display ? ' display="block"' : ''}>${inside}</math>` : ''
}

const writeAll = (element: Element, rendering: Rendering): string =>
  nodesOf(element)
    .map((node) =>
      isElement(node) ? write(node, rendering) : looseText(node.nodeType === 3 ? (node.nodeValue ?? '') : ''),
    )
    .join('')

/** Text outside a token would not be drawn. */
const looseText = (raw: string): string => (raw.trim() ? `<mtext>${text(raw)}</mtext>` : '')

function write(element: Element, rendering: Rendering): string {
  const name = nameOf(element)
  if (DROPPED.has(name)) return ''
  const rewrite = Object.hasOwn(REWRITTEN, name) ? REWRITTEN[name] : undefined
  if (rewrite) return rewrite(element, rendering)
  const kept = Object.hasOwn(ELEMENTS, name) ? ELEMENTS[name] : undefined
  if (!kept) {
    rendering.count(name)
    return `<mrow>${children(element).length ? writeAll(element, rendering) : looseText(rawText(element))}</mrow>`
  }
  const attributes = kept.map((each) => attributeOf(element, each)).join('')
  if (TOKENS.has(name)) return token(element, name, attributes)
  return `<${name}${rendering.id(element)}${attributes}>${writeAll(element, rendering)}</${name}>`
}

function attributeOf(element: Element, name: string): string {
  const value = attribute(element, name)
  return LENGTH.test(value) || VALUES.test(value) ? attr(name, value) : ''
}

function token(element: Element, name: string, attributes: string): string {
  const letters = (element.textContent ?? '').replace(/\s+/g, ' ')
  const variant = attribute(element, 'mathvariant') || variantOfAncestor(element)
  // A single letter is drawn in italics unless the file sets it upright.
  if (name === 'mi' && variant === 'normal') return `<mi mathvariant="normal">${text(letters.trim())}</mi>`
  const shown = name === 'mtext' ? letters : letters.trim()
  return `<${name}${attributes}>${text(variant ? inVariant(shown, variant) : shown)}</${name}>`
}

/** `mathvariant` on a row or style holds for the tokens in it; four levels are looked at. */
function variantOfAncestor(element: Element): string {
  let parent = element.parentNode
  for (let level = 0; level < 4 && parent && isElement(parent); level++, parent = parent.parentNode) {
    if (nameOf(parent) === 'mstyle' && attribute(parent, 'mathvariant')) return attribute(parent, 'mathvariant')
  }
  return ''
}

function fenced(element: Element, rendering: Rendering): string {
  const fence = (sign: string, form: string) =>
    sign ? `<mo fence="true" form="${form}" stretchy="true">${text(sign)}</mo>` : ''
  const given = element.getAttribute('separators')
  const separators = given === null ? [','] : [...given.replace(/\s/g, '')]
  const terms = children(element).map((term, index) => {
    const separator = index ? separators[Math.min(index, separators.length) - 1] : undefined
    return `${separator ? `<mo separator="true">${text(separator)}</mo>` : ''}${write(term, rendering)}`
  })
  const [open, close] = ['open', 'close'].map((side) => element.getAttribute(side)?.trim())
  return `<mrow>${fence(open ?? '(', 'prefix')}<mrow>${terms.join('')}</mrow>${fence(close ?? ')', 'postfix')}</mrow>`
}

function row(element: Element, rendering: Rendering): string {
  return `<mrow>${writeAll(element, rendering)}</mrow>`
}

const LINES: Record<string, [before: string, after: string]> = {
  ...{
    left: ['|', ''],
    right: ['', '|'],
    box: ['|', '|'],
    roundedbox: ['|', '|'],
    circle: ['(', ')'],
    actuarial: ['', '|'],
  },
}

function enclosed(element: Element, rendering: Rendering): string {
  const notation = attribute(element, 'notation').split(/\s+/)[0] || 'longdiv'
  const inside = writeAll(element, rendering)
  if (notation === 'radical') return `<msqrt>${inside}</msqrt>`
  if (notation === 'top') return `<mover><mrow>${inside}</mrow><mo stretchy="true">¯</mo></mover>`
  if (notation === 'bottom') return `<munder><mrow>${inside}</mrow><mo stretchy="true">_</mo></munder>`
  const [before, after] = LINES[notation] ?? ['', '']
  const line = (sign: string) => (sign ? `<mo stretchy="true">${sign}</mo>` : '')
  return `<mrow>${line(before)}${inside}${line(after)}</mrow>`
}

/** Alignment of columns as classes, which the page's style draws. */
function table(element: Element, rendering: Rendering): string {
  const columns = attribute(element, 'columnalign').split(/\s+/).filter(Boolean)
  const rows = children(element).map((row) => {
    if (nameOf(row) !== 'mtr') return write(row, rendering)
    const own = attribute(row, 'columnalign').split(/\s+/).filter(Boolean)
    const cells = children(row).map((cell, index) => {
      const list = own.length ? own : columns
      const align = attribute(cell, 'columnalign') || list[Math.min(index, list.length - 1)] || ''
      const className = align === 'left' ? 'm-l' : align === 'right' ? 'm-r' : ''
      const spans = (ELEMENTS.mtd ?? []).map((each) => attributeOf(cell, each)).join('')
      return nameOf(cell) === 'mtd'
        ? `<mtd${attr('class', className)}${spans}>${writeAll(cell, rendering)}</mtd>`
        : write(cell, rendering)
    })
    return `<mtr>${cells.join('')}</mtr>`
  })
  return `<mtable>${rows.join('')}</mtable>`
}

/** The names of elements that this file knows. */
export const MATHML = [...Object.keys(ELEMENTS), ...Object.keys(REWRITTEN), ...DROPPED, 'math']

/**
 * Letters of mathematics as characters of their own: browsers draw `mathvariant="bold"` no longer, but they draw
 * '𝐱'. Each row gives the first capital, the first small letter and the first digit of an alphabet.
 */
const ALPHABETS: Record<string, [capital: number, small: number, digit?: number]> = {
  bold: [0x1d400, 0x1d41a, 0x1d7ce],
  italic: [0x1d434, 0x1d44e],
  'bold-italic': [0x1d468, 0x1d482],
  script: [0x1d49c, 0x1d4b6],
  'bold-script': [0x1d4d0, 0x1d4ea],
  fraktur: [0x1d504, 0x1d51e],
  'double-struck': [0x1d538, 0x1d552, 0x1d7d8],
  'bold-fraktur': [0x1d56c, 0x1d586],
  'sans-serif': [0x1d5a0, 0x1d5ba, 0x1d7e2],
  'bold-sans-serif': [0x1d5d4, 0x1d5ee, 0x1d7ec],
  'sans-serif-italic': [0x1d608, 0x1d622],
  'sans-serif-bold-italic': [0x1d63c, 0x1d656],
  monospace: [0x1d670, 0x1d68a, 0x1d7f6],
}

/** Letters that Unicode had before the alphabets: their place in those is empty. */
const EARLIER: Record<string, string> = Object.fromEntries(
  [
    ...['italic:h:ℎ', 'script:B:ℬ', 'script:E:ℰ', 'script:F:ℱ', 'script:H:ℋ', 'script:I:ℐ', 'script:L:ℒ', 'script:M:ℳ'],
    ...['script:R:ℛ', 'script:e:ℯ', 'script:g:ℊ', 'script:o:ℴ', 'fraktur:C:ℭ', 'fraktur:H:ℌ', 'fraktur:I:ℑ'],
    ...['fraktur:R:ℜ', 'fraktur:Z:ℨ', 'double-struck:C:ℂ', 'double-struck:H:ℍ', 'double-struck:N:ℕ'],
    ...['double-struck:P:ℙ', 'double-struck:Q:ℚ', 'double-struck:R:ℝ', 'double-struck:Z:ℤ'],
  ].map((row) => [row.slice(0, row.lastIndexOf(':')), row.slice(row.lastIndexOf(':') + 1)]),
)

const GREEK: Record<string, number> = {
  bold: 0x1d6a8,
  italic: 0x1d6e2,
  'bold-italic': 0x1d71c,
  'bold-sans-serif': 0x1d756,
}

/** The letters in a variant; what the variant does not have stays as it is. */
export function inVariant(letters: string, variant: string): string {
  const alphabet = Object.hasOwn(ALPHABETS, variant) ? ALPHABETS[variant] : undefined
  if (!alphabet) return letters
  return [...letters]
    .map((letter) => EARLIER[`${variant}:${letter}`] ?? shifted(letter, alphabet, GREEK[variant]))
    .join('')
}

function shifted(
  letter: string,
  [capital, small, digit]: [number, number, number?],
  greek: number | undefined,
): string {
  const code = letter.codePointAt(0)!
  if (letter >= 'A' && letter <= 'Z') return String.fromCodePoint(capital + code - 65)
  if (letter >= 'a' && letter <= 'z') return String.fromCodePoint(small + code - 97)
  if (digit !== undefined && letter >= '0' && letter <= '9') return String.fromCodePoint(digit + code - 48)
  if (greek !== undefined && letter >= 'Α' && letter <= 'Ω') return String.fromCodePoint(greek + code - 0x391)
  if (greek !== undefined && letter >= 'α' && letter <= 'ω') return String.fromCodePoint(greek + 26 + code - 0x3b1)
  return letter
}

interface Temml {
  renderToString: (tex: string, options: Record<string, unknown>) => string
}

let temml: Temml | undefined
/** Loaded when the first article needs it: few have formulas in TeX alone. */
const library = (): Temml => (temml ??= createRequire(import.meta.url)('temml') as Temml)

const [BEGIN, END] = ['\\begin{document}', '\\end{document}']
/** A formula is one line or a few; more is not a formula, and converting it could take long. */
const LONGEST = 5_000

/** TeX as MathML; what cannot be converted is shown as it is written. */
export function texAsMath(source: string, display: boolean): string {
  const tex = redactTex(source)
  if (!tex) return ''
  const fallback = `<code class="tex">${preformatted(tex)}</code>`
  if (tex.length > LONGEST) return fallback
  try {
    const html = library().renderToString(tex, {
      displayMode: display,
      throwOnError: true,
      trust: false,
      maxExpand: 500,
      maxSize: [20, 20],
    })
    return html.includes('<merror') ? fallback : withoutStyle(html)
  } catch {
    return fallback
  }
}

/** The formula without what only a complete LaTeX document needs. */
export function redactTex(source: string): string {
  const begin = source.indexOf(BEGIN)
  const end = source.indexOf(END, begin)
  const body = begin < 0 || end < 0 ? source : source.slice(begin + BEGIN.length, end)
  return body
    .trim()
    .replace(/^\$+|(?<!\$)\$+$/g, '')
    .replace(/^\\\[|\\\]$|^\\\(|\\\)$/g, '')
    .replace(/\\(?:usepackage|documentclass|setlength)\s*(?:\[[^\]]{0,200}\])?(?:\{[^}]{0,200}\})+/g, '')
    .replace(/\\begin\{(?:equation|displaymath|math)\*?\}|\\end\{(?:equation|displaymath|math)\*?\}/g, '')
    .replace(/\\(?:hfill|hfil|noindent|nonumber|notag|displaystyle(?=\\displaystyle))(?![a-zA-Z])/g, '')
    .replace(/\\label\{[^}]{0,200}\}/g, '')
    .replace(/\\varvec(?![a-zA-Z])/g, '\\boldsymbol')
    .replace(/\\mbox(?![a-zA-Z])/g, '\\text')
    .replace(/\\upmu(?![a-zA-Z])/g, '\\mu')
    .replace(/\}\{\}/g, '}')
    .trim()
}

const withoutStyle = (html: string): string => html.replace(/ style="[^"]*"/g, '')
