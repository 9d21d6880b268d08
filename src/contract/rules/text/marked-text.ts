import { decodeEntities } from './inline-markup.ts'

export type SearchMark = 'mark' | 'i' | 'sub' | 'sup'
export interface MarkedPiece {
  text: string
  /** Outermost first. */
  marks: SearchMark[]
}

/**
 * Splits a found text into pieces with their marks: `<mark>` for a word that was searched, and the marks of titles.
 * Unknown tags are text; tags need not be nested.
 */
export function markedPieces(found: string): MarkedPiece[] {
  const pieces: MarkedPiece[] = []
  let open: SearchMark[] = []
  for (const token of found.split(/(<\/?(?:mark|i|sub|sup)>)/)) {
    const tag = /^<(\/?)(mark|i|sub|sup)>$/.exec(token)
    if (!tag) {
      if (token) pieces.push({ text: decodeEntities(token), marks: open })
      continue
    }
    const mark = tag[2] as SearchMark
    if (open.includes(mark) === (tag[1] === '/'))
      open = tag[1] ? open.filter((other) => other !== mark) : [...open, mark]
  }
  return pieces
}
