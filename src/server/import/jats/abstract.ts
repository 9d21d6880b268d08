import type { Element } from '@xmldom/xmldom'
import { sanitiseRichText } from '../../html/sanitise.ts'
import { runsOf, runsOfNodes } from './inline.ts'
import { keyMessage, LONGEST_KEY_MESSAGE, withinKeyMessage } from './key-message.ts'
import { attribute, child, children, isElement, nameOf, nodesOf } from './nodes.ts'
import { htmlOf, plainText, type Run } from './runs.ts'

/** One piece of an abstract. */
export type Piece =
  | { kind: 'heading'; runs: Run[] }
  | { kind: 'paragraph' | 'quote'; runs: Run[] }
  | { kind: 'list'; ordered: boolean; items: Run[][] }

export interface Abstract {
  /** Sanitised HTML: paragraphs, and headings where the abstract is structured. */
  html: string
  /** Plain text of at most 300 characters. */
  keyMessage: string
}

// Short texts for a wider audience, best first.
const SHORT_TYPES = [
  ...[
    'teaser',
    'short',
    'precis',
    'web-summary',
    'toc',
    'key-message',
    'key-points',
    'author-highlights',
    'highlights',
  ],
  ...['executive-summary', 'plain-language-summary', 'lay-summary', 'significance', 'summary', 'longsummary'],
]
/** Sections that publishers append to abstracts and that say nothing of the work. */
const APPENDED = /^(?:electronic )?supplementa(?:ry|l) (?:material|information)|^key ?words?$|^graphical abstract$/i
const KEY_MESSAGE_TITLE = /^(?:main conclusions?|key message|key points?|highlights|significance(?: statement)?)$/i
const ABSTRACT_TITLE = /^(?:abstract|summary)$/i

/** The abstract and the key message of an article; both are empty when it has no abstract. */
export function readAbstract(meta: Element, language: string): Abstract {
  const abstracts = children(meta, 'abstract').filter(isIn(language))
  const short = SHORT_TYPES.flatMap((type) => abstracts.filter((abstract) => typeOf(abstract) === type))[0]
  const main = mainAbstract(abstracts)
  const pieces = main ? piecesOf(main) : []
  const own = short ? undefined : takeKeyMessage(pieces)
  return {
    html: sanitiseRichText(structured(withoutOwnTitle(pieces)).map(pieceHtml).join('')),
    keyMessage: keyMessage(short ? sentencesOf(piecesOf(short)) : (own ?? sentencesOf(pieces))),
  }
}

/** The abstract as it was printed, piece by piece. */
export function abstractPieces(meta: Element, language: string): Piece[] {
  const main = mainAbstract(children(meta, 'abstract').filter(isIn(language)))
  return main ? structured(withoutOwnTitle(piecesOf(main))) : []
}

const mainAbstract = (abstracts: Element[]): Element | undefined =>
  abstracts.find((abstract) => !attribute(abstract, 'abstract-type')) ??
  abstracts.find((abstract) => ['section', 'structured', 'normal'].includes(typeOf(abstract)))

const typeOf = (abstract: Element): string => attribute(abstract, 'abstract-type').toLowerCase()

const isIn =
  (language: string) =>
  (abstract: Element): boolean => {
    const own = attribute(abstract, 'lang')
    return !own || own.slice(0, 2).toLowerCase() === language.slice(0, 2).toLowerCase()
  }

function piecesOf(section: Element): Piece[] {
  const pieces = nodesOf(section).flatMap((node): Piece[] => {
    if (!isElement(node)) return []
    switch (nameOf(node)) {
      case 'title': {
        const runs = headingRuns(runsOf(node))
        return runs.length ? [{ kind: 'heading', runs }] : []
      }
      case 'sec': {
        const inner = piecesOf(node)
        const title = child(node, 'title')
        return title && APPENDED.test(plainText(runsOf(title))) ? [] : inner
      }
      case 'p':
        return paragraphPieces(node)
      case 'list':
        return [listPiece(node)]
      case 'disp-quote':
        return [{ kind: 'quote', runs: runsOf(node) }]
      case 'disp-formula':
        return [{ kind: 'paragraph', runs: runsOfNodes([node], { citations: 'left out' }) }]
      default:
        return []
    }
  })
  return pieces.filter((piece) => (piece.kind === 'list' ? piece.items.length : piece.runs.length))
}

