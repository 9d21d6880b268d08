import type { Element } from '@xmldom/xmldom'
import { attribute, child, children, isElement, nameOf, nodesOf, rawText } from '../model/nodes.ts'
import { awayMount, blockAlternatives, figure, figureGroup, graphic, supplementList } from './figures.ts'
import { INLINE, preferredForm, sizes } from './inline.ts'
import { code, definitions, list, quotation, speech, statement, title, verse } from './lists.ts'
import { mathml, texAsMath } from './mathml.ts'
import { plainText } from './plain.ts'
import { listOf } from './references.ts'
import type { Handler, Rendering, Tables } from './rendering.ts'
import { bareTable, tableGroup, tableNotes, tableWrap } from './tables.ts'
import { attr, innerLink, text, headingTag } from './write.ts'

/** A formula on a line of its own, with its number as a link to itself. */
const displayFormula: Handler = (element, rendering) => {
  const id = rendering.ids.of(element)
  const label = child(element, 'label')
  const number = rawText(label)
  const inside = formulaHtml(element, rendering, true)
  if (!inside && !number) return ''
  rendering.passage(plainText([element]), id)
  const name = attr('aria-label', `Equation ${number.replace(/[()]/g, '')}`.trim())
  const mark = label
    ? innerLink(
        id,
        rendering.quietly(() => text(number)),
        ' class="eq-n"',
      )
    : ''
  return `<div class="eq"${rendering.id(element)} role="group"${name}><div class="eq-in" tabindex="0">${inside}</div>${mark}</div>`
}

const formulaGroup: Handler = (element, rendering) => {
  const inside = rendering.blocks(element, 'label').join('')
  return `<div class="eqs"${rendering.id(element)}>${inside}</div>`
}

const inlineFormula: Handler = (element, rendering) => {
  const id = rendering.id(element)
  const html = formulaHtml(element, rendering, false)
  return id ? `<span${id}>${html}</span>` : html
}

const math: Handler = (element, rendering) => {
  rendering.hasFormulas = true
  const display = nameOf(element.parentNode as Element) === 'disp-formula'
  return framed(mathml(element, display, rendering), display)
}

const tex: Handler = (element, rendering) => {
  rendering.hasFormulas = true
  return framed(texAsMath(element.textContent ?? '', false), false)
}

/** Formulas of fewer letters fit into every line. */
const SHORT = 12

