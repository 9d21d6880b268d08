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
const decode = (text: string) => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!)

/** The title in pieces of text with their marks. Unknown tags are text like any other. */
export function titlePieces(title: string): TitlePiece[] {
  const pieces: TitlePiece[] = []
  let open: TitleMark[] = []
  for (const token of title.split(/(<\/?(?:i|sub|sup)>)/)) {
    const tag = /^<(\/?)(i|sub|sup)>$/.exec(token)
    if (!tag) {
      const last = pieces.at(-1)
      if (last?.marks === open) last.text += decode(token)
      else if (token) pieces.push({ text: decode(token), marks: open })
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

const escape = (text: string) => text.replace(/[&<>]/g, (c) => (c === '&' ? '&amp;' : c === '<' ? '&lt;' : '&gt;'))

/** The title as safe HTML, from pieces: the only markup in it is the three marks. */
export const titleHtml = (title: string): string =>
  titlePieces(title)
    .map(({ text, marks }) => marks.reduceRight((html, mark) => `<${mark}>${html}</${mark}>`, escape(text)))
    .join('')

/** What stands outside of tags. By hand, because `/<[^>]*>/` reads to the end from each `<` that nothing closes. */
function withoutTags(html: string): string {
  let text = ''
  let at = 0
  for (;;) {
    const open = html.indexOf('<', at)
    const close = open < 0 ? -1 : html.indexOf('>', open)
    if (close < 0) return text + html.slice(at)
    text += html.slice(at, open)
    at = close + 1
  }
}

/** Text of an HTML fragment, for excerpts and descriptions: tags out, blocks apart by a space. */
export const textOfHtml = (html: string): string =>
  decode(
    withoutTags(html.replace(/<br\s*\/?>|<\/(?:p|h[1-6]|li|div|td|th|tr|blockquote)>/g, ' ')).replace(/&nbsp;/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim()
