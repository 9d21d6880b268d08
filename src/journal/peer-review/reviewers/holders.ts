import { sql, type SqlBool } from 'kysely'
import { domainsOfMailbox, mailboxOf } from '../../../contract/rules/people/same-person.ts'
import type { Db } from '../../../platform/database/connect.ts'

/** The reviewer to whom an address belongs. */
export interface Holder {
  reviewerId: string
  fullName: string
  /** The address as it is stored, which may be another one of the same mailbox. */
  email: string
}

/**
 * The reviewers to whom addresses (in lower case) belong, by address, also where they write it in another way: with
 * something after a plus, or at Gmail with dots. Two queries; the second reads the addresses at the same domains, and a
 * journal knows some thousands.
 */
export async function holdersOf(db: Db, emails: readonly string[]): Promise<Map<string, Holder>> {
  if (!emails.length) return new Map()
  const all = db
    .selectFrom('reviewer_addresses')
    .innerJoin('reviewers', 'reviewers.id', 'reviewer_addresses.reviewer_id')
    .select(['reviewer_id as reviewerId', 'full_name as fullName', 'email'])
  const exact = await all.where((where) => where(where.fn<string>('lower', ['email']), 'in', emails)).execute()
  const found = new Map(exact.map((holder): [string, Holder] => [holder.email.toLowerCase(), holder]))
  const others = emails.filter((email) => !found.has(email))
  const domains = [...new Set(others.flatMap((email) => domainsOfMailbox(mailboxOf(email))))]
  if (!domains.length) return found
  const near = await all
    .where(sql<SqlBool>`${domainOfAddress} in (${sql.join(domains)})`)
    .orderBy('email')
    .execute()
  const byMailbox = new Map(near.map((holder) => [mailboxOf(holder.email), holder]))
  for (const email of others) {
    const holder = byMailbox.get(mailboxOf(email))
    if (holder) found.set(email, holder)
  }
  return found
}

/** What follows the only @ of a stored address; `instr` and `strpos` are no names of both engines. */
const domainOfAddress = sql<string>`lower(substr(email, length(rtrim(email, replace(email, '@', ''))) + 1))`
