import { ERASED_VALUE, FORMER_ACCOUNT } from '../../contract/domain/former-account.ts'
import { PersonSearch, type MentionKind } from '../../contract/domain/person-search.ts'
import type { Person } from '../own-data-part.ts'

/** So short a name names nobody, and occurs within others. */
const SHORTEST = 3

const KINDS: readonly MentionKind[] = ['full name', 'email address', 'ORCID iD', 'phone number']

/**
 * Takes a person out of texts that stay: their addresses, phone number and full name, in any letter case, as whole
 * words. Single names stay: they are words of other people too.
 */
export function withoutPerson({ typedEmails, account }: Person): (text: string) => string {
  const { full_name: name, phone_number: phone, orcid } = account
  const isSingle = !/\s/.test(name.trim())
  const search = new PersonSearch(
    {
      names: name.trim().length > SHORTEST || !isSingle ? [name] : [],
      emails: typedEmails,
      phones: phone !== null && phone.length >= SHORTEST ? [phone] : [],
      orcids: [orcid],
    },
    { kinds: isSingle ? [...KINDS, 'family name'] : KINDS, anyCase: true },
  )
  return (text) => {
    const pieces: string[] = []
    let from = 0
    for (const { start, end, kind } of search.mentions(text)) {
      pieces.push(text.slice(from, start), kind.endsWith('name') ? FORMER_ACCOUNT : ERASED_VALUE)
      from = end
    }
    return pieces.length ? pieces.join('') + text.slice(from) : text
  }
}
