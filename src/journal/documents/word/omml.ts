import type { Element } from '@xmldom/xmldom'
import { element, type Xml, type XmlContent } from '../../../platform/xml.ts'

const NUMBER = /^\d+(?:[.,]\d+)*/
const LETTER = /^\p{L}\p{M}*/u
const WORD = /^[\p{L}\p{M}]+/u

/** By what Word calls a script and a style; the rest is as MathML shows letters by itself. */
const VARIANTS: Record<string, string> = {
  ...{ 'roman p': 'normal', 'roman b': 'bold', 'roman i': '', 'roman bi': 'bold-italic' },
  ...{ 'script p': 'script', 'script b': 'bold-script', 'fraktur p': 'fraktur', 'fraktur b': 'bold-fraktur' },
  ...{ 'double-struck p': 'double-struck', 'sans-serif p': 'sans-serif', 'sans-serif b': 'bold-sans-serif' },
  ...{ 'sans-serif i': 'sans-serif-italic', 'sans-serif bi': 'sans-serif-bold-italic', 'monospace p': 'monospace' },
}

/** The letters, numbers and signs of a run of a formula. */
function tokens(run: Element): Xml[] {
  const properties = children(run).find(({ localName }) => localName === 'rPr')
  const value = (name: string) => {
    const found = properties && children(properties).find(({ localName }) => localName === name)
    return found && (Array.from(found.attributes).find(({ localName }) => localName === 'val')?.value ?? '')
  }
  const text = children(run)
    .filter(({ localName }) => localName === 't')
    .map((each) => each.textContent ?? '')
    .join('')
  if (value('nor') !== undefined) return text ? [element('mml:mtext', {}, text.replaceAll(' ', '\u00a0'))] : []
  const style = value('sty') ?? (value('scr') === undefined ? 'i' : 'p')
  const variant = VARIANTS[`${value('scr') ?? 'roman'} ${style}`] ?? ''
  return split(text, variant)
}

function split(text: string, variant: string): Xml[] {
  const found: Xml[] = []
  const attributes = variant === '' ? {} : { mathvariant: variant }
  // Upright letters are a word, such as 'sin'; others are one quantity each.
  const letters = variant === 'normal' ? WORD : LETTER
  for (let rest = text; rest !== '';) {
    const next =
      NUMBER.exec(rest.slice(0, 100))?.[0] ??
      letters.exec(rest.slice(0, 100))?.[0] ??
      String.fromCodePoint(rest.codePointAt(0)!)
    rest = rest.slice(next.length)
    if (NUMBER.test(next)) found.push(element('mml:mn', variant && variant !== 'normal' ? attributes : {}, next))
    else if (letters.test(next)) found.push(element('mml:mi', attributes, next))
    else if (/\s/.test(next)) continue
    else found.push(element('mml:mo', {}, next === '-' ? '\u2212' : next))
  }
  return found
}

const children = (of: Element): Element[] =>
  Array.from(of.childNodes).filter((node) => node.nodeType === 1) as Element[]

/**
 * A formula of Word (OMML) as MathML. What is not known is written as its content, so that no letter is lost.
 */
export const mathml = (formula: Element, display: 'block' | 'inline'): Xml =>
  element(
    'mml:math',
    { 'xmlns:mml': 'http://www.w3.org/1998/Math/MathML', display: display === 'block' ? 'block' : null },
    row(inner(formula)),
  )

const m = (name: string, ...content: XmlContent[]): Xml => element(`mml:${name}`, {}, ...content)
const row = (content: readonly Xml[]): Xml => (content.length === 1 ? content[0]! : m('mrow', content))
const operator = (sign: string, attributes: Record<string, string> = {}): Xml => element('mml:mo', attributes, sign)

const parts = (of: Element): Element[] => Array.from(of.childNodes).filter((node) => node.nodeType === 1) as Element[]
const part = (of: Element | undefined, name: string): Element | undefined =>
  of && parts(of).find(({ localName }) => localName === name)
