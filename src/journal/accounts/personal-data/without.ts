import { ERASED_VALUE, FORMER_ACCOUNT } from '../../../contract/rules/accounts/users.ts'
import { PersonSearch, type MentionKind } from '../../../contract/rules/people/person-search.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { UserRow } from '../../../platform/database/tables.ts'
import { now } from '../../../platform/ids.ts'
import type { Erasure, Person } from '../../../platform/personal-data-part.ts'

/** So short a name names nobody, and occurs within others. */
const SHORTEST = 3

const KINDS: readonly MentionKind[] = ['full name', 'email address', 'ORCID iD', 'phone number']

interface Known {
  name: string
  emails: readonly string[]
  phone: string | null
  orcid: string | null
}

/** How texts that stay lose a person. To be made before any part erases: the log tells the names of the account. */
export async function loadErasure(tx: Tx, actorId: string, person: Person): Promise<Erasure> {
  const { typedEmails, confirmedEmails, account } = person
  const names = await namesOverTime(tx, account)
  const nameAt = (time: string): string => names.findLast(({ since }) => since <= time)?.name ?? names[0]!.name
  const then = new Map<string, (text: string) => string>()
  return {
    actorId,
    at: now(),
    without: withoutPerson({
      name: account.full_name,
      emails: typedEmails,
      phone: account.phone_number,
      orcid: account.orcid,
    }),
    withoutThen: (text, writtenAt) => {
      const name = nameAt(writtenAt)
      const orcid = account.orcid_proven_at === null ? null : account.orcid
      if (!then.has(name)) then.set(name, withoutPerson({ name, emails: confirmedEmails, phone: null, orcid }))
      return then.get(name)!(text)
    },
    wasNamed: (fullName, at) => fullName.toLowerCase() === nameAt(at).toLowerCase(),
  }
}

/** The full names of an account, in order, each with the time from which it was held. */
async function namesOverTime(db: Db, { id, full_name }: UserRow): Promise<{ name: string; since: string }[]> {
  const updates = await db
    .selectFrom('audit_entries')
    .select(['at', 'before', 'after'])
    .where('subject', '=', id)
    .where('action', '=', 'user.update')
    .orderBy('seq')
    .execute()
  const names: { name: string; since: string }[] = []
  for (const { at, before, after } of updates) {
    const [old, fresh] = [nameIn(before), nameIn(after)]
    if (old !== undefined && !names.length) names.push({ name: old, since: '' })
    if (fresh !== undefined && fresh !== names.at(-1)?.name) names.push({ name: fresh, since: at })
  }
  return names.length ? names : [{ name: full_name, since: '' }]
}

const nameIn = (payload: string | null): string | undefined =>
  payload === null ? undefined : (JSON.parse(payload) as { fullName?: string }).fullName

/**
 * Takes a person out of texts that stay: their addresses, phone number and full name, in any letter case, as whole
 * words. Single names stay: they are words of other people too.
 */
export function withoutPerson({ name, emails, phone, orcid }: Known): (text: string) => string {
  const isSingle = !/\s/.test(name.trim())
  const search = new PersonSearch(
    {
      names: name.trim().length > SHORTEST || !isSingle ? [name] : [],
      emails,
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
