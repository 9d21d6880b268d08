import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Reviewer } from '../../../contract/api/reviewers.ts'
import type { Paged } from '../../../contract/rules/site/page-numbers.ts'
import type { ReviewerState } from '../../../contract/rules/peer-review/reviewer-state.ts'
import { allSectionEditors } from '../who-sees.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { idsOnPage, inOrderOf, type Order, type Page } from '../../../platform/database/list-pages.ts'
import type { ReviewerRow, ReviewerTables } from '../../../platform/database/reviewer-tables.ts'
import { notFound } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { searchWords } from '../../../platform/search-engine/matches.ts'
import { hasWord } from './words.ts'
import { namesIn, type EditorialTeam } from '../../../contract/rules/peer-review/conflicts.ts'
import { textOfHtml } from '../../../contract/rules/text/html-text.ts'
import { domainsOfMailbox, mailboxOf } from '../../../contract/rules/people/same-person.ts'

export const today = (): string => now().slice(0, 10)

/** The columns of a reviewer without those that are only searched. */
export const REVIEWER_COLUMNS = [
  ...(['id', 'full_name', 'affiliation', 'orcid', 'expertise', 'user_id', 'away_until'] as const),
  ...(['do_not_ask_at', 'erased_at', 'created_at', 'updated_at', 'version'] as const),
] as const

type Address = Pick<ReviewerTables['reviewer_addresses'], 'reviewer_id' | 'email' | 'vouched_by'>

/** The addresses of reviewers, the preferred ones first. */
export const loadAddresses = async (db: Db, ids: readonly string[]): Promise<Address[]> =>
  ids.length
    ? db
        .selectFrom('reviewer_addresses')
        .select(['reviewer_id', 'email', 'vouched_by'])
        .where('reviewer_id', 'in', ids)
        .orderBy('reviewer_id')
        .orderBy('position')
        .execute()
    : []

const BY_NAME: Order = [
  ['name_order', 'asc'],
  ['id', 'asc'],
]

export interface ReviewerFilter {
  /** Beginnings of words in name, affiliation, expertise or address: all must occur. */
  q?: string | undefined
  state?: ReviewerState | undefined
}

/** Reviewers by name, without erased and hidden ones: four queries. */
export async function listReviewers(
  db: Db,
  { q = '', state }: ReviewerFilter,
  page: Page,
  hidden: RawBuilder<string>,
): Promise<Paged<Reviewer>> {
  let query = db.selectFrom('reviewers').where('erased_at', 'is', null).where('reviewers.id', 'not in', hidden)
  for (const word of searchWords(q)) query = query.where(hasWord(word))
  if (state === 'never-ask') query = query.where('do_not_ask_at', 'is not', null)
  if (state === 'away') query = query.where('do_not_ask_at', 'is', null).where('away_until', '>=', today())
  if (state === 'available') {
    query = query
      .where('do_not_ask_at', 'is', null)
      .where((where) => where.or([where('away_until', 'is', null), where('away_until', '<', today())]))
  }
  const { total } = await query.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const { ids, meta } = await idsOnPage(query.select('reviewers.id'), BY_NAME, page, total)
  return { data: await reviewersWith(db, ids), meta }
}

/** Reviewers in the order of these ids. */
export async function reviewersWith(db: Db, ids: readonly string[]): Promise<Reviewer[]> {
  if (!ids.length) return []
  const rows = await db.selectFrom('reviewers').select(REVIEWER_COLUMNS).where('id', 'in', ids).execute()
  const addresses = Map.groupBy(await loadAddresses(db, ids), ({ reviewer_id }) => reviewer_id)
  return inOrderOf(ids, rows, ({ id }) => id).map((row) => presentReviewer(row, addresses.get(row.id) ?? []))
}

export async function findReviewer(db: Db, id: string, hidden?: RawBuilder<string>): Promise<Reviewer> {
  const isHidden =
    hidden !== undefined &&
    (await db.selectFrom('reviewers').select('id').where('id', '=', id).where('id', 'in', hidden).executeTakeFirst())
  const [reviewer] = await reviewersWith(db, [id])
  if (!reviewer || isHidden) throw notFound('Reviewer')
  return reviewer
}

const presentReviewer = (row: ReviewerRow, addresses: readonly Address[]): Reviewer => ({
  id: row.id,
  fullName: row.full_name,
  affiliation: row.affiliation,
  orcid: row.orcid,
  expertise: row.expertise,
  emails: addresses.map(({ email, vouched_by }) => ({ email, vouched: vouched_by !== null })),
  userId: row.user_id,
  awayUntil: row.away_until,
  doNotAskAt: row.do_not_ask_at,
  erasedAt: row.erased_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
})

/** The accounts that edit the journal, and the names on the page of the editorial board: two queries. */
export async function readEditorialTeam(db: Db): Promise<EditorialTeam> {
  const administrators = await db
    .selectFrom('users')
    .select(['id as userId', 'full_name as fullName', 'email', 'orcid'])
    .where(({ or, eb }) => or([eb('role', '=', 'admin'), eb('id', 'in', allSectionEditors())]))
    .execute()
  const board = await db.selectFrom('editorial_members').select('members').execute()
  return { administrators, isOnBoard: namesIn(board.map(({ members }) => textOfHtml(members)).join('\n')) }
}

/** The reviewer to whom an address belongs. */
interface Holder {
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
export async function loadHolders(db: Db, emails: readonly string[]): Promise<Map<string, Holder>> {
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