const inner = (of: Element | undefined): Xml[] => (of ? parts(of).flatMap(written) : [])
/** The content of a part with a name; an empty row where Word shows an empty box. */
const of = (formula: Element, name: string): Xml => row(inner(part(formula, name)))

/** The value of a property: `property(e, 'accPr', 'chr')`; undefined if it is not there. */
function property(formula: Element, properties: string, name: string): string | undefined {
  const found = part(part(formula, properties), name)
  if (!found) return undefined
  return Array.from(found.attributes).find(({ localName }) => localName === 'val')?.value ?? ''
}
const isOn = (value: string | undefined): boolean => value !== undefined && !/^(?:0|off|false)$/.test(value)

function written(formula: Element): Xml[] {
  const name = formula.localName!
  return Object.hasOwn(WRITERS, name) ? [WRITERS[name]!(formula)].flat() : inner(formula)
}

/** By the name of the element; properties write nothing. */
const WRITERS: Record<string, (formula: Element) => Xml | Xml[]> = {
  r: tokens,
  f: fraction,
  rad: (formula) =>
    isOn(property(formula, 'radPr', 'degHide')) || !inner(part(formula, 'deg')).length
      ? m('msqrt', inner(part(formula, 'e')))
      : m('mroot', of(formula, 'e'), of(formula, 'deg')),
  sSup: (formula) => m('msup', of(formula, 'e'), of(formula, 'sup')),
  sSub: (formula) => m('msub', of(formula, 'e'), of(formula, 'sub')),
  sSubSup: (formula) => m('msubsup', of(formula, 'e'), of(formula, 'sub'), of(formula, 'sup')),
  sPre: (formula) => m('mmultiscripts', of(formula, 'e'), m('mprescripts'), of(formula, 'sub'), of(formula, 'sup')),
  nary: sum,
  d: delimiters,
  m: matrix,
  eqArr: (formula) =>
    m(
      'mtable',
      parts(formula)
        .filter(({ localName }) => localName === 'e')
        .map((line) => m('mtr', m('mtd', inner(line)))),
    ),
  acc: (formula) => over(formula, property(formula, 'accPr', 'chr') ?? '\u0302', 'accent'),
  bar: (formula) =>
    property(formula, 'barPr', 'pos') === 'top' ? over(formula, '\u00af', 'bar') : under(formula, '_'),
  groupChr: (formula) => {
    const sign = property(formula, 'groupChrPr', 'chr') ?? '\u23df'
    return property(formula, 'groupChrPr', 'pos') === 'top' ? over(formula, sign, 'bar') : under(formula, sign)
  },
  limLow: (formula) => m('munder', of(formula, 'e'), of(formula, 'lim')),
  limUpp: (formula) => m('mover', of(formula, 'e'), of(formula, 'lim')),
  func: (formula) => [of(formula, 'fName'), operator('\u2061'), of(formula, 'e')],
  borderBox: (formula) => element('mml:menclose', { notation: 'box' }, inner(part(formula, 'e'))),
  phant: (formula) =>
    isOn(property(formula, 'phantPr', 'show') ?? '1')
      ? inner(part(formula, 'e'))
      : m('mphantom', inner(part(formula, 'e'))),
  ...Object.fromEntries(
    ['rPr', 'ctrlPr', 'fPr', 'radPr', 'sSupPr', 'sSubPr', 'sSubSupPr', 'sPrePr', 'naryPr', 'dPr', 'mPr', 'eqArrPr']
      .concat(['accPr', 'barPr', 'groupChrPr', 'limLowPr', 'limUppPr', 'funcPr', 'borderBoxPr', 'phantPr', 'boxPr'])
      .concat(['oMathParaPr', 'argPr', 'pPr', 'del', 'moveFrom', 'Fallback', 'footnoteReference', 'commentReference'])
      .map((name) => [name, () => []]),
  ),
}

