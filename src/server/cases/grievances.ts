import { journal } from '../../../journal.config.ts'
import { moveCase } from '../../contract/domain/peer-review/case-moves.ts'
import { addDays, dayOf } from '../../contract/domain/peer-review/days.ts'
import type { GrievanceKind, GrievanceOutcome } from '../../contract/domain/peer-review/stages.ts'
import { isReleased, standingDecisions } from '../../contract/domain/peer-review/undo.ts'
import { writeAuditEntry } from '../audit.ts'
import type { Caller } from '../call.ts'
import type { Db, Tx } from '../database/connect.ts'
import type { CaseRow, DecisionRow, ReviewTables } from '../database/review-tables.ts'
import { DomainError, notFound, refuse } from '../domain-error.ts'
import { newId, now } from '../ids.ts'
import { changeCase, decisionsOf, versionsOf } from './case-rows.ts'
import { markClosed } from './decide.ts'
import { notifyAuthor, notifyOtherEditors } from './notify.ts'
import { lockCaseForAuthor, lockCaseForEditor } from './relation.ts'

export type GrievanceRow = ReviewTables['grievances']

/** The appeals and complaints about a manuscript, in the order in which they were sent. */
export const grievancesOf = (db: Db, articleId: string): Promise<GrievanceRow[]> =>
  db.selectFrom('grievances').selectAll().where('article_id', '=', articleId).orderBy('sent_at').orderBy('id').execute()

export const NOT_DECLINED = 'You can appeal once the journal has declined your manuscript.'
export const ONE_AT_A_TIME = 'We have not answered your last one yet. Please wait for our answer.'
export const HANDLER_DECIDED = 'An appeal is answered by an editor who did not make the decision.'
export const GRIEVANCE_ANSWERED = 'This has already been answered.'
export const REOPEN_UPHELD_ONLY = 'A manuscript is reopened only if its appeal is upheld.'

/** The decision that has declined a manuscript, once its letter has been sent. */
export function declineOf(theCase: Pick<CaseRow, 'stage'>, decisions: readonly DecisionRow[]): DecisionRow | undefined {
  const last = standingDecisions(decisions).at(-1)
  return theCase.stage === 'declined' && last?.kind === 'decline' && isReleased(last, new Date()) ? last : undefined
}

/**
 * The author appeals against a decision, or complains. Editors who did not decide get an email, where there are
 * any. The same text sent again while it waits is the same appeal.
 */
export async function sendGrievance(
  tx: Tx,
  author: Caller,
  { articleId, kind, text }: { articleId: string; kind: GrievanceKind; text: string },
): Promise<void> {
  const { theCase } = await lockCaseForAuthor(tx, author, articleId)
  const open = (await grievancesOf(tx, articleId)).find(({ answered_at }) => answered_at === null)
  if (open?.kind === kind && open.text === text) return
  if (open) throw new DomainError('conflict', ONE_AT_A_TIME)
  const decision = declineOf(theCase, await decisionsOf(tx, articleId))
  if (kind === 'appeal' && !decision) throw new DomainError('conflict', NOT_DECLINED)
  const at = now()
  const grievance: GrievanceRow = {
    id: newId(),
    kind,
    article_id: articleId,
    decision_id: kind === 'appeal' ? decision!.id : null,
    text,
    sent_by: author.userId,
    sent_at: at,
    due_on: addDays(dayOf(at), journal.limits.complaintWeeks * 7),
    handler_id: null,
    outcome: null,
    answer: null,
    answered_at: null,
  }
  await tx.insertInto('grievances').values(grievance).execute()
  await writeAuditEntry(tx, {
    actorId: author.userId,
    action: 'article.grievance',
    subject: articleId,
    after: { grievanceId: grievance.id, kind },
  })
  const about = { articleId, grievanceId: grievance.id }
  await notifyAuthor(tx, 'author-appeal-received', about)
  const involved = [decision?.decided_by, theCase.editor_id].filter((id) => id !== undefined && id !== null)
  await notifyOtherEditors(tx, 'editor-appeal', about, new Set(involved))
}

export interface GrievanceAnswer {
  articleId: string
  grievanceId: string
  outcome: GrievanceOutcome
  answer: string
  /** Of an appeal that is upheld: the manuscript returns to review. */
  reopen: boolean
}

/**
 * An editor answers a complaint, or an appeal against a decision of somebody else; the author gets an email. The
 * same answer sent again changes nothing.
 */
export async function answerGrievance(
  tx: Tx,
  handler: Caller,
  { articleId, grievanceId, outcome, answer, reopen }: GrievanceAnswer,
): Promise<void> {
  const { theCase } = await lockCaseForEditor(tx, handler, articleId)
  const grievance = await tx
    .selectFrom('grievances')
    .selectAll()
    .where('id', '=', grievanceId)
    .where('article_id', '=', articleId)
    .executeTakeFirst()
  if (!grievance) throw notFound('Appeal')
  const isSame = grievance.outcome === outcome && grievance.answer === answer
  if (isSame && grievance.handler_id === handler.userId) return
  if (grievance.answered_at !== null) throw new DomainError('conflict', GRIEVANCE_ANSWERED)
  const decision = (await decisionsOf(tx, articleId)).find(({ id }) => id === grievance.decision_id)
  if (decision?.decided_by === handler.userId) throw new DomainError('forbidden', HANDLER_DECIDED)
  if (reopen && (outcome !== 'upheld' || grievance.kind !== 'appeal')) {
    throw new DomainError('conflict', REOPEN_UPHELD_ONLY)
  }
  const at = now()
  await tx
    .updateTable('grievances')
    .set({ handler_id: handler.userId, outcome, answer, answered_at: at })
    .where('id', '=', grievanceId)
    .execute()
  if (reopen) await reopenCase(tx, handler, theCase, { answer, at })
  await writeAuditEntry(tx, {
    actorId: handler.userId,
    action: 'article.answer-grievance',
    subject: articleId,
    after: { grievanceId, outcome },
  })
  await notifyAuthor(tx, 'author-appeal-answered', { articleId, grievanceId })
}

/** Returns a declined manuscript to review; the editor invites reviewers as for a new round. */
async function reopenCase(
  tx: Tx,
  handler: Caller,
  theCase: CaseRow,
  { answer, at }: { answer: string; at: string },
): Promise<void> {
  const articleId = theCase.article_id
  const next = moveCase(theCase.stage, 'reopen', 'handler')
  if ('kind' in next) return refuse(next)
  await tx
    .insertInto('decisions')
    .values({
      id: newId(),
      article_id: articleId,
      round_id: null,
      version_id: (await versionsOf(tx, articleId)).at(-1)!.id,
      kind: 'reopen',
      from_stage: theCase.stage,
      letter: answer,
      revision_due_on: null,
      exception_reason: null,
      decided_by: handler.userId,
      decided_at: at,
      reverses_id: null,
    })
    .execute()
  await changeCase(tx, articleId, { stage: next.stage, closed_at: null })
  await markClosed(tx, articleId, null)
}
