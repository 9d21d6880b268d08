import { sql } from 'kysely'
import {
  FEES_OFFICERS_ONLY,
  NO_WAIVER_ASKED,
  NOBODY_ELSE_DECIDES,
  NOTHING_IS_SEALED,
  type SealedWaiver,
  type WaiverToAnswer,
} from '../../contract/api/fees.ts'
import { type Actor, isAdministrator } from '../../contract/rules/accounts/access.ts'
import { writeAuditEntry } from '../../platform/audit.ts'
import type { Caller } from '../../platform/call.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { DomainError, notFound } from '../../platform/errors.ts'
import { now } from '../../platform/ids.ts'
import { recuse } from '../peer-review/case/editors.ts'
import { acceptedForGood, closedForAuthors } from '../peer-review/cases/accepted.ts'
import { lockCase } from '../peer-review/cases/case-rows.ts'
import { isEditorOf } from '../peer-review/cases/relation.ts'
import { conflictedArticles, isWithheldFromOfficer, withheldFromOfficer } from '../peer-review/recusal.ts'
import { editedArticles } from '../peer-review/who-sees.ts'
import { waiversFor } from './present.ts'
import { holdsFeesDuty } from './standing.ts'

/** What the other editors of a manuscript read of someone who edited it too: whether there is a request stays sealed. */
export const LOOKED_FOR_A_REQUEST = 'Looks after fees, and has looked for a request to pay less.'

/** The requests that wait for an answer, of manuscripts that are neither decided for good nor withdrawn. */
export const sealedWaivers = (db: Db, at = new Date()) =>
  db
    .selectFrom('waivers')
    .where('outcome', 'is', null)
    .where('waivers.article_id', 'not in', acceptedForGood(at))
    .where('waivers.article_id', 'not in', closedForAuthors(at))

/** Those of them of which a fees officer may know. Who could decide about a manuscript does not learn that there is one. */
const sealedFor = (db: Db, viewer: Pick<Actor, 'userId' | 'role'>) => {
  const edits = isAdministrator(viewer) ? db.selectFrom('articles').select('id') : editedArticles(viewer.userId)
  return (
    sealedWaivers(db)
      .where('waivers.article_id', 'not in', edits)
      .where('waivers.article_id', 'not in', withheldFromOfficer(viewer.userId))
      // Nothing is shown before it is noted that it was.
      .where('waivers.article_id', 'in', ({ selectFrom }) =>
        selectFrom('waiver_list_readers').select('waiver_list_readers.article_id').where('user_id', '=', viewer.userId),
      )
  )
}

export const isSealedFor = async (
  db: Db,
  viewer: Pick<Actor, 'userId' | 'role'>,
  articleId: string,
): Promise<boolean> =>
  (await sealedFor(db, viewer).select('asked_at').where('waivers.article_id', '=', articleId).executeTakeFirst()) !==
  undefined

export async function listSealed(
  db: Db,
  viewer: Actor,
  limit: number,
): Promise<{ isOfficer: boolean; edits: boolean; sealed: SealedWaiver[]; total: number }> {
  const edits = isAdministrator(viewer) || (viewer.duties?.includes('section') ?? false)
  if (!(await holdsFeesDuty(db, viewer.userId))) return { isOfficer: false, edits, sealed: [], total: 0 }
  const { total } = await sealedFor(db, viewer)
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await sealedFor(db, viewer)
    .innerJoin('articles', 'articles.id', 'waivers.article_id')
    .innerJoin('review_cases', 'review_cases.article_id', 'waivers.article_id')
    .leftJoin('users', 'users.id', 'articles.submitter_id')
    .select([
      'waivers.article_id',
      'asked_at',
      'articles.title',
      'review_cases.number',
      'review_cases.received_on',
      'full_name',
    ])
    .orderBy('asked_at')
    .orderBy('waivers.article_id')
    .limit(limit)
    .execute()
  return {
    isOfficer: true,
    edits,
    sealed: rows.map((row) => ({
      ...{ articleId: row.article_id, title: row.title, number: row.number, submitter: row.full_name ?? '' },
      ...{ submittedOn: row.received_on, askedAt: row.asked_at },
    })),
    total: Number(total),
  }
}

/** Whether its authors know how it ended. */
async function isDecided(db: Db, articleId: string): Promise<boolean> {
  const at = new Date()
  const ended = sql<boolean>`(article_id in ${acceptedForGood(at)} or article_id in ${closedForAuthors(at)})`
  const row = await db
    .selectFrom('review_cases')
    .select('article_id')
    .where('article_id', '=', articleId)
    .where(ended)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Opens a request before the decision. From then on the caller is recused from the case, also if they come to edit manuscripts
 * later. Who edits this one is recused by looking, with or without a request, so that neither the lists nor this tell.
 */
export async function openWaiver(
  tx: Tx,
  caller: Caller,
  number: string,
): Promise<{ message: string; waiver: WaiverToAnswer | null }> {
  if (!(await holdsFeesDuty(tx, caller.userId))) throw new DomainError('forbidden', FEES_OFFICERS_ONLY)
  const found = await tx
    .selectFrom('review_cases')
    .select('article_id')
    // As it is written in emails: 'ABC 2026-052'.
    .where('number', '=', number.split(' ').at(-1)!)
    .executeTakeFirst()
  if (!found) throw notFound('Manuscript')
  const { article_id: articleId } = found
  await lockCase(tx, articleId)
  const [known] = await waiversFor(tx, caller, { articleId })
  if (known) return { message: 'Opened', waiver: known }
  // The same sent again, because its answer was lost.
  const before = await tx
    .selectFrom('waiver_openings')
    .select('opened_at')
    .where('article_id', '=', articleId)
    .where('user_id', '=', caller.userId)
    .where('article_id', 'not in', conflictedArticles(caller.userId))
    .executeTakeFirst()
  if (before) return { message: NO_WAIVER_ASKED, waiver: null }
  if (await isWithheldFromOfficer(tx, caller.userId, articleId)) throw notFound('Manuscript')
  const isEditor = await isEditorOf(tx, caller, articleId)
  // With or without a request: it costs nothing any more.
  if (isEditor && (await isDecided(tx, articleId))) return { message: NOTHING_IS_SEALED, waiver: null }
  const isAsked = await sealedWaivers(tx).select('asked_at').where('article_id', '=', articleId).executeTakeFirst()
  if (isEditor) {
    await recuse(tx, caller, { id: articleId, reason: LOOKED_FOR_A_REQUEST, ifLast: NOBODY_ELSE_DECIDES })
  } else if (!isAsked) throw notFound('Manuscript')
  await tx
    .insertInto('waiver_openings')
    .values({ article_id: articleId, user_id: caller.userId, opened_at: now() })
    .execute()
  await writeAuditEntry(tx, caller.userId, 'fee.open-waiver', articleId, { after: { isAsked: isAsked !== undefined } })
  const [waiver] = await waiversFor(tx, caller, { articleId })
  return waiver ? { message: 'Opened', waiver } : { message: NO_WAIVER_ASKED, waiver: null }
}
