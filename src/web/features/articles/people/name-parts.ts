import { splitName } from '../../../../contract/domain/author-names.ts'

/** A full name as it is typed, and its words as the parts that citations use. */
export interface NameParts {
  fullName: string
  /** Somebody with a single name has it here. */
  familyName: string
  givenNames: string
}

/** The family name is the first words of a full name or the last ones; the parts hold no other words than the name. */
type Cut = { end: 'first' | 'last'; count: number }

const wordsOf = (fullName: string): string[] => fullName.split(/\s+/).filter(Boolean)

/** With one space between its words. */
export const tidyName = (fullName: string): string => wordsOf(fullName).join(' ')

function cutName(fullName: string, { end, count }: Cut, words = wordsOf(fullName)): NameParts {
  const at = end === 'first' ? count : words.length - count
  const [one, other] = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
  return end === 'first'
    ? { fullName, familyName: one, givenNames: other }
    : { fullName, familyName: other, givenNames: one }
}

/** How a name is split where nobody says how. */
export function guessedParts(fullName: string): NameParts {
  const { family, given } = splitName(fullName)
  return { fullName, familyName: family, givenNames: given }
}

const isSame = (one: NameParts, other: NameParts): boolean =>
  one.familyName === other.familyName && one.givenNames === other.givenNames

/** True where somebody, or a record, says another family name than the guess. */
export const isCorrected = (name: NameParts): boolean => !isSame(name, guessedParts(name.fullName))

/**
 * Every way to split a name, with the present one: the last words as the family name, the first ones, or all
 * of it as a single name. Empty for a name of one word.
 */
export function waysToSplit(name: NameParts): NameParts[] {
  const { fullName } = name
  const count = wordsOf(fullName).length
  if (count < 2) return []
  const counts = Array.from({ length: count - 1 }, (_, index) => index + 1)
  const ways = [
    ...counts.map((count) => cutName(fullName, { end: 'last', count })),
    ...counts.map((count) => cutName(fullName, { end: 'first', count })),
    cutName(fullName, { end: 'last', count }),
  ]
  return ways.some((way) => isSame(way, name)) ? ways : [name, ...ways]
}

/**
 * The parts of a full name that is being typed. `corrected` is the name as its family name was last chosen: the
 * choice holds while the name keeps any word of it, and a name typed anew is split anew.
 */
export function retypedName(fullName: string, corrected: NameParts | null): { name: NameParts; holds: boolean } {
  const words = wordsOf(fullName)
  const before = new Set(wordsOf(corrected?.fullName ?? ''))
  if (!corrected || !words.some((word) => before.has(word))) return { name: guessedParts(fullName), holds: false }
  const cut = cutOf(corrected)
  const named = withoutSuffix(words, suffixOf(corrected))
  if (!corrected.givenNames) return { name: cutName(fullName, { ...cut, count: named.length }, named), holds: true }
  return { name: cut.count < named.length ? cutName(fullName, cut, named) : guessedParts(fullName), holds: true }
}

const cutOf = ({ fullName, familyName, givenNames }: NameParts): Cut => ({
  end: givenNames && tidyName(fullName).startsWith(`${familyName} `) ? 'first' : 'last',
  count: wordsOf(familyName).length,
})

/** What a record has behind a name and in neither of its parts: 'Jr' in 'John Smith, Jr'. */
const suffixOf = ({ fullName, familyName, givenNames }: NameParts): string[] =>
  wordsOf(fullName).slice(wordsOf(familyName).length + wordsOf(givenNames).length)

function withoutSuffix(words: string[], suffix: string[]): string[] {
  const [named, behind] = [words.slice(0, -suffix.length), words.slice(-suffix.length)]
  if (!suffix.length || behind.join(' ') !== suffix.join(' ')) return words
  return named.join(' ').replace(/,$/, '').split(' ')
}
