import type { Document, Element } from '@xmldom/xmldom'
import { journal } from '../../../journal.config.ts'
import { abstractBlocks } from './abstract.ts'
import { blocksOf, type Block, type BlockOptions } from './blocks.ts'
import { runsOf } from './inline.ts'
import { keywordRuns } from './keywords.ts'
import { at, attribute, child, children, descendants, nameOf, rawText } from './nodes.ts'
import { referenceRuns } from './references.ts'
import type { Run } from './runs.ts'

export interface JatsBody {
  abstract: Block[]
  keywords: Run[][]
  blocks: Block[]
  /** Acknowledgements, funding, data and other sections after the text. */
  back: Block[]
  references: { label: string; runs: Run[] }[]
  /** Notes to the article as a whole, such as who contributed equally. */
  notes: Run[][]
}

/** In running text, citations are words or numbers that the reader needs. */
const KEEP: BlockOptions = { citations: 'kept' }

/** The text of an article, for typesetting and for reading online. */
export function readBody(document: Document): JatsBody {
  const article = document.documentElement!
  const back = child(article, 'back')
  const meta = at(article, 'front', 'article-meta')
  const language = attribute(article, 'lang') || journal.language
  return {
    abstract: meta ? abstractBlocks(meta, language) : [],
    keywords: meta ? keywordRuns(meta, language) : [],
    blocks: blocksOf(child(article, 'body'), KEEP),
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
  const blocks = blocksOf(part, KEEP)
  const title = BACK_TITLES[nameOf(part)]
  return title && blocks.length && blocks[0]!.kind !== 'heading'
    ? [{ kind: 'heading', level: 1, runs: [{ text: title, marks: [] }] }, ...blocks]
    : blocks
}
