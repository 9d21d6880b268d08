import type { Document, Element, Node } from '@xmldom/xmldom'

/**
 * Which words of a file a page does not show. Words are counted, not ordered: floats move. A word of the file may
 * be on the page more often, never less often.
 */
export function lostWords(roots: Element[], html: string, leftOut: (element: Element) => boolean): string[] {
  const shown = counted(wordsOfHtml(html))
  const take = (word: string): boolean => {
    const left = shown.get(word) ?? 0
    if (left) shown.set(word, left - 1)
    return left > 0
  }
  const chains: Piece[][] = roots
    .flatMap((root) => chainsOf(root, leftOut))
    .map((words) => words.map((word) => ({ word, kept: take(word) })))
  // Words that the page writes as one: what their pieces had taken is free for others again.
  const join = (wanted: (piece: Piece) => boolean) => {
    for (const chain of chains) {
      for (const [at, piece] of chain.entries()) {
        if (!wanted(piece)) continue
        const joined = windowsAround(at, chain.length).find(([from, to]) =>
          take(
            chain
              .slice(from, to)
              .map(({ word }) => word)
              .join(''),
          ),
        )
        for (const part of joined ? chain.slice(...joined) : []) {
          if (part.kept) shown.set(part.word, (shown.get(part.word) ?? 0) + 1)
          part.kept = true
        }
      }
    }
    for (const piece of chains.flat()) piece.kept ||= take(piece.word)
  }
  join((piece) => !piece.kept)
  const missing = new Set(chains.flat().flatMap(({ word, kept }) => (kept ? [] : [word])))
  if (missing.size) join((piece) => missing.has(piece.word))
  return chains.flat().flatMap(({ word, kept }) => (kept ? [] : [word]))
}

interface Piece {
  word: string
  kept: boolean
}

/** The stretches of two to six pieces that hold this one. */
const windowsAround = (at: number, length: number): [from: number, to: number][] =>
  [2, 3, 4, 5, 6].flatMap((size) =>
    Array.from({ length: size }, (_, back): [number, number] => [at - back, at - back + size]).filter(
      ([from, to]) => from >= 0 && to <= length,
    ),
  )

/**
 * The words of an element, as chains of pieces without white space between them: 'MYB' and '51' in
 * <styled-content>MYB</styled-content>51 are two words where the page has a tag between them, otherwise one.
 */
function chainsOf(element: Element, leftOut: (element: Element) => boolean): string[][] {
  const chains: string[][] = []
  let isOpen = false
  const walk = (node: Node) => {
    if (node.nodeType === 3 || node.nodeType === 4) {
      const text = cleaned(node.nodeValue ?? '')
      for (const match of text.matchAll(WORD)) {
        if (isOpen && match.index === 0) chains.at(-1)!.push(match[0])
        else chains.push([match[0]])
        isOpen = match.index + match[0].length === text.length
      }
      if (text && !/[\p{L}\p{N}\p{M}]$/u.test(text)) isOpen = false
    } else if (node.nodeType === 1 && !leftOut(node as Element))
      for (let inner = node.firstChild; inner; inner = inner.nextSibling) walk(inner)
  }
  walk(element)
  return chains
}

/** How many words there are to keep. */
export const countWords = (roots: Element[], leftOut: (element: Element) => boolean): number =>
  roots.flatMap((root) => chainsOf(root, leftOut)).flat().length

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const decoded = (text: string): string => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!)

/** The words of a page: its text, and the addresses of its links, in which identifiers are. */
export function wordsOfHtml(html: string): string[] {
  const hrefs = [...html.matchAll(/ href="(https?:[^"]*)"/g)].map(([, href]) => {
    try {
      return decodeURIComponent(decoded(href!))
    } catch {
      return decoded(href!)
    }
  })
  const numbers = [...html.matchAll(/<li[^>]* value="(\d+)"/g)].map(([, value]) => value!)
  return [...numbers, ...wordsIn(decoded(html.replace(/<[^>]*>/g, '\u0000'))), ...hrefs.flatMap(wordsIn)]
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu
const cleaned = (text: string): string => text.replace(/[\uFFFE\uFFFF]/g, '').normalize('NFKC')
const wordsIn = (text: string): string[] => cleaned(text).match(WORD) ?? []

function counted(words: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

export const rootsOf = (document: Document, ...names: string[]): Element[] => {
  const roots: Element[] = []
  for (let node = document.documentElement!.firstChild; node; node = node.nextSibling)
    if (node.nodeType === 1 && names.includes((node as Element).localName!)) roots.push(node as Element)
  return roots
}