/** A paragraph, parted where a list stands inside it. */
function paragraphPieces(paragraph: Element): Piece[] {
  const pieces: Piece[] = []
  let inline: ReturnType<typeof nodesOf> = []
  const flush = () => {
    const runs = runsOfNodes(inline, { citations: 'left out' })
    if (runs.length) pieces.push({ kind: 'paragraph', runs })
    inline = []
  }
  for (const node of nodesOf(paragraph)) {
    if (isElement(node) && nameOf(node) === 'list') {
      flush()
      pieces.push(listPiece(node))
    } else inline.push(node)
  }
  flush()
  return pieces
}

const listPiece = (list: Element): Piece => ({
  kind: 'list',
  ordered: /order|alpha|roman/.test(attribute(list, 'list-type')),
  items: children(list, 'list-item')
    .map((item) =>
      runsOfNodes(
        nodesOf(item).filter((node) => !isElement(node) || nameOf(node) !== 'label'),
        { citations: 'left out' },
      ),
    )
    .filter((runs) => runs.length),
})

/** A heading ends without the colon or full stop that set it off from its text in print. */
function headingRuns(runs: Run[]): Run[] {
  const last = runs.at(-1)
  if (!last) return runs
  const text = last.text.replace(/\s*[:.]$/, '')
  return [...runs.slice(0, -1), ...(text ? [{ ...last, text }] : [])]
}

/**
 * The paragraph under a title such as 'Main conclusion' or 'Key message', taken out of the abstract
 * when it is short enough to stand as the key message whole.
 */
function takeKeyMessage(pieces: Piece[]): string[] | undefined {
  const at = pieces.findIndex((piece) => piece.kind === 'heading' && KEY_MESSAGE_TITLE.test(plainText(piece.runs)))
  const paragraph = pieces[at + 1]
  if (at < 0 || paragraph?.kind !== 'paragraph') return undefined
  const text = plainText(paragraph.runs)
  if (text.length <= LONGEST_KEY_MESSAGE && pieces.length > 2) pieces.splice(at, 2)
  return [text]
}

/** A first heading 'Abstract' goes: the page has that heading of its own. */
function withoutOwnTitle(pieces: Piece[]): Piece[] {
  const [first, ...rest] = pieces
  return first?.kind === 'heading' && ABSTRACT_TITLE.test(plainText(first.runs)) ? rest : pieces
}

/** Bold words that open every paragraph are headings in disguise. */
function structured(pieces: Piece[]): Piece[] {
  const opensBold = ({ runs }: { runs: Run[] }) =>
    runs.length > 1 && runs[0]!.marks.includes('b') && runs[0]!.text.length < 60
  if (pieces.length < 2 || !pieces.every((piece) => piece.kind === 'paragraph' && opensBold(piece))) return pieces
  return pieces.flatMap((piece): Piece[] => {
    if (piece.kind !== 'paragraph') return [piece]
    const [heading, next, ...rest] = piece.runs
    return [
      { kind: 'heading', runs: headingRuns([{ ...heading!, text: heading!.text.trim(), marks: [] }]) },
      { kind: 'paragraph', runs: [{ ...next!, text: next!.text.replace(/^[\s:.–—-]+/, '') }, ...rest] },
    ]
  })
}

function pieceHtml(piece: Piece): string {
  switch (piece.kind) {
    case 'heading':
      return `<h3>${htmlOf(piece.runs)}</h3>`
    case 'paragraph':
      return `<p>${htmlOf(piece.runs)}</p>`
    case 'quote':
      return `<blockquote>${htmlOf(piece.runs)}</blockquote>`
    case 'list': {
      const tag = piece.ordered ? 'ol' : 'ul'
      return `<${tag}>${piece.items.map((item) => `<li>${htmlOf(item)}</li>`).join('')}</${tag}>`
    }
  }
}

/** The texts that a key message may be made of; points of a list each end like a sentence. */
const sentencesOf = (pieces: Piece[]): string[] =>
  withinKeyMessage(
    structured(withoutOwnTitle(pieces)).flatMap((piece) => {
      if (piece.kind === 'heading') return []
      if (piece.kind !== 'list') return [plainText(piece.runs)]
      return piece.items.map((item) => plainText(item).replace(/[;,.]?$/, '.'))
    }),
  )
