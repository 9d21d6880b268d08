import { childrenOf, isElement, nameOf, type Source } from './source.ts'

const BLOCK = /^(?:p|div|h[1-6]|li|table)$/

/**
 * Whether a table row can be read as one line: several cells of at most one paragraph each. Tables used for
 * the layout of a page or email do not qualify.
 */
export function isPlainRow(row: Source): boolean {
  const cells = childrenOf(row).filter(isElement)
  return cells.length > 1 && cells.every((cell) => blocksIn(cell) <= 1)
}

const blocksIn = (node: Source): number =>
  childrenOf(node)
    .filter(isElement)
    .reduce((sum, child) => sum + (BLOCK.test(nameOf(child)) ? 1 : 0) + blocksIn(child), 0)
