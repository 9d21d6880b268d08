import { textOf } from '../../platform/html/text-of.ts'
import { htmlTree, type HtmlNode } from '../../platform/html/tree.ts'

const ENTRIES = new Set(['li', 'p', 'td'])
/** No board has more; the page may have been pasted from anywhere. */
const ENTRIES_MAX = 2000
const NAME_MAX = 100
const AFFILIATION_LETTERS = 5

/**
 * How many editors a page of the board names with an affiliation, as far as a program can tell: entries of a list, a
 * paragraph or a table that begin with a name in bold, and go on. It may count too few, so a low
 * number proves nothing.
 */
export function countEditors(members: string): number {
  const entries: HtmlNode[][] = []
  collect(htmlTree(members), entries)
  return entries.filter(namesSomebody).length
}

function collect(nodes: readonly HtmlNode[], entries: HtmlNode[][]): void {
  for (const node of nodes) {
    if (typeof node === 'string' || entries.length >= ENTRIES_MAX) continue
    if (ENTRIES.has(node.name) && !hasEntries(node.nodes)) entries.push(node.nodes)
    else collect(node.nodes, entries)
  }
}

const hasEntries = (nodes: readonly HtmlNode[]): boolean =>
  nodes.some((node) => typeof node !== 'string' && (ENTRIES.has(node.name) || hasEntries(node.nodes)))

function namesSomebody(nodes: readonly HtmlNode[]): boolean {
  const [first, ...rest] = nodes.filter((node) => typeof node !== 'string' || node.trim() !== '')
  if (first === undefined || typeof first === 'string' || !/^(?:b|strong)$/.test(first.name)) return false
  const name = textOf(first.nodes)
  // A longer text is no name, and not looked into.
  if (name.length > NAME_MAX || name.split(/\s+/).filter((word) => /^\p{L}/u.test(word)).length < 2) return false
  if (!/\p{Lu}/u.test(name)) return false
  return textOf(rest).replace(/[^\p{L}]/gu, '').length >= AFFILIATION_LETTERS
}
