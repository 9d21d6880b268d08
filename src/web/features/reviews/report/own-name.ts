import { personName } from '../../../../contract/domain/people.ts'

/** A name shorter than this is part of too many words. */
const LEAST_LENGTH = 3

/** The reviewer's own name in a text that must not name them; null if it is not there. */
export function ownNameIn(text: string, fullName: string): string | null {
  const name = personName({ fullName })
  const sought = [name.fullName, name.familyName ?? ''].filter((each) => each.length >= LEAST_LENGTH)
  const isThere = (each: string) => {
    const escaped = each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return new RegExp(`(?<![\\p{L}])${escaped}(?![\\p{L}])`, 'u').test(text)
  }
  return sought.find(isThere) ?? null
}
