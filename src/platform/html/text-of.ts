import type { HtmlNode } from './tree.ts'

/** The text within nodes. */
export const textOf = (nodes: readonly HtmlNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.nodes))).join('')
