import { sql } from 'kysely'
import type { DutyHolder, DutyInvitation } from '../../../contract/api/duties.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { now } from '../../../platform/ids.ts'
import { recusedArticles } from '../../peer-review/recusal.ts'
import { isHeldNow } from './held.ts'
import { categoryNames, loadInvitedCategories, loadTerms, presentTerm, seenOf } from './rows.ts'

/** Everybody with a duty, administrators first, and the invitations that wait: seven queries. */
export async function listDuties(
  db: Db,
  caller: Caller,
): Promise<{ people: DutyHolder[]; invitations: DutyInvitation[] }> {
  const terms = await loadTerms(db, null)
  const users = await db
    .selectFrom('users')
    .select(['id', 'full_name', 'email', 'role'])
    .where('deleted_at', 'is', null)
    .where(({ or, eb }) =>
      or([eb('role', '=', 'admin'), eb('id', 'in', ['', ...new Set(terms.map(({ user_id }) => user_id))])]),
    )
    .orderBy('role')
    .orderBy('full_name')
    .orderBy('id')
    .execute()
  const named = await categoryNames(db)
  const { ofCategory, inHand } = await countCases(db, caller)
  const ofPerson = Map.groupBy(terms, ({ user_id }) => user_id)
  return {
    people: users.map(({ id, full_name, email, role }) => {
      const rows = ofPerson.get(id) ?? []
      return {
        ...{ userId: id, fullName: full_name, email, isYou: id === caller.userId, managing: role === 'admin' },
        terms: rows.map((row) => presentTerm(row, named)),
        openCases: ofCategory.get(id) ?? 0,
        assigned: inHand.get(id) ?? 0,
        seen: seenOf(role, rows),
      }
    }),
    invitations: await waiting(db, named),
  }
}

/** Open cases by person, without those from which the reader is recused. */
async function countCases(db: Db, { userId }: Caller) {
  const open = db
    .selectFrom('review_cases')
    .where('review_cases.closed_at', 'is', null)
    .where('review_cases.article_id', 'not in', recusedArticles(userId))
  const ofCategories = await open
    .innerJoin('articles', 'articles.id', 'review_cases.article_id')
    .innerJoin('duties', 'duties.category_id', 'articles.category_id')
    .select(['duties.user_id', sql<number | string>`count(distinct review_cases.article_id)`.as('total')])
    .where(isHeldNow())
    .groupBy('duties.user_id')
    .execute()
  const handled = await open
    .select(['editor_id', ({ fn }) => fn.countAll<number | string>().as('total')])
    .where('editor_id', 'is not', null)
    .groupBy('editor_id')
    .execute()
  return {
    ofCategory: new Map(ofCategories.map(({ user_id, total }) => [user_id, Number(total)])),
    inHand: new Map(handled.map(({ editor_id, total }) => [editor_id, Number(total)])),
  }
}

async function waiting(db: Db, named: (id: string) => { id: string; name: string }): Promise<DutyInvitation[]> {
  const rows = await db
    .selectFrom('duty_invitations')
    .selectAll()
    .where('ended_at', 'is', null)
    .orderBy('sent_at', 'desc')
    .orderBy('id')
    .limit(INVITATIONS_LISTED)
    .execute()
  const categories = await loadInvitedCategories(db, rows.map(({ id }) => id)) // prettier-ignore
  const at = now()
  return rows.map((row) => ({
    ...{ id: row.id, email: row.email, duty: row.duty, from: row.from_day, until: row.until_day },
    categories: (categories.get(row.id) ?? []).map(named),
    sentAt: row.sent_at,
    expiresAt: row.expires_at,
    isExpired: row.expires_at <= at,
  }))
}

/** More wait at no journal; those that were sent last are listed. */
const INVITATIONS_LISTED = 200
