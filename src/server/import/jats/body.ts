import type { Document, Element } from '@xmldom/xmldom'
import { journal } from '../../../../journal.config.ts'
import { formulaRuns } from './formula.ts'
import { runsOf, runsOfNodes, type InlineOptions } from './inline.ts'
import { at, attribute, child, children, descendants, isElement, nameOf, nodesOf, rawText } from './nodes.ts'
import { keywordRuns } from './keywords.ts'
import { referenceRuns } from './references.ts'
import { tidyRuns, type Run } from './runs.ts'
import { abstractPieces, type Piece } from './abstract.ts'
import { captionRuns } from './caption.ts'
import { readTable, type Table } from './table.ts'

/** A piece of an article's text, in reading order. */
export type Block =
  | { kind: 'heading'; level: number; runs: Run[] }
  | { kind: 'paragraph' | 'quote'; runs: Run[] }
  | { kind: 'formula'; runs: Run[]; label: string }
  | { kind: 'list'; ordered: boolean; items: Run[][] }
  | { kind: 'table'; table: Table }
  /** Pictures do not travel with the XML: what is left is what they show. */
  | { kind: 'figure'; label: string; caption: Run[] }

export interface JatsBody {
  abstract: Piece[]
  keywords: Run[][]
  blocks: Block[]
  /** Acknowledgements, funding, data and other sections after the text. */
  back: Block[]
  references: { label: string; runs: Run[] }[]
  /** Notes to the article as a whole, such as who contributed equally. */
  notes: Run[][]
}

/** In running text citations are words or numbers that the reader needs. */
const KEEP: InlineOptions = { citations: 'kept' }

/** The text of an article, for typesetting and for reading online. */
export function readBody(document: Document): JatsBody {
  const article = document.documentElement!
  const back = child(article, 'back')
  const meta = at(article, 'front', 'article-meta')
  const language = attribute(article, 'lang') || journal.language
  return {
    abstract: meta ? abstractPieces(meta, language) : [],
    keywords: meta ? keywordRuns(meta, language) : [],
    blocks: blocksOf(child(article, 'body'), 1),
    back: children(back).flatMap((part) => (BACK_PARTS.has(nameOf(part)) ? backPart(part) : [])),
    references: descendants(back ?? article, 'ref').map((ref) => ({
      label: rawText(child(ref, 'label')).replace(/[[\].]/g, ''),
      runs: referenceRuns(ref),
    })),
    notes: children(at(meta, 'author-notes'), 'fn')
      .filter((note) => attribute(note, 'fn-type') !== 'corresp')
      .flatMap((note) => children(note, 'p').map((paragraph) => runsOf(paragraph)))
      .filter((runs) => runs.length),
  }
}

const BACK_PARTS = new Set(['ack', 'sec', 'notes', 'app-group', 'app', 'glossary'])
const BACK_TITLES: Record<string, string> = { ack: 'Acknowledgements', glossary: 'Abbreviations' }

function backPart(part: Element): Block[] {
  const blocks = blocksOf(part, 1)
  const title = BACK_TITLES[nameOf(part)]
  return title && blocks.length && blocks[0]!.kind !== 'heading'
    ? [{ kind: 'heading', level: 1, runs: [{ text: title, marks: [] }] }, ...blocks]
    : blocks
}

function blocksOf(section: Element | undefined, level: number): Block[] {
  return children(section).flatMap((element): Block[] => {
    switch (nameOf(element)) {
      case 'title': {
        const label = rawText(child(section, 'label'))
        const runs = runsOf(element)
        return runs.length
          ? [
              {
                kind: 'heading',
                level: Math.max(1, level - 1),
                runs: label ? [{ text: `${label} `, marks: [] }, ...runs] : runs,
              },
            ]
          : []
      }
      case 'sec':
      case 'app':
      case 'notes':
        return blocksOf(element, level + 1)
      case 'app-group':
      case 'boxed-text':
      case 'fig-group':
      case 'table-wrap-group':
        return blocksOf(element, level)
      default:
        return blockOf(element)
    }
  })
}

function blockOf(element: Element): Block[] {
  switch (nameOf(element)) {
    case 'p':
      return paragraphBlocks(element)
    case 'list':
      return [listBlock(element)]
    case 'def-list':
      return [{ kind: 'list', ordered: false, items: children(element, 'def-item').map((item) => runsOf(item, KEEP)) }]
    case 'disp-quote':
      return [{ kind: 'quote', runs: runsOf(element, KEEP) }]
    case 'disp-formula': {
      const runs = tidyRuns(formulaRuns(element, []))
      return runs.length ? [{ kind: 'formula', runs, label: rawText(child(element, 'label')) }] : []
    }
    case 'table-wrap': {
      const table = readTable(element)
      return table ? [{ kind: 'table', table }] : []
    }
    case 'fig':
      return [{ kind: 'figure', label: rawText(child(element, 'label')), caption: captionRuns(element) }]
    default:
      return []
  }
}

/** Blocks that may stand inside a paragraph part it in two. */
const INSIDE_PARAGRAPHS = new Set(['list', 'def-list', 'disp-quote', 'disp-formula', 'table-wrap', 'fig'])

function paragraphBlocks(paragraph: Element): Block[] {
  const blocks: Block[] = []
  let inline: ReturnType<typeof nodesOf> = []
  const flush = () => {
    const runs = runsOfNodes(inline, KEEP)
    if (runs.length) blocks.push({ kind: 'paragraph', runs })
    inline = []
  }
  for (const node of nodesOf(paragraph)) {
    if (isElement(node) && INSIDE_PARAGRAPHS.has(nameOf(node))) {
      flush()
      blocks.push(...blockOf(node))
    } else inline.push(node)
  }
  flush()
  return blocks
}

const listBlock = (list: Element): Block => ({
  kind: 'list',
  ordered: /order|alpha|roman/.test(attribute(list, 'list-type')),
  items: children(list, 'list-item')
    .map((item) =>
      runsOfNodes(
        nodesOf(item).filter((node) => !isElement(node) || nameOf(node) !== 'label'),
        KEEP,
      ),
    )
    .filter((runs) => runs.length),
})
