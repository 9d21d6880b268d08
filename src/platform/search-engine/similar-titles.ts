import { analysed } from './analyser.ts'
import { piecesOf } from './spelling.ts'

/** From here on a query is the title of an article, with some letters wrong. */
export const SAME_TITLE = 0.6

/** Compares a query with titles by their pieces of three letters; 1: the same. */
export function titleComparer(query: string): (title: string) => number {
  const wanted = titlePieces(query)
  return (title) => {
    const pieces = titlePieces(title)
    let shared = 0
    for (const piece of wanted) if (pieces.has(piece)) shared++
    return (2 * shared) / (wanted.size + pieces.size)
  }
}

const titlePieces = (title: string): Set<string> => piecesOf(analysed(title).join(' '))