function fraction(formula: Element): Xml {
  const type = property(formula, 'fPr', 'type')
  const [above, below] = [of(formula, 'num'), of(formula, 'den')]
  if (type === 'lin') return m('mrow', above, operator('/'), below)
  const attributes = type === 'noBar' ? { linethickness: '0' } : type === 'skw' ? { bevelled: 'true' } : {}
  return element('mml:mfrac', attributes, above, below)
}

const INTEGRALS = /[\u222b-\u2233]/

/** A sum, product or integral with its limits: beside the sign of an integral, else above and below. */
function sum(formula: Element): Xml {
  const character = property(formula, 'naryPr', 'chr')
  // Without the property Word shows an integral.
  const sign = character === undefined ? '\u222b' : character
  const location = property(formula, 'naryPr', 'limLoc') ?? (INTEGRALS.test(sign) ? 'subSup' : 'undOvr')
  const hides = (name: string) => isOn(property(formula, 'naryPr', `${name}Hide`)) || !inner(part(formula, name)).length
  const [below, above] = [hides('sub') ? null : of(formula, 'sub'), hides('sup') ? null : of(formula, 'sup')]
  const names = location === 'undOvr' ? ['munderover', 'munder', 'mover'] : ['msubsup', 'msub', 'msup']
  const base = operator(sign)
  const signed =
    below && above
      ? m(names[0]!, base, below, above)
      : below
        ? m(names[1]!, base, below)
        : above
          ? m(names[2]!, base, above)
          : base
  return m('mrow', signed, inner(part(formula, 'e')))
}

/** Brackets of any kind around parts with a separator between them. */
function delimiters(formula: Element): Xml {
  const [open, separator, close] = [
    property(formula, 'dPr', 'begChr') ?? '(',
    property(formula, 'dPr', 'sepChr') ?? '|',
    property(formula, 'dPr', 'endChr') ?? ')',
  ]
  const stretched = (sign: string, form: string) => (sign === '' ? [] : [operator(sign, { stretchy: 'true', form })])
  const between = parts(formula)
    .filter(({ localName }) => localName === 'e')
    .flatMap((each, index) => [...(index ? stretched(separator, 'infix') : []), row(inner(each))])
  return m('mrow', stretched(open, 'prefix'), between, stretched(close, 'postfix'))
}

function matrix(formula: Element): Xml {
  const cells = (line: Element) => parts(line).filter(({ localName }) => localName === 'e')
  const lines = parts(formula).filter(({ localName }) => localName === 'mr')
  return m(
    'mtable',
    lines.map((line) =>
      m(
        'mtr',
        cells(line).map((cell) => m('mtd', inner(cell))),
      ),
    ),
  )
}

/** Combining marks as signs of their own. */
const SIGNS: Record<string, string> = {
  '\u0300': '`',
  '\u0301': '\u00b4',
  '\u0302': '^',
  '\u0303': '~',
  '\u0304': '\u00af',
  '\u0305': '\u00af',
  '\u0306': '\u02d8',
  '\u0307': '\u02d9',
  '\u0308': '\u00a8',
  '\u030c': '\u02c7',
  '\u20d6': '\u2190',
  '\u20d7': '\u2192',
  '\u20e1': '\u2194',
}

const over = (formula: Element, sign: string, kind: 'accent' | 'bar'): Xml =>
  element(
    'mml:mover',
    { accent: kind === 'accent' ? 'true' : null },
    of(formula, 'e'),
    operator(SIGNS[sign] ?? sign, {
      stretchy: kind === 'accent' && !/[\u0305\u20d6\u20d7\u20e1]/.test(sign) ? 'false' : 'true',
    }),
  )

const under = (formula: Element, sign: string): Xml =>
  m('munder', of(formula, 'e'), operator(sign, { stretchy: 'true' }))
