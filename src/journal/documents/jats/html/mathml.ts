import type { Element } from '@xmldom/xmldom'
import { attribute, children, isElement, nameOf, nodesOf, rawText } from '../model/nodes.ts'
import { inVariant } from './math-letters.ts'
import type { Rendering } from './rendering.ts'
import { attr, text } from './write.ts'

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
