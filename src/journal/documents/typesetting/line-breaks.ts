/** A word to be broken into lines. */
export interface Breakable {
  width: number
  /** The space after it; 0 where a line may end without a space, after a hyphen. */
  space: number
}

// How far a space may stretch before a line looks loose, and how far it may shrink.
const STRETCH = 0.55
export const SHRINK = 0.28

/** Fills line after line (greedy). */
export function greedyBreaks(words: Breakable[], width: number): number[] {
  const ends: number[] = []
  let used = 0
  for (const [index, word] of words.entries()) {
    const before = index > 0 ? words[index - 1]!.space : 0
    if (used > 0 && used + before + word.width > width + 0.01) {
      ends.push(index)
      used = word.width
    } else used += (used > 0 ? before : 0) + word.width
  }
  return [...ends, words.length]
}

/** The cost of a line by the width that is left, or too wide if negative. */
type Cost = (missing: number, spaces: number, isLast: boolean) => number

/**
 * The line breaks with the least total cost (Knuth and Plass, without hyphenation): the best break after each
 * word follows from the best breaks before it.
 */
function leastCostBreaks(words: Breakable[], width: number, cost: Cost): number[] {
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }]
  for (let end = 1; end <= words.length; end++) {
    let chosen = { cost: Infinity, from: end - 1 }
    let natural = 0
    let spaces = 0
    for (let from = end - 1; from >= 0; from--) {
      const word = words[from]!
      natural += word.width + (from < end - 1 ? word.space : 0)
      spaces += from < end - 1 ? word.space : 0
      if (natural - spaces * SHRINK > width && from < end - 1) break
      const total = best[from]!.cost + cost(width - natural, spaces, end === words.length)
      if (total < chosen.cost) chosen = { cost: total, from }
    }
    best.push(chosen)
  }
  const ends: number[] = []
  for (let end = words.length; end > 0; end = best[end]!.from) ends.unshift(end)
  return ends
}

/** Even spaces on all lines except the last. */
const justifiedCost: Cost = (missing, spaces, isLast) => {
  if (isLast && missing >= 0) return 0
  const ratio = missing >= 0 ? missing / Math.max(1, spaces * STRETCH) : -missing / Math.max(0.01, spaces * SHRINK)
  return (1 + 100 * ratio ** 3) ** 2
}

/** As few lines as possible, of similar length. */
const balancedCost: Cost = (missing) => 1e6 + (missing < 0 ? 1e9 : missing ** 2)

/** Line ends as word indexes, for justified text. */
export const justifiedBreaks = (words: Breakable[], width: number): number[] =>
  leastCostBreaks(words, width, justifiedCost)

export const balancedBreaks = (words: Breakable[], width: number): number[] =>
  leastCostBreaks(words, width, balancedCost)
