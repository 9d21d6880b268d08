import { ERASED_VALUE, FORMER_ACCOUNT } from '../../contract/domain/former-account.ts'
import type { Person } from '../own-data-part.ts'

/** So short a word names nobody, and occurs within others. */
const SHORTEST = 3

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** The words of a name, also as they are joined in names of files. */
const joined = (words: readonly string[]): string => words.map(literally).join(String.raw`[\s_.,-]{1,3}`)

/**
 * Takes a person out of texts that stay: their addresses, phone number and full name, in any letter case, as whole
 * words. Single names stay: they are words of other people too.
 */
export function withoutPerson({ emails, account }: Person): (text: string) => string {
  const values = [...emails, account.phone_number ?? '', account.orcid ?? ''].filter(({ length }) => length >= SHORTEST)
  const words = account.full_name.split(/\s+/).filter(Boolean)
  const names = words.length > 1 || (words[0]?.length ?? 0) > SHORTEST ? [words, words.toReversed()] : []
  const whole = (pattern: string) => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern})(?![\p{L}\p{N}])`, 'giu')
  const ofValues = values.length ? whole(values.map(literally).join('|')) : null
  const ofNames = names.length ? whole(names.map(joined).join('|')) : null
  return (text) => {
    const unaddressed = ofValues ? text.replace(ofValues, ERASED_VALUE) : text
    return ofNames ? unaddressed.replace(ofNames, FORMER_ACCOUNT) : unaddressed
  }
}
