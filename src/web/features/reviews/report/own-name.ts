import { personName } from '../../../../contract/domain/people.ts'

/** A name shorter than this is part of too many words. */
const LEAST_LENGTH = 3

/** A reviewer's name in a text that must not name them; null if there is none. */
export function ownNameIn(text: string, fullNames: readonly string[]): string | null {
  const names = fullNames.map((fullName) => personName({ fullName }))
  const sought = names
    .flatMap((name) => [name.fullName, name.familyName ?? ''])
    .filter((each) => each.length >= LEAST_LENGTH)
  const isThere = (each: string) => {
    const escaped = each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return new RegExp(`(?<![\\p{L}])${escaped}(?![\\p{L}])`, 'u').test(text)
  }
  return sought.find(isThere) ?? null
}
