import { DRAFT_DAYS_AFTER_CLOSING } from '../../../contract/rules/peer-review/time-limits.ts'
import { journal } from '../../../contract/journal.ts'
import type { Database, Db, Tx } from '../../../platform/database/connect.ts'
import type { CaseRow } from '../../../platform/database/review-tables.ts'
import { DAY_MS } from '../../../contract/rules/text/dates.ts'
import { forgetRecipient } from '../../../platform/email/withdraw.ts'
import { ERASED } from '../../../platform/email/render.ts'
import { type Promised, promisedTo } from '../../settings/promised.ts'
import { newId } from '../../../platform/ids.ts'
import { AS_REVIEWER } from '../recusal.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'

/** Removes what reviewers and editors wrote and attached without sending it, when it has been over for a time. */
export async function removeOldDrafts({ transaction }: Database, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - DRAFT_DAYS_AFTER_CLOSING * DAY_MS).toISOString()
  await transaction(async (tx) => {
    await tx
      .deleteFrom('review_drafts')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('review_assignments')
            .select('id')
            .whereRef('review_assignments.id', '=', 'review_drafts.assignment_id')
            .where('closed_at', '<', before),
        ),
      )
      .execute()
    await tx
      .deleteFrom('review_files')
      .where('report_id', 'is', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('review_assignments')
            .select('id')
            .whereRef('review_assignments.id', '=', 'review_files.assignment_id')
            .where('closed_at', '<', before),
        ),
      )
      .execute()
    await tx
      .deleteFrom('letter_files')
      .where('decision_id', 'is', null)
      .where('article_id', 'in', (cases) =>
        cases.selectFrom('review_cases').select('article_id').where('closed_at', '<', before),
      )
      .execute()
  })
}

/** The step under which it is noted that a case has lost its reviewers' names. */
const FORGOTTEN = 'reviewers forgotten'

/** How many cases lose their reviewers' names in one go. */
const CASES_AT_ONCE = 100

/** The least that can be promised. */
const FEWEST_YEARS = 1
const yearsBefore = (now: Date, years: number): string => `${now.getUTCFullYear() - years}${now.toISOString().slice(4)}`

type ClosedCase = Pick<CaseRow, 'article_id' | 'closed_at'>

/** Declined cases that still have their reviewers' names, by their ids. */
const namedCases = (db: Db, closedBefore: string, after: string): Promise<ClosedCase[]> =>
  db
    .selectFrom('review_cases')
    .select(['article_id', 'closed_at'])
    .where('stage', '=', 'declined')
    .where('closed_at', '<', closedBefore)
    .where('article_id', '>', after)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('review_reminders')
            .select('step')
            .whereRef('subject_id', '=', 'review_cases.article_id')
            .where('step', '=', FORGOTTEN),
        ),
      ),
    )
    .orderBy('article_id')
    .limit(CASES_AT_ONCE)
    .execute()

/** Takes the reviewers' names from cases that were declined years ago. Returns how many cases. */
export async function forgetReviewersOfOldCases(database: Database, now = new Date()): Promise<number> {
  const found: string[] = []
  for (let after = ''; found.length < CASES_AT_ONCE;) {
    const closed: ClosedCase[] = await namedCases(database.db, yearsBefore(now, FEWEST_YEARS), after)
    // Each keeps them for as long as was promised when it was sent.
    const promised: Map<string, Promised> = await promisedTo(
      database.db,
      closed.map(({ article_id }) => article_id),
    )
    for (const { article_id, closed_at } of closed) {
      const { keepNamesYears } = (promised.get(article_id) ?? journal()).review
      if (closed_at! < yearsBefore(now, keepNamesYears)) found.push(article_id)
    }
    if (closed.length < CASES_AT_ONCE) break
    after = closed.at(-1)!.article_id
  }
  for (const id of found) await database.transaction((tx) => forgetReviewersIn(tx, id, now.toISOString()))
  return found.length
}

/**
 * Puts a reviewer without a name in the place of each reviewer of a case, so that its rounds, reports and labels, and
 * with them all figures, stay as they are. What the reviewers wrote as a report stays too.
 */
async function forgetReviewersIn(tx: Tx, articleId: string, at: string): Promise<void> {
  // A deleted article has no row to lock; nothing else changes its case.
  await lockForUpdate(tx, 'articles', articleId)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('review_reminders')
    .values({ subject_id: articleId, step: FORGOTTEN, sent_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) return
  const assignments = await tx
    .selectFrom('review_assignments')
    .select(['id', 'reviewer_id'])
    .where('article_id', '=', articleId)
    .execute()
  for (const reviewerId of new Set(assignments.map(({ reviewer_id }) => reviewer_id))) {
    const nameless = await addNameless(tx, at)
    await tx
      .updateTable('review_assignments')
      .set({ reviewer_id: nameless, email: ERASED, message: null, decline_text: null, conflict_text: null })
      .where('article_id', '=', articleId)
      .where('reviewer_id', '=', reviewerId)
      .execute()
    await tx
      .deleteFrom('review_consents')
      .where('article_id', '=', articleId)
      .where('reviewer_id', '=', reviewerId)
      .execute()
    await tx
      .updateTable('conflicts')
      .set({ reviewer_id: nameless, text: null })
      .where('article_id', '=', articleId)
      .where('reviewer_id', '=', reviewerId)
      .execute()
  }
  for (const { id } of assignments) {
    await tx.deleteFrom('review_links').where('assignment_id', '=', id).execute()
    await tx.deleteFrom('reviewer_messages').where('assignment_id', '=', id).execute()
    await tx
      .updateTable('co_reviewers')
      .set({ full_name: '', email: ERASED, orcid: null, conflict_text: null })
      .where('assignment_id', '=', id)
      .execute()
    await forgetRecipient(tx, id)
  }
  await forgetSuggestions(tx, articleId)
  // They speak of the reviewers by their names.
  await tx.deleteFrom('case_notes').where('article_id', '=', articleId).execute()
  await tx.deleteFrom('case_recusals').where('article_id', '=', articleId).where('cause', 'in', AS_REVIEWER).execute()
}

async function addNameless(tx: Tx, at: string): Promise<string> {
  const id = newId()
  await tx
    .insertInto('reviewers')
    .values({
      ...{ id, full_name: '', affiliation: '', orcid: null, expertise: '', user_id: null, away_until: null },
      ...{ do_not_ask_at: at, erased_at: at, created_at: at, updated_at: at },
    })
    .execute()
  return id
}

/** Whom the authors or reviewers of a case suggested or opposed. */
const forgetSuggestions = (db: Db, articleId: string): Promise<unknown> =>
  db
    .updateTable('reviewer_suggestions')
    .set({ full_name: '', email: null, affiliation: '', reason: '' })
    .where('article_id', '=', articleId)
    .execute()
