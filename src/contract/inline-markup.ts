/**
 * Titles keep italics, subscripts and superscripts (`<i>`, `<sub>`, `<sup>`) and nothing else;
 * everything else in them is escaped text (decisions, 'Articles').
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

const escape = (text: string) => text.replace(/[&<>]/g, (c) => (c === '&' ? '&amp;' : c === '<' ? '&lt;' : '&gt;'))

/** The title as safe HTML, from pieces: the only markup in it is the three marks. */
export const titleHtml = (title: string): string =>
  titlePieces(title)
    .map(({ text, marks }) => marks.reduceRight((html, mark) => `<${mark}>${html}</${mark}>`, escape(text)))
    .join('')
