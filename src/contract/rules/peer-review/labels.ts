const LETTERS = [...'ABCDEFGHJKLMNPQRSTUVWXYZ']

/**
 * All labels that reviewers of one case can have: 'A', 'B', … and, should they ever be used up, 'A2', 'B2', ….
 * `used` are those already given in the case.
 */
export function freeLabels(used: ReadonlySet<string>): string[] {
  for (let round = 1; ; round++) {
    const free = LETTERS.map((letter) => (round === 1 ? letter : `${letter}${round}`)).filter(
      (label) => !used.has(label),
    )
    if (free.length) return free
  }
}
