import { sql, type RawBuilder } from 'kysely'
import type { Action } from '../../../contract/rules/accounts/actions.ts'
import { mailboxOf } from '../../../contract/rules/people/same-person.ts'
import { ALONE_HOURS } from '../../../contract/rules/fees/bank-details.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/rules/text/dates.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { type Administrator, administrators } from '../../accounts/users/administrators.ts'

const ROLE_CHANGES: Action[] = ['user.change-role', 'user.create-administrator']

/**
 * The managing editors who have been so without a break since before a proposal: after it the log has nothing about their
 * roles. Its order counts and not its times, because clocks can be set.
 */
export async function editorsSince(db: Db, proposalId: string): Promise<Set<string>> {
  const proposed = await db
    .selectFrom('audit_entries')
    .select('seq')
    .where('subject', '=', proposalId)
    .where('action', '=', 'journal.propose-bank-details')
    .executeTakeFirstOrThrow()
  return unchangedEditors(db, sql<boolean>`audit_entries.seq > ${proposed.seq}`)
}

/**
 * The managing editors whose role had not changed for as long as a proposal waits that nobody else can confirm: otherwise
 * its proposer could make its second person just before.
 */
export async function longEditors(db: Db, at: string): Promise<Set<string>> {
  const since = new Date(Date.parse(at) - ALONE_HOURS * HOUR_MS).toISOString()
  return unchangedEditors(db, sql<boolean>`audit_entries.at > ${since}`)
}

/** The managing editors about whose role the log has no entry of which `later` holds. */
async function unchangedEditors(db: Db, later: RawBuilder<boolean>): Promise<Set<string>> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('audit_entries')
            .select('audit_entries.id')
            .whereRef('audit_entries.subject', '=', 'users.id')
            .where('audit_entries.action', 'in', ROLE_CHANGES)
            .where(later),
        ),
      ),
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The managing editors who could confirm at a moment what this person proposes: no other account of theirs, and no newcomer. */
export async function othersThan(db: Db, userId: string, at: string): Promise<Administrator[]> {
  const long = await longEditors(db, at)
  const others = (await administrators(db)).filter(({ id }) => id !== userId && long.has(id))
  const same = await samePeople(
    db,
    userId,
    others.map(({ id }) => id),
  )
  return others.filter(({ id }) => !same.has(id))
}

/** Those accounts that belong to the owner of another: they share an address, an ORCID iD or the record of a reviewer. */
export async function samePeople(db: Db, userId: string, others: readonly string[]): Promise<Set<string>> {
  if (!others.length) return new Set()
  const marks = await marksOf(db, [userId, ...others])
  const own = marks.get(userId)!
  return new Set(others.filter((other) => other === userId || [...marks.get(other)!].some((mark) => own.has(mark))))
}

/**
 * What tells that two accounts are one person's. Addresses count that were confirmed, and iDs that were connected, at any time:
 * no two accounts have the same ones at once, but what one has given up another can take.
 */
async function marksOf(db: Db, userIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'email', 'email_confirmed_at', 'orcid'])
    .where('id', 'in', userIds)
    .execute()
  const logged = await db
    .selectFrom('audit_entries')
    .select(['subject', 'action', 'before', 'after'])
    .where('subject', 'in', userIds)
    .where('action', 'in', ['user.confirm-email', 'user.connect-orcid'])
    .execute()
  const addresses = new Map(userIds.map((id) => [id, new Set<string>()]))
  const orcids = new Map(userIds.map((id) => [id, new Set<string>()]))
  for (const { id, email, email_confirmed_at, orcid } of users) {
    if (email_confirmed_at !== null) addresses.get(id)!.add(email.toLowerCase())
    if (orcid !== null) orcids.get(id)!.add(orcid)
  }
  for (const { subject, before, after } of logged) {
    for (const payload of [before, after]) {
      const { email, orc_id } = (payload === null ? {} : JSON.parse(payload)) as Record<string, unknown>
      if (typeof email === 'string' && email.includes('@')) addresses.get(subject)!.add(email.toLowerCase())
      if (typeof orc_id === 'string') orcids.get(subject)!.add(orc_id)
    }
  }
  const all = (each: Map<string, Set<string>>) => ['', ...[...each.values()].flatMap((marks) => [...marks])]
  const reviewers = await db
    .selectFrom('reviewers')
    .leftJoin('reviewer_addresses', 'reviewer_addresses.reviewer_id', 'reviewers.id')
    .select(({ fn }) => ['reviewers.id', 'user_id', 'orcid', fn('lower', ['reviewer_addresses.email']).as('address')])
    .where(({ or, eb, fn }) =>
      or([
        eb('user_id', 'in', userIds),
        eb('orcid', 'in', all(orcids)),
        eb(fn('lower', ['reviewer_addresses.email']), 'in', all(addresses)),
      ]),
    )
    .execute()
  return new Map(
    userIds.map((id) => {
      const [mine, iDs] = [addresses.get(id)!, orcids.get(id)!]
      const records = reviewers.filter(
        ({ user_id, orcid, address }) =>
          user_id === id || (orcid !== null && iDs.has(orcid)) || mine.has(String(address ?? '')),
      )
      return [id, new Set([...[...mine].map(mailboxOf), ...iDs, ...records.map((record) => record.id)])]
    }),
  )
}

/** How long someone gets emails about what nobody but one editor could stop, after they have stopped being one. */
const FORMER_DAYS = 30

/** Who was a managing editor until lately. */
export async function formerEditors(db: Db): Promise<Administrator[]> {
  const since = new Date(Date.now() - FORMER_DAYS * DAY_MS).toISOString()
  return db
    .selectFrom('users')
    .select(['id', 'full_name as name', 'email'])
    .where('role', '<>', 'admin')
    .where('deleted_at', 'is', null)
    .where('email_confirmed_at', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('audit_entries')
          .select('audit_entries.id')
          .whereRef('audit_entries.subject', '=', 'users.id')
          .where('audit_entries.action', '=', 'user.change-role')
          .where('audit_entries.before', 'like', '%"admin"%')
          .where('audit_entries.at', '>=', since),
      ),
    )
    .orderBy('users.id')
    .execute()
}