/** A formula in a line of text does not break: one that may be longer than a line scrolls in a frame of its own. */
const framed = (html: string, display: boolean): string =>
  !display &&
  html.startsWith('<math') &&
  html.replace(/<[^<>]*>|&#?\w+;/g, (each) => (each[0] === '<' ? '' : 'x')).length > SHORT
    ? `<span class="m-in">${html}</span>`
    : html

function formulaHtml(element: Element, rendering: Rendering, display: boolean): string {
  const inner = child(element, 'alternatives')
  const form = inner ? preferredForm(inner) : (children(element, 'math')[0] ?? children(element, 'tex-math')[0])
  if (form && nameOf(form) === 'math') {
    rendering.hasFormulas = true
    return besides(element, form, rendering, framed(mathml(form, display, rendering), display))
  }
  if (form && nameOf(form) === 'tex-math') {
    rendering.hasFormulas = true
    return besides(element, form, rendering, framed(texAsMath(form.textContent ?? '', display), display))
  }
  const graphic = [element, inner].flatMap((one) => children(one, 'graphic', 'inline-graphic'))[0]
  const words = rendering.inline(
    nodesOf(inner ?? element).filter((node) => node.nodeType !== 1 || !LEFT.has(nameOf(node as Element))),
  )
  if (!graphic) return words
  return words + formulaPicture(graphic, rendering, display)
}

const LEFT = new Set(['label', 'graphic', 'inline-graphic', 'alternatives', 'math', 'tex-math'])

/** Words and further formulas beside the first, in their order. */
function besides(element: Element, form: Element, rendering: Rendering, html: string): string {
  const before: string[] = []
  const after: string[] = []
  let seen = false
  for (const node of nodesOf(element)) {
    const isForm = node === form || node === form.parentNode
    if (isForm) seen = true
    else if (
      node.nodeType !== 1 ||
      !['label', 'graphic', 'inline-graphic', 'tex-math'].includes(nameOf(node as Element))
    )
      (seen ? after : before).push(rendering.inline([node]))
  }
  return `${before.join('')}${html}${after.join('')}`
}

function formulaPicture(graphic: Element, rendering: Rendering, display: boolean): string {
  const picture = rendering.options.image(attribute(graphic, 'href'))
  const alt = children(graphic, 'alt-text').map(rawText)[0] ?? 'Formula'
  if (picture)
    return `<img class="${display ? 'art' : 'in-line'}"${attr('src', picture.src)}${sizes(picture)}${attr('alt', alt)} loading="lazy">`
  return display ? awayMount('this formula', rendering, 'formula') : `<span class="no-picture">[${text(alt)}]</span>`
}

/** Text set apart from the rest. */
const box: Handler = (element, rendering) => {
  const id = rendering.id(element)
  const caption = child(element, 'caption')
  const label = rendering.inlineOf(child(element, 'label'))
  const title = rendering.inlineOf(child(caption ?? element, 'title'))
  const tag = headingTag(rendering.level)
  const head = label || title ? `<${tag}>${label && `<b class="lab">${label}</b>`}${title}</${tag}>` : ''
  rendering.level++
  const before = caption ? rendering.blocks(caption, 'title') : []
  const inside = rendering.blocks(element, 'label', 'caption', 'title')
  rendering.level--
  return `<aside class="box"${id} tabindex="-1">${head}${before.join('')}${inside.join('')}</aside>`
}

/** What stands between paragraphs and holds blocks of its own. */
const container: Handler = (element, rendering) => {
  const inside = rendering.blocks(element, 'label', 'title').join('')
  return `<div${rendering.id(element)}>${title(element, rendering)}${inside}</div>`
}

const paragraph: Handler = (element, rendering) => {
  const id = rendering.ids.of(element) ? rendering.id(element) : ''
  const blocks = rendering.flow(nodesOf(element))
  return id ? `<div${id}>${blocks.join('')}</div>` : blocks.join('')
}

/** Keywords of a section. */
const keywords: Handler = (element, rendering) => {
  const [label] = children(element, 'label', 'title').map((part) => rendering.inlineOf(part))
  const words = children(element).filter((part) => !['label', 'title'].includes(nameOf(part)))
  const list = words.map((part) => rendering.inline([part]).trim()).filter(Boolean)
  return `<p${rendering.id(element)} class="kws">${label ? `<b>${label}</b> ` : ''}${list.join('; ')}</p>`
}

const sectionMeta: Handler = (element, rendering) =>
  nodesOf(element)
    .filter(isElement)
    .map((part) => rendering.block(part))
    .join('')

/** Marked notes that stand together. */
const notes: Handler = (element, rendering) => tableNotes(element, rendering.place.id, rendering)

const references: Handler = (element, rendering) => {
  const piece = listOf(children(element, 'ref'), rendering)
  const before = rendering.blocks(element, 'label', 'title', 'ref')
  return `<div${rendering.id(element)}>${title(element, rendering)}${before.join('')}${piece.open}${piece.items.join('')}${piece.close}</div>`
}

/** Text without a paragraph around it, such as an address or an attribution. */
const line: Handler = (element, rendering) => {
  const html = rendering.inlineOf(element).trim()
  return html ? `<p${rendering.id(element)} class="credit">${html}</p>` : ''
}

export const TABLES: Tables = {
  inline: { ...INLINE, 'inline-formula': inlineFormula, math, 'tex-math': tex },
  block: {
    ack: container,
    address: line,
    alternatives: blockAlternatives,
    answer: container,
    'answer-set': container,
    app: container,
    'app-group': container,
    array: container,
    attrib: line,
    bio: container,
    'block-alternatives': blockAlternatives,
    'boxed-text': box,
    caption: container,
    'chem-struct-wrap': figure,
    code,
    'def-list': definitions,
    'disp-formula': displayFormula,
    'disp-formula-group': formulaGroup,
    'disp-quote': quotation,
    explanation: container,
    fig: figure,
    'fig-group': figureGroup,
    'floats-group': container,
    'fn-group': notes,
    glossary: container,
    graphic,
    'kwd-group': keywords,
    list,
    media: supplementList,
    note: container,
    notes: container,
    p: paragraph,
    permissions: line,
    preformat: code,
    question: container,
    'question-preamble': container,
    'question-wrap': container,
    'question-wrap-group': container,
    'ref-list': references,
    sec: container,
    'sec-meta': sectionMeta,
    'sig-block': line,
    sig: line,
    speech,
    statement,
    'supplementary-material': supplementList,
    table: bareTable,
    'table-wrap': tableWrap,
    'table-wrap-foot': notes,
    'table-wrap-group': tableGroup,
    'verse-group': verse,
  },
}
