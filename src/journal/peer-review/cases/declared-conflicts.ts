import type { Interest } from '../../../contract/rules/peer-review/interests.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { AssignmentRow } from '../../../platform/database/review-tables.ts'
import { newId, now } from '../../../platform/ids.ts'
import { send } from './notify.ts'

/**
 * What reviewers, and colleagues who help them, tell of conflicts of interest. It stays with the person and the case in
 * all rounds, whatever they answer later, until an editor waives it with a reason.
 */

export interface OfReviewer {
  articleId: string
  reviewerId: string
}

interface Told {
  text: string | null
  isWaived: boolean
}

/** All that a reviewer has told about a case, in the order in which they told it. */
async function toldBy(db: Db, { articleId, reviewerId }: OfReviewer): Promise<Told[]> {
  const rows = await db
    .selectFrom('conflicts')
    .select(['text', 'waived_at'])
    .where('article_id', '=', articleId)
    .where('reviewer_id', '=', reviewerId)
    .where('found', '=', 'declared')
    .where('kind', '=', 'other')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  if (rows.length) return rows.map(({ text, waived_at }) => ({ text, isWaived: waived_at !== null }))
  // Before conflicts were kept beside the case, they were in the assignment alone.
  const assignments = await db
    .selectFrom('review_assignments')
    .select('conflict_text')
    .where('article_id', '=', articleId)
    .where('reviewer_id', '=', reviewerId)
    .where('conflict_answer', '=', 'declared')
    .execute()
  return assignments.map(({ conflict_text }) => ({ text: conflict_text, isWaived: false }))
}

/** The text of a conflict that no editor has waived; undefined if there is none. */
export async function openConflict(db: Db, of: OfReviewer): Promise<string | null | undefined> {
  return (await toldBy(db, of)).findLast(({ isWaived }) => !isWaived)?.text
}

const sameText = (one: string | null, other: string): boolean => one !== null && one.trim() === other.trim()

/**
 * Keeps what a reviewer answers about their interests. Returns what an editor has to decide on before anything is
 * opened, or undefined: to answer 'none' takes nothing back, and what an editor has waived does not wait again.
 */
export async function noteInterest(tx: Tx, of: OfReviewer, interest: Interest): Promise<string | null | undefined> {
  if (interest.answer === 'declared') await noteConflict(tx, of, interest.text)
  return openConflict(tx, of)
}

/** Keeps a conflict, once in these words. */
export async function noteConflict(tx: Tx, of: OfReviewer, text: string | null): Promise<void> {
  const told = await toldBy(tx, of)
  if (told.some((one) => (text === null ? !one.isWaived : sameText(one.text, text)))) return
  await insertConflict(tx, of, { text })
}

interface Noted {
  text: string | null
  kind?: 'other' | 'co-reviewer'
  waived_by?: string
  waived_reason?: string
  waived_at?: string
}

const insertConflict = (
  tx: Tx,
  { articleId, reviewerId }: OfReviewer,
  { text, kind = 'other', ...waived }: Noted,
): Promise<unknown> =>
  tx
    .insertInto('conflicts')
    .values({
      ...{ id: newId(), article_id: articleId, reviewer_id: reviewerId, user_id: null, kind },
      ...{ found: 'declared', text, created_at: now() },
      ...{ waived_by: null, waived_reason: null, waived_at: null, ...waived },
    })
    .execute()

