import type { RawBuilder } from 'kysely'
import type { Reviewer } from '../../../contract/api/reviewers.ts'
import type { Paged } from '../../../contract/rules/site/page-numbers.ts'
import type { ReviewerState } from '../../../contract/rules/peer-review/reviewer-state.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { idsOnPage, inOrderOf, type Order, type Page } from '../../../platform/database/list-pages.ts'
import type { ReviewerRow, ReviewerTables } from '../../../platform/database/reviewer-tables.ts'
import { notFound } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { searchWords } from '../../../platform/search-engine/matches.ts'
import { hasWord } from './words.ts'

export const today = (): string => now().slice(0, 10)

/** The columns of a reviewer without those that are only searched. */
export const REVIEWER_COLUMNS = [
  ...(['id', 'full_name', 'affiliation', 'orcid', 'expertise', 'user_id', 'away_until'] as const),
  ...(['do_not_ask_at', 'erased_at', 'created_at', 'updated_at', 'version'] as const),
] as const

type Address = Pick<ReviewerTables['reviewer_addresses'], 'reviewer_id' | 'email' | 'vouched_by'>

/** The addresses of reviewers, the preferred ones first. */
export const addressesOf = async (db: Db, ids: readonly string[]): Promise<Address[]> =>
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
  const addresses = Map.groupBy(await addressesOf(db, ids), ({ reviewer_id }) => reviewer_id)
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

/** The reviewer with this address, in any letter case. */
export const findReviewerByEmail = (db: Db, email: string): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('reviewer_addresses')
    .select('reviewer_id as id')
    .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()

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
