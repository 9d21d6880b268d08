import { inNormalForm } from './normal-form.ts'

/** Where somebody works, as one text: several affiliations are joined by semicolons. */
const SEPARATOR = ';'

/** The affiliations in a contributor's text, each once. */
export const affiliationList = (affiliation: string): string[] => distinctAffiliations(affiliation.split(SEPARATOR))

/** Affiliations as one text that `affiliationList` takes apart again. */
export const joinAffiliations = (affiliations: readonly string[]): string =>
  distinctAffiliations(affiliations.map((one) => one.split(SEPARATOR).map(trimmed).filter(Boolean).join(', '))).join(
    `${SEPARATOR} `,
  )

/** Equal for affiliations that differ only in capitals, spaces and punctuation. */
export const affiliationKey = (affiliation: string): string =>
  inNormalForm(affiliation, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()

/** Each once, as it is written first. */
export function distinctAffiliations(affiliations: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const affiliation of affiliations.map(trimmed)) {
    const key = affiliationKey(affiliation)
    if (key && !byKey.has(key)) byKey.set(key, affiliation)
  }
  return [...byKey.values()]
}

const trimmed = (text: string): string => text.trim()
