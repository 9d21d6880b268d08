/** The letters of a word, without case and the marks around it. */
export const lettersOf = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Words whose change is a matter of grammar. Not 'not', 'no', 'or', 'all', 'most': these say something. */
const GRAMMAR = new Set(
  'a an the of in on at by for to from with as and that which who is are was were be been has have had its it this these those'.split(
    ' ',
  ),
)

/** Beginnings that mean the opposite of each other. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ['hypo', 'hyper'],
  ['inter', 'intra'],
  ['micro', 'macro'],
  ['mono', 'poly'],
  ['pre', 'post'],
  ['endo', 'exo'],
  ['homo', 'hetero'],
]
const isOpposite = (one: string, other: string): boolean =>
  OPPOSITES.some(([a, b]) => (one.startsWith(a) && other.startsWith(b)) || (one.startsWith(b) && other.startsWith(a)))

/** Longer words are compared letter by letter only where they are words. */
const LONGEST_WORD = 40

/** The same word, mistyped: its first letter is right, or two letters were swapped; short words are other words. */
export function isSameWord(one: string, other: string): boolean {
  if (one === other) return true
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one]
  if (longer.length > LONGEST_WORD || shorter.length < 3 || longer.length - shorter.length > 2) return false
  if (/\d/.test(one + other) || isOpposite(one, other)) return false
  const distance = editDistance(one, other)
  const isSwapped =
    distance === 1 && one.length === other.length && [...one].toSorted().join() === [...other].toSorted().join()
  if (isSwapped) return true
  if (one[0] !== other[0] || shorter.length < 4) return false
  return distance <= (longer.length >= 7 ? 2 : 1)
}

/** Letters to be changed, added, left out, or swapped with the next (optimal string alignment). */
function editDistance(one: string, other: string): number {
  let [before, row] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let x = 1; x <= one.length; x++) {
    const next = [x]
    for (let y = 1; y <= other.length; y++) {
      const isEqual = one[x - 1] === other[y - 1]
      let least = Math.min(row[y]! + 1, next[y - 1]! + 1, row[y - 1]! + (isEqual ? 0 : 1))
      if (x > 1 && y > 1 && one[x - 1] === other[y - 2] && one[x - 2] === other[y - 1])
        least = Math.min(least, before[y - 2]! + 1)
      next.push(least)
    }
    ;[before, row] = [row, next]
  }
  return row[other.length]!
}

/** Longer passages are not corrected word by word. */
const LONGEST_PASSAGE = 12

/** Whether some words became others only because they were mistyped, were there twice, or a small word was missing. */
export function isTypingError(one: readonly string[], other: readonly string[], before: string): boolean {
  if (Math.max(one.length, other.length) > LONGEST_PASSAGE) return false
  const pairs = (a: readonly string[], b: readonly string[]) =>
    a.length === b.length &&
    a.every((word, index) => isSameWord(word, b[index]!) || (GRAMMAR.has(word) && GRAMMAR.has(b[index]!)))
  if (pairs(one, other)) return true
  if (one.length === 1 && other.length === 0 && one[0] === before) return true
  const content = (words: readonly string[]) => words.filter((word) => !GRAMMAR.has(word))
  return pairs(content(one), content(other))
}
