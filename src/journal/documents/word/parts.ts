import type { HtmlElement, HtmlNode } from '../../../platform/html/tree.ts'
import { isBold, isBoldMark, isNamed, lineOf, picturesIn, textOf, withoutStart } from './inline.ts'
import { FORMULA_MARK, type Formula } from './prepare.ts'

export interface Caption {
  kind: 'figure' | 'table'
  /** 'Figure 1', as it is printed. */
  label: string
  /** '1', 'S2'. */
  number: string
  nodes: HtmlNode[]
}

/** What a document consists of, in its order. */
export type Part =
  | { kind: 'heading'; level: number; nodes: HtmlNode[] }
  | { kind: 'paragraph'; nodes: HtmlNode[]; caption: Caption | null }
  | { kind: 'list' | 'quote'; element: HtmlElement }
  | { kind: 'table'; element: HtmlElement; caption: Caption | null; foot: HtmlNode[][] }
  | { kind: 'figure'; pictures: HtmlElement[]; caption: Caption | null }
  | { kind: 'formula'; indexes: number[]; label: string }

const HEADING = /^h([1-6])$/
const CAPTION = /^\s*((fig(?:ure)?s?|scheme|plate|table|tab)\.?\s*([SA]?\d{1,3}[a-z]?))\s*([.:|\u2013\u2014-]?)\s*/i
const LONGEST_BOLD_HEADING = 120
/** Paragraphs below a table that belong to it. */
const TABLE_NOTE = /^\s*(?:notes?\s*[.:]|abbreviations?\s*:|\*|\u2020|\u2021|\u00a7|values (?:are|with|followed)\b)/i

/** Divides a document into its parts: captions are with their tables and figures, formulas on their own lines. */
export function partsOf(nodes: readonly HtmlNode[], formulas: readonly Formula[]): { parts: Part[]; bold: number } {
  const simple = nodes.flatMap((node) => simplePart(node, formulas))
  const hasHeadings = simple.some(({ kind }) => kind === 'heading')
  let bold = 0
  const headed = hasHeadings
    ? simple
    : simple.map((part): Part => {
        if (!isBoldHeading(part)) return part
        bold++
        return { kind: 'heading', level: numberedLevel(lineOf(part.nodes)), nodes: unbold(part.nodes) }
      })
  return { parts: withCaptions(headed), bold }
}

function simplePart(node: HtmlNode, formulas: readonly Formula[]): Part[] {
  if (typeof node === 'string') return node.trim() ? [paragraph([node])] : []
  const level = HEADING.exec(node.name)?.[1]
  if (level) return lineOf(node.nodes) ? [{ kind: 'heading', level: Number(level), nodes: node.nodes }] : []
  if (node.name === 'ul' || node.name === 'ol') return [{ kind: 'list', element: node }]
  if (node.name === 'blockquote') return [{ kind: 'quote', element: node }]
  if (node.name === 'table') {
    return [formulaIn(node.nodes, formulas) ?? { kind: 'table', element: node, caption: null, foot: [] }]
  }
  if (node.name !== 'p') return [paragraph([node])]
  const formula = formulaIn(node.nodes, formulas)
  if (formula) return [formula]
  const pictures = picturesIn(node.nodes)
  const isEmpty = textOf(node.nodes).trim() === ''
  if (pictures.length && isEmpty) return [{ kind: 'figure', pictures, caption: null }]
  return isEmpty ? [] : [paragraph(node.nodes, node.attribute('class') === 'caption')]
}

function paragraph(nodes: HtmlNode[], isCaption = false): Part {
  return { kind: 'paragraph', nodes, caption: captionOf(nodes, isCaption) }
}

/** 'Table 1. Leaves' is a caption, 'Table 1 shows leaves' is not, unless it has the style of one or a bold label. */
function captionOf(nodes: HtmlNode[], isCaption: boolean): Caption | null {
  const text = textOf(nodes)
  const [all, label, word, number, sign] = CAPTION.exec(text.slice(0, 100)) ?? []
  if (!all || !label) return null
  const first = nodes.find((node) => typeof node !== 'string' || node.trim())
  const hasBoldLabel = isNamed(first, 'strong', 'b') && lineOf(first.nodes).length >= label.trim().length
  const isAlone = text.trim() === all.trim()
  if (!isCaption && !sign && !hasBoldLabel && !isAlone) return null
  const kind = /^tab/i.test(word!) ? 'table' : 'figure'
  return { kind, label: printedLabel(word!, number!), number: number!, nodes: withoutStart(nodes, all.length) }
}

const printedLabel = (word: string, number: string): string =>
  `${/^fig/i.test(word) ? 'Figure' : /^tab/i.test(word) ? 'Table' : word[0]!.toUpperCase() + word.slice(1).toLowerCase()} ${number}`

