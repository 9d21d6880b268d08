import { childrenOf, isElement, nameOf, type Source } from './source.ts'

const BLOCK = /^(?:p|div|h[1-6]|li|table)$/

/**
 * Whether a table's row can be read as one line, cell after cell: several cells of at most one
 * paragraph each. Tables that lay out a whole page or mail are no such rows.
 */
export function isPlainRow(row: Source): boolean {
  const cells = childrenOf(row).filter(isElement)
  return cells.length > 1 && cells.every((cell) => blocksIn(cell) <= 1)
}

const blocksIn = (node: Source): number =>
  childrenOf(node)
    .filter(isElement)
    .reduce((sum, child) => sum + (BLOCK.test(nameOf(child)) ? 1 : 0) + blocksIn(child), 0)
