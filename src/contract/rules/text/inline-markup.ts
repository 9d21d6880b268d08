import { escapeText, wholeWords } from './plain-text.ts'

/**
 * Titles and key messages keep italics, subscripts and superscripts (`<i>`, `<sub>`, `<sup>`); everything
 * else in them is escaped text.
 */
export type TitleMark = 'i' | 'sub' | 'sup'
export interface TitlePiece {
  text: string
  /** Outermost first. */
  marks: TitleMark[]
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
/** Decodes the entities that `escapeText` produces. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!)

/** Splits a title into pieces of text with their marks. Unknown tags are treated as text. */
export function titlePieces(title: string): TitlePiece[] {
  const pieces: TitlePiece[] = []
  let open: TitleMark[] = []
  for (const token of title.split(/(<\/?(?:i|sub|sup)>)/)) {
    const tag = /^<(\/?)(i|sub|sup)>$/.exec(token)
    if (!tag) {
      const last = pieces.at(-1)
      // Adjacent unmarked texts are merged, also after an empty mark.
      const isOne = last?.marks === open || (last?.marks.length === 0 && open.length === 0)
      if (last && isOne) last.text += decodeEntities(token)
      else if (token) pieces.push({ text: decodeEntities(token), marks: open })
      continue
    }
    const mark = tag[2] as TitleMark
    // Nested identical marks have no effect, so a piece has at most three marks.
    if (open.includes(mark) === (tag[1] === '/')) {
      open = tag[1] ? open.filter((other) => other !== mark) : [...open, mark]
    }
  }
  return pieces
}

/** The title as plain text, for meta tags, slugs and file names. */
export const plainTitle = (title: string): string =>
  titlePieces(title)
    .map((piece) => piece.text)
    .join('')

/**
 * Escapes plain text minimally: 'A & B < C' stays as it is, and only what would be read as a mark or as an
 * escaped character is escaped.
 */
const escapeAmbiguous = (text: string): string =>
  text.replace(/&(?=(?:amp|lt|gt|quot|#39);)/g, '&amp;').replace(/<(?=\/?(?:i|sub|sup)>)/g, '&lt;')

/** Pieces as safe HTML, in the canonical form in which markup is stored. */
export const piecesHtml = (pieces: readonly TitlePiece[], escape = escapeText): string =>
  pieces
    .map(({ text, marks }) => marks.reduceRight((html, mark) => `<${mark}>${html}</${mark}>`, escape(text)))
    .join('')

const TYPED_TAG = /(&lt;\/?(?:i|sub|sup)&gt;)/

/** Parses text typed by a person: paired tags become marks. */
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
    // An opening tag within this pair that was never closed remains text.
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

/** Replaces line breaks and tabs by spaces; spaces at the ends stay, because the person may still be typing. */
export const onOneLine = (text: string): string => text.replace(/[\t\r\n\u2028\u2029]+/g, ' ')

/** A line as it is typed where nothing can be formatted: its marks are tags, all else is as it is read. */
export const asTyped = (markup: string): string => piecesHtml(titlePieces(onOneLine(markup)), (text) => text)

/** The title as safe HTML, from pieces: only the three marks are tags. */
export const titleHtml = (title: string): string => piecesHtml(titlePieces(title))

/** A key message in its stored form: plain text is kept literally, marks are tags. Not HTML. */
export const keyMessageText = (typed: string): string => piecesHtml(titlePieces(typed), escapeAmbiguous)

/** An excerpt of a title or key message: at most `length` characters, cut between words, with an ellipsis. */
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
