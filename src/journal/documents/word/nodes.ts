import type { HtmlElement, HtmlNode } from '../../../platform/html/tree.ts'
import { EVERY_FORMULA_MARK } from './prepare.ts'

export const isNamed = (node: HtmlNode | undefined, ...names: string[]): node is HtmlElement =>
  node !== undefined && typeof node !== 'string' && names.includes(node.name)

/** The text of nodes as it is written, marks of formulas included. */
export const textOf = (nodes: readonly HtmlNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.nodes))).join('')

/** The same as one line, without formulas. */
export const lineOf = (nodes: readonly HtmlNode[]): string =>
  textOf(nodes).replaceAll(EVERY_FORMULA_MARK, ' ').replace(/\s+/g, ' ').trim()

/** All pictures in nodes. */
export const picturesIn = (nodes: readonly HtmlNode[]): HtmlElement[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : node.name === 'img' ? [node] : picturesIn(node.nodes)))

/** Without the first characters of their text. */
export function withoutStart(nodes: readonly HtmlNode[], characters: number): HtmlNode[] {
  let left = characters
  const kept: HtmlNode[] = []
  for (const node of nodes) {
    if (left <= 0) {
      kept.push(node)
      continue
    }
    if (typeof node === 'string') {
      if (node.length > left) kept.push(node.slice(left))
      left -= node.length
      continue
    }
    const length = textOf(node.nodes).length
    if (length > left) kept.push({ ...node, nodes: withoutStart(node.nodes, left) })
    left -= length
  }
  return kept
}

const BOLD = new Set(['strong', 'b'])
export const isBoldMark = (node: HtmlElement): boolean => BOLD.has(node.name)

/** True if all letters are bold: what many authors use in place of a heading. */
export const isBold = (nodes: readonly HtmlNode[]): boolean =>
  nodes.every((node) =>
    typeof node === 'string' ? !/[\p{L}\p{N}]/u.test(node) : isBoldMark(node) || isBold(node.nodes),
  )
