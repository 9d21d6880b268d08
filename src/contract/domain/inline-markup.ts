import { escapeText } from './escape.ts'
import { wholeWords } from './whole-words.ts'

/**
 * Titles and key messages keep italics, subscripts and superscripts (`<i>`, `<sub>`, `<sup>`) and
 * nothing else; everything else in them is escaped text.
 */
export type TitleMark = 'i' | 'sub' | 'sup'
export interface TitlePiece {
  text: string
  /** Outermost first. */
  marks: TitleMark[]
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
/** Text whose special characters are written as HTML escapes them. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!)

/** The title in pieces of text with their marks. Unknown tags are text like any other. */
export function titlePieces(title: string): TitlePiece[] {
  const pieces: TitlePiece[] = []
  let open: TitleMark[] = []
  for (const token of title.split(/(<\/?(?:i|sub|sup)>)/)) {
    const tag = /^<(\/?)(i|sub|sup)>$/.exec(token)
    if (!tag) {
      const last = pieces.at(-1)
      // Between unmarked texts stands no tag, also where an empty mark stood: they are one.
      const isOne = last?.marks === open || (last?.marks.length === 0 && open.length === 0)
      if (last && isOne) last.text += decodeEntities(token)
      else if (token) pieces.push({ text: decodeEntities(token), marks: open })
      continue
    }
    const mark = tag[2] as TitleMark
    // Italic within italic is italic: no mark is opened twice, so that no piece has more than three.
    if (open.includes(mark) === (tag[1] === '/')) {
      open = tag[1] ? open.filter((other) => other !== mark) : [...open, mark]
    }
  }
  return pieces
}

/** The title as plain text, for tags, slugs and file names. */
export const plainTitle = (title: string): string =>
  titlePieces(title)
    .map((piece) => piece.text)
    .join('')

/**
 * Plain text with as little escaped as reads as exactly this text: 'A & B < C' stays as it is, and only what
 * would be taken for one of the marks, or for an escaped character, is escaped.
 */
const escapeAmbiguous = (text: string): string =>
  text.replace(/&(?=(?:amp|lt|gt|quot|#39);)/g, '&amp;').replace(/<(?=\/?(?:i|sub|sup)>)/g, '&lt;')

/** Pieces as safe HTML, in the one form in which markup is stored. */
export const piecesHtml = (pieces: readonly TitlePiece[], escape = escapeText): string =>
  pieces
    .map(({ text, marks }) => marks.reduceRight((html, mark) => `<${mark}>${html}</${mark}>`, escape(text)))
    .join('')

const TYPED_TAG = /(&lt;\/?(?:i|sub|sup)&gt;)/

/** What somebody writes as plain text: tags typed by hand, in pairs, mean what they say. */
export function typedMarkup(text: string): string {
  const tokens = escapeText(text).split(TYPED_TAG)
  const open: { mark: string; at: number }[] = []
  const waiting = new Map<string, number>()
  for (const [at, token] of tokens.entries()) {
    // Every second token is a tag.
    if (at % 2 === 0) continue
    const closes = token.startsWith('&lt;/')
    const mark = token.slice(closes ? 5 : 4, -4)
    if (!closes) {
      open.push({ mark, at })
      waiting.set(mark, (waiting.get(mark) ?? 0) + 1)
      continue
    }
    // What was opened within this pair and never closed stays text.
    for (let last = waiting.get(mark) ? open.pop() : undefined; last; last = open.pop()) {
      waiting.set(last.mark, waiting.get(last.mark)! - 1)
      if (last.mark !== mark) continue
      tokens[last.at] = `<${mark}>`
      tokens[at] = `</${mark}>`
      break
    }
  }
  return tokens.join('')
}

/** The title as safe HTML, from pieces: the only markup in it is the three marks. */
export const titleHtml = (title: string): string => piecesHtml(titlePieces(title))

/** A key message as it is stored: plain text reads letter by letter as it was typed, marks are tags. Not HTML. */
export const keyMessageText = (typed: string): string => piecesHtml(titlePieces(typed), escapeAmbiguous)

/** The beginning of a title or key message: at most `length` characters, cut between words, with an ellipsis. */
export function shortenedMarkup(markup: string, length: number): string {
  const text = plainTitle(markup)
  if (text.length <= length) return markup
  let left = wholeWords(text, length).length
  const kept = titlePieces(markup).map(({ text: whole, marks }) => {
    const part = whole.slice(0, left)
    left -= part.length
    return { text: part, marks }
  })
  return piecesHtml([...kept.filter((piece) => piece.text !== ''), { text: '…', marks: [] }])
}
