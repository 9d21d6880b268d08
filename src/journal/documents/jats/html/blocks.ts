import { children, isElement, nameOf, nodesOf } from '../nodes.ts'
import { box } from './boxes.ts'
import { blockAlternatives, figure, figureGroup, graphic } from './figures.ts'
import { displayFormula, formulaGroup, inlineFormula, math, tex } from './formulas.ts'
import { INLINE } from './inline.ts'
import { code, definitions, list, quotation, speech, statement, title, verse } from './lists.ts'
import { listOf } from './references.ts'
import type { Handler, Tables } from './rendering.ts'
import { supplementList } from './supplements.ts'
import { bareTable, tableGroup, tableNotes, tableWrap } from './tables.ts'

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
