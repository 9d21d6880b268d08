import type { Document, Element } from '@xmldom/xmldom'
import { journal } from '../../../../contract/journal.ts'
import { abstractBlocks, keywordRuns } from './abstract.ts'
import { type Block, type BlockOptions, blocksOf, elementBlocks, noteRuns } from './blocks.ts'
import { runsOf } from '../model/inline.ts'
import { at, attribute, child, children, descendants, nameOf, addAll } from '../model/nodes.ts'
import type { Run } from '../model/runs.ts'
import { readEntry } from './citation.ts'
import { referenceRuns } from './references.ts'

export interface JatsBody {
  abstract: Block[]
  keywords: Run[][]
  blocks: Block[]
  /** Acknowledgements, funding, data and other sections after the text. */
  back: Block[]
  references: { id: string; label: string; runs: Run[] }[]
  /** Notes to the article as a whole, such as who contributed equally. */
  notes: Run[][]
}

/** In running text, citations are words or numbers that the reader needs, and lead to what they cite. */
const KEEP: BlockOptions = { citations: 'kept', leadsWithin: true }

/** The text of an article, for typesetting and for reading online. */
export function readBody(document: Document): JatsBody {
  const article = document.documentElement!
  const back = child(article, 'back')
  const meta = at(article, 'front', 'article-meta')
  const language = attribute(article, 'lang') || journal().language
  const floats = new FloatsApart(article)
  const options: BlockOptions = { ...KEEP, floatsCitedIn: (block) => floats.citedIn(block) }
  const blocks = blocksOf(child(article, 'body'), options)
  addAll(
    blocks,
    floats.rest().flatMap((float) => elementBlocks(float, KEEP)),
  )
  return {
    abstract: meta ? abstractBlocks(meta, language) : [],
    keywords: meta ? keywordRuns(meta, language) : [],
    blocks,
    back: children(back).flatMap((part) => (nameOf(part) === 'ref-list' ? [] : backPart(part, options))),
    references: descendants(back ?? article, 'ref').map((ref) => {
      const entry = readEntry(ref)
      return { id: attribute(ref, 'id'), label: entry.label.replace(/[[\].]/g, ''), runs: referenceRuns(entry) }
    }),
    notes: children(at(meta, 'author-notes'), 'fn')
      .filter((note) => attribute(note, 'fn-type') !== 'corresp')
      .flatMap((note) => children(note, 'p').map((paragraph) => runsOf(paragraph)))
      .filter((runs) => runs.length),
  }
}

const BACK_TITLES: Record<string, string> = { ack: 'Acknowledgements', glossary: 'Abbreviations', 'fn-group': 'Notes' }

function backPart(part: Element, options: BlockOptions): Block[] {
  const isNotes = nameOf(part) === 'fn-group'
  const blocks = isNotes ? noteRuns(part).map((runs): Block => ({ kind: 'paragraph', runs })) : blocksOf(part, options)
  const title = child(part, 'title') ? '' : BACK_TITLES[nameOf(part)]
  return title && blocks.length && blocks[0]!.kind !== 'heading'
    ? [{ kind: 'heading', level: 1, runs: [{ text: title, marks: [] }] }, ...blocks]
    : blocks
}

/**
 * Figures and tables that a file lists apart from its text (`floats-group`): each is shown after the block that
 * first cites it, and what nothing cites at the end.
 */
class FloatsApart {
  readonly #waiting: Set<Element>
  readonly #byId = new Map<string, Element>()

  constructor(article: Element) {
    const floats = children(article, 'floats-group').flatMap((group) => children(group))
    this.#waiting = new Set(floats)
    for (const float of floats) {
      for (const element of [float, ...children(float)]) {
        const id = attribute(element, 'id')
        if (id) this.#byId.set(id, float)
      }
    }
  }

  /** The floats that a block is the first to cite, and those that their captions cite. */
  citedIn(block: Element): Element[] {
    const found: Element[] = []
    for (let from: Element | undefined = block, at = 0; from && this.#waiting.size; from = found[at++]) {
      for (const xref of [from, ...descendants(from, 'xref')]) {
        for (const id of attribute(xref, 'rid').split(/\s+/)) {
          const float = this.#byId.get(id)
          if (float && this.#waiting.delete(float)) found.push(float)
        }
      }
    }
    return found
  }

  /** All that nothing has cited. */
  rest(): Element[] {
    const rest = [...this.#waiting]
    this.#waiting.clear()
    return rest
  }
}
