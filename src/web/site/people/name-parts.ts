import { splitName } from '../../../contract/rules/people/author-names.ts'

/** A full name as typed, and its parts for citations. */
export interface NameParts {
  fullName: string
  /** A single name is stored here. */
  familyName: string
  givenNames: string
}

/**
 * True if the family name is the first or last words of the full name, and the parts have the same words as
 * the whole.
 */
type Cut = { end: 'first' | 'last'; count: number }

const wordsOf = (fullName: string): string[] => fullName.split(/\s+/).filter(Boolean)

/** Collapses white space. */
export const tidyName = (fullName: string): string => wordsOf(fullName).join(' ')

function cutName(fullName: string, { end, count }: Cut, words = wordsOf(fullName)): NameParts {
  const at = end === 'first' ? count : words.length - count
  const [one, other] = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
  return end === 'first'
    ? { fullName, familyName: one, givenNames: other }
    : { fullName, familyName: other, givenNames: one }
}

/** The default split of a name. */
export function guessedParts(fullName: string): NameParts {
  const { family, given } = splitName(fullName)
  return { fullName, familyName: family, givenNames: given }
}

const isSame = (one: NameParts, other: NameParts): boolean =>
  one.familyName === other.familyName && one.givenNames === other.givenNames

/** True if a person or a source has chosen another family name than the default. */
export const isCorrected = (name: NameParts): boolean => !isSame(name, guessedParts(name.fullName))

/**
 * Every way to split a name, including the current one: the last words, the first words, or all of it as the
 * family name. Empty for a name of one word.
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
 * The parts of a full name that is being typed. `corrected` is the name when its family name was last
 * selected: the choice stays while any word of the name remains, and a completely retyped name is split by
 * default.
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

/** A suffix that is in neither part of a stored name: 'Jr' in 'John Smith, Jr'. */
const suffixOf = ({ fullName, familyName, givenNames }: NameParts): string[] =>
  wordsOf(fullName).slice(wordsOf(familyName).length + wordsOf(givenNames).length)

function withoutSuffix(words: string[], suffix: string[]): string[] {
  const [named, behind] = [words.slice(0, -suffix.length), words.slice(-suffix.length)]
  if (!suffix.length || behind.join(' ') !== suffix.join(' ')) return words
  return named.join(' ').replace(/,$/, '').split(' ')
}
