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
  const open: TitleMark[] = []
  for (const token of title.split(/(<\/?(?:i|sub|sup)>)/)) {
    const tag = /^<(\/?)(i|sub|sup)>$/.exec(token)
    if (!tag) {
      if (token) pieces.push({ text: decodeEntities(token), marks: [...open] })
    } else if (tag[1]) {
      open.pop()
    } else {
      open.push(tag[2] as TitleMark)
    }
  }
  return pieces
}

/** The title as plain text, for tags, slugs and file names. */
export const plainTitle = (title: string): string =>
  titlePieces(title)
    .map((piece) => piece.text)
    .join('')

/** Plain text as markup that reads as exactly this text. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>]/g, (c) => (c === '&' ? '&amp;' : c === '<' ? '&lt;' : '&gt;'))

/** Pieces as safe HTML, in the one form in which markup is stored. */
export const piecesHtml = (pieces: readonly TitlePiece[]): string =>
  pieces
    .map(({ text, marks }) => marks.reduceRight((html, mark) => `<${mark}>${html}</${mark}>`, escapeMarkup(text)))
    .join('')

/** What somebody writes as plain text: tags typed by hand, in pairs, mean what they say. */
export function typedMarkup(text: string): string {
  const paired = /&lt;(i|sub|sup)&gt;(.*?)&lt;\/\1&gt;/g
  let markup = escapeMarkup(text)
  for (let before = ''; before !== markup;) {
    before = markup
    markup = markup.replace(paired, '<$1>$2</$1>')
  }
  return markup
}

/** The title as safe HTML, from pieces: the only markup in it is the three marks. */
export const titleHtml = (title: string): string => piecesHtml(titlePieces(title))

/** The beginning of a title or key message: at most `length` characters, cut between words, with an ellipsis. */
export function shortenedMarkup(markup: string, length: number): string {
  const text = plainTitle(markup)
  if (text.length <= length) return markup
  let left = text.slice(0, length).replace(/\s+\S*$/, '').length
  const kept = titlePieces(markup).map(({ text: whole, marks }) => {
    const part = whole.slice(0, left)
    left -= part.length
    return { text: part, marks }
  })
  return piecesHtml([...kept.filter((piece) => piece.text !== ''), { text: '…', marks: [] }])
}