/** A paragraph or a row of cells with nothing but formulas and their number: '(3)'. */
function formulaIn(nodes: readonly HtmlNode[], formulas: readonly Formula[]): Part | null {
  const text = textOf(nodes)
  const pieces = text.split(FORMULA_MARK)
  const indexes = pieces.filter((_piece, at) => at % 2 === 1).map(Number)
  if (!indexes.length || indexes.length > 20 || picturesIn(nodes).length) return null
  const rest = pieces
    .filter((_piece, at) => at % 2 === 0)
    .join(' ')
    .trim()
  const label = /^\(?([A-Z]?\.?\d{1,3}(?:\.\d{1,3})?[a-z]?)\)?[.,]?$/.exec(rest)?.[1]
  if (!label && !/^[.,;]?$/.test(rest)) return null
  const isBlock = indexes.every((index) => formulas[index]?.isBlock)
  return isBlock || label ? { kind: 'formula', indexes, label: label ? `(${label})` : '' } : null
}

type Paragraph = Part & { kind: 'paragraph' }

const isBoldHeading = (part: Part): part is Paragraph =>
  part.kind === 'paragraph' &&
  !part.caption &&
  !picturesIn(part.nodes).length &&
  lineOf(part.nodes).length <= LONGEST_BOLD_HEADING &&
  /\p{L}/u.test(lineOf(part.nodes)) &&
  isBold(part.nodes)

/** '2.1 Study area' is on the second level. */
const numberedLevel = (line: string): number => Math.min(6, /^\d+((?:\.\d+)*)/.exec(line)?.[1]?.split('.').length ?? 1)

const unbold = (nodes: readonly HtmlNode[]): HtmlNode[] =>
  nodes.flatMap((node): HtmlNode[] =>
    typeof node === 'string'
      ? [node]
      : isBoldMark(node)
        ? unbold(node.nodes)
        : [{ ...node, nodes: unbold(node.nodes) }],
  )

/** Joins captions to the tables below them and to the pictures above them, or else the other way round. */
function withCaptions(parts: readonly Part[]): Part[] {
  const used = new Set<Part>()
  const captionAt = (index: number, kind: Caption['kind']): Caption | null => {
    const part = parts[index]
    if (part?.kind !== 'paragraph' || part.caption?.kind !== kind || used.has(part)) return null
    used.add(part)
    return part.caption
  }
  const joined = parts.map((part, index): Part => {
    if (part.kind === 'table') {
      const caption = captionAt(index - 1, 'table') ?? captionAt(index + 1, 'table')
      return { ...part, caption, foot: tableNotes(parts, index + 1, used) }
    }
    if (part.kind !== 'figure' || used.has(part)) return part
    const pictures = [...part.pictures]
    let next = index + 1
    for (let more = parts[next]; more?.kind === 'figure'; more = parts[++next]) {
      used.add(more)
      pictures.push(...more.pictures)
    }
    return { ...part, pictures, caption: captionAt(index - 1, 'figure') ?? captionAt(next, 'figure') }
  })
  return joined.flatMap((part, index): Part[] => {
    if (used.has(parts[index]!)) return []
    // The captions of a list at the end, whose pictures are elsewhere.
    if (part.kind === 'paragraph' && part.caption?.kind === 'figure') {
      return [{ kind: 'figure', pictures: [], caption: part.caption }]
    }
    return [part]
  })
}

function tableNotes(parts: readonly Part[], from: number, used: Set<Part>): HtmlNode[][] {
  const notes: HtmlNode[][] = []
  for (let at = from; notes.length < 10; at++) {
    const part = parts[at]
    if (part?.kind !== 'paragraph' || part.caption || !TABLE_NOTE.test(textOf(part.nodes).slice(0, 100))) break
    used.add(part)
    notes.push(part.nodes)
  }
  return notes
}

/** Where the text of an article begins; what comes before is in the article's record already. */
const BEGINNING = /^(?:\d+\.?\s*)?(?:introduction|background)\b/i
const FRONT =
  /^(?:abstract|summary|keywords?|key words|graphical abstract|highlights|key message|authors?|affiliations?)\b/i
const ABSTRACT_PARAGRAPH = /^(?:abstract|keywords?|key words)\s*[:.\u2014-]/i

/** Removes title, authors, abstract and keywords; what is removed is counted in paragraphs. */
export function withoutFront(parts: readonly Part[], title: string): { text: Part[]; leftOut: number } {
  const start = startOf(parts, title)
  return { text: parts.slice(start), leftOut: start }
}

function startOf(parts: readonly Part[], title: string): number {
  const isHeading = (part: Part) => part.kind === 'heading'
  const lineAt = (part: Part) => ('nodes' in part ? lineOf(part.nodes.filter((node) => !isNamed(node, 'img'))) : '')
  const introduction = parts.findIndex((part) => isHeading(part) && BEGINNING.test(lineAt(part)))
  if (introduction >= 0) return introduction
  // Without an introduction: the first heading after the last part of the front matter.
  const early = parts.slice(0, 40)
  const last = early.findLastIndex(
    (part) =>
      isSame(lineAt(part), title) ||
      (isHeading(part) && FRONT.test(lineAt(part))) ||
      (part.kind === 'paragraph' && ABSTRACT_PARAGRAPH.test(lineAt(part))),
  )
  if (last < 0) return 0
  const next = parts.findIndex((part, index) => index > last && isHeading(part))
  const isTitle = isSame(lineAt(parts[last]!), title) || !isHeading(parts[last]!)
  return isTitle ? last + 1 : next < 0 ? last : next
}

const comparable = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const isSame = (line: string, title: string): boolean => line !== '' && comparable(line) === comparable(title)
