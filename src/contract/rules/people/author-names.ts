/** Joins names as 'A', 'A and B' or 'A, B and C'. */
export function joinNames(names: readonly string[]): string {
  if (names.length <= 1) return names[0] ?? ''
  return `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`
}

/** Lists show all authors up to this number. */
const NAMED_IN_LISTS = 10

/** The names shown in a list: for very long author lists the first nine, and the number of the others. */
export const namesInBrief = (names: readonly string[]): readonly string[] =>
  names.length <= NAMED_IN_LISTS
    ? names
    : [...names.slice(0, NAMED_IN_LISTS - 1), `${names.length - NAMED_IN_LISTS + 1} more`]

// Particles that belong to the family name that follows them.
const PARTICLES = new Set('van von der den de del della di da dos du la le bin binti ibn al el ten ter'.split(' '))

// Suffixes after the family name.
const SUFFIX = /^(?:Jr|Sr|II|III|IV|PhD|MD)\.?$/

/**
 * Splits a name in reading order into family and given names, for citation formats. A guess, used only if no
 * source gives the parts: the last word with the particles before it is the family name. A suffix, as in
 * 'John Smith Jr.', is in neither.
 */
export function splitName(fullName: string): { family: string; given: string } {
  const words = withoutSuffix(fullName.trim().split(/\s+/))
  let start = words.length - 1
  // Only in lower case: 'Van' with a capital may well be a given name.
  while (start > 0 && PARTICLES.has(words[start - 1]!)) start--
  return { family: words.slice(start).join(' '), given: words.slice(0, start).join(' ') }
}

/** 'van der Berg' is the particle 'van der' and the name 'Berg'; without a particle in lower case it is empty. */
export function withoutParticle(family: string): { particle: string; name: string } {
  const words = family.split(' ')
  let start = 0
  while (start < words.length - 1 && PARTICLES.has(words[start]!)) start++
  return { particle: words.slice(0, start).join(' '), name: words.slice(start).join(' ') }
}

const withoutSuffix = (words: string[]): string[] =>
  words.length > 2 && SUFFIX.test(words.at(-1)!) ? [...words.slice(0, -2), words.at(-2)!.replace(/,$/, '')] : words

/**
 * What the address of an author's page ends in: the ORCID iD, or else the id of the contributor, which stays the same
 * while the article is corrected. A name is not enough to tell people apart.
 */
export const authorKey = ({
  contributorId,
  orcidId,
}: {
  contributorId: string
  orcidId: string | null | undefined
}): string => orcidId ?? contributorId