/** An editor waives all conflicts of a reviewer in a case. Returns whether there were any. */
export async function waiveConflicts(
  tx: Tx,
  of: OfReviewer,
  { userId, reason }: { userId: string; reason: string },
): Promise<boolean> {
  const waived = { waived_by: userId, waived_reason: reason, waived_at: now() }
  const kept = await tx
    .selectFrom('conflicts')
    .select('id')
    .where('article_id', '=', of.articleId)
    .where('reviewer_id', '=', of.reviewerId)
    .where('found', '=', 'declared')
    .where('kind', '=', 'other')
    .execute()
  const text = kept.length ? undefined : await openConflict(tx, of)
  if (text !== undefined) await insertConflict(tx, of, { text, ...waived })
  const { numUpdatedRows } = await tx
    .updateTable('conflicts')
    .set(waived)
    .where('article_id', '=', of.articleId)
    .where('reviewer_id', '=', of.reviewerId)
    .where('waived_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n || text !== undefined
}

/** True if an editor has waived what a colleague who helps this reviewer has told, in these words. */
export async function isWaivedForColleague(db: Db, of: OfReviewer, text: string): Promise<boolean> {
  const rows = await db
    .selectFrom('conflicts')
    .select('text')
    .where('article_id', '=', of.articleId)
    .where('reviewer_id', '=', of.reviewerId)
    .where('kind', '=', 'co-reviewer')
    .where('waived_at', 'is not', null)
    .execute()
  return rows.some((row) => sameText(row.text, text))
}

/**
 * An editor waives what colleagues of a reviewer have told: those who have waited for it take part from now on. Returns
 * whether there were any.
 */
export async function waiveForColleagues(
  tx: Tx,
  of: OfReviewer,
  { userId, reason }: { userId: string; reason: string },
): Promise<boolean> {
  const colleagues = await tx
    .selectFrom('co_reviewers')
    .innerJoin('review_assignments as assignment', 'assignment.id', 'co_reviewers.assignment_id')
    .selectAll('co_reviewers')
    .select('assignment.state as of_reviewer')
    .where('assignment.article_id', '=', of.articleId)
    .where('assignment.reviewer_id', '=', of.reviewerId)
    .where('co_reviewers.state', 'in', ['invited', 'confirmed'])
    .where('co_reviewers.conflict_text', 'is not', null)
    .execute()
  let waived = false
  for (const { id, email, assignment_id, state, conflict_text, of_reviewer } of colleagues) {
    if (await isWaivedForColleague(tx, of, conflict_text!)) continue
    waived = true
    const at = now()
    const by = { waived_by: userId, waived_reason: reason, waived_at: at }
    await insertConflict(tx, of, { text: conflict_text, kind: 'co-reviewer', ...by })
    if (state !== 'invited' || of_reviewer !== 'agreed') continue
    await tx.updateTable('co_reviewers').set({ state: 'confirmed', confirmed_at: at }).where('id', '=', id).execute()
    const about = { articleId: of.articleId, assignmentId: assignment_id, coReviewerId: id }
    await send(tx, 'co-reviewer-conflict-waived', email, about)
  }
  return waived
}

export const ofReviewer = ({ article_id, reviewer_id }: AssignmentRow): OfReviewer => ({
  articleId: article_id,
  reviewerId: reviewer_id,
})

/** What each reviewer of a case, or a colleague who helps them, has declared in any round, for its editors. */
export async function declaredConflicts(
  db: Db,
  articleId: string,
): Promise<(reviewerId: string) => { text: string | null; waivedReason: string | null }[]> {
  const noted = await db
    .selectFrom('conflicts')
    .select(['reviewer_id', 'text', 'waived_reason'])
    .where('article_id', '=', articleId)
    .where('reviewer_id', 'is not', null)
    .where('found', '=', 'declared')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  // Earlier versions of the program kept these with the assignment or the colleague alone.
  const alone = await db
    .selectFrom('review_assignments as assignment')
    .leftJoin('co_reviewers', 'co_reviewers.assignment_id', 'assignment.id')
    .select(['assignment.reviewer_id', 'assignment.conflict_answer', 'assignment.conflict_text'])
    .select(['co_reviewers.conflict_text as colleague'])
    .where('assignment.article_id', '=', articleId)
    .execute()
  return (reviewerId) => {
    const told = noted
      .filter(({ reviewer_id }) => reviewer_id === reviewerId)
      .map(({ text, waived_reason }) => ({ text, waivedReason: waived_reason }))
    for (const { reviewer_id, conflict_answer, conflict_text, colleague } of alone) {
      if (reviewer_id !== reviewerId) continue
      const texts = [
        ...(conflict_answer === 'declared' ? [conflict_text] : []),
        ...(colleague === null ? [] : [colleague]),
      ]
      for (const text of texts) {
        if (!told.some((one) => one.text === text || one.text?.trim() === text?.trim()))
          told.push({ text, waivedReason: null })
      }
    }
    return told
  }
}
