import { journal } from '../../../journal.config.ts'
import { moveCase } from '../../contract/domain/peer-review/case-moves.ts'
import { acceptanceConcerns, type ReportForAcceptance } from '../../contract/domain/peer-review/independence.ts'
import type { LetterKind } from '../../contract/domain/peer-review/stages.ts'
import { releasedAt, undoableDecision } from '../../contract/domain/peer-review/undo.ts'
import { writeAuditEntry } from '../audit.ts'
import type { Caller } from '../call.ts'
import type { Tx } from '../database/connect.ts'
import type { AssignmentRow, DecisionRow, RoundRow } from '../database/review-tables.ts'
import { dropWaiting } from '../email/withdraw.ts'
import { DomainError, invalid, refuse } from '../domain-error.ts'
import { newId, now } from '../ids.ts'
import { assignmentsOf } from './assignments.ts'
import { changeCase, decisionsOf, roundsOf, versionsOf } from './case-rows.ts'
import { endAssignment } from './invite.ts'
import { notifyAllAuthors, notifyReviewer } from './notify.ts'
import { reportsForAcceptance } from './reports-for-acceptance.ts'
import { lockCaseForEditor } from './relation.ts'
import { reportsOf, validReports } from './report.ts'

/** A report as the authors will read it. */
export interface ReleasedReport {
  reportId: string
  text: string
  /** Required if the text is not the reviewer's own. */
  changeReason: string | null
}

export interface NewDecision {
  articleId: string
  kind: LetterKind
  letter: string
  /** Of a revision. */
  revisionDueOn: string | null
  /** Why a manuscript is accepted without the reports that the journal promises; printed with the article. */
  exceptionReason: string | null
  /** The reports that go to the authors. */
  releases: readonly ReleasedReport[]
  /** All reports that the editor has seen: a decision is never made beside a report that has just arrived. */
  seenReports: readonly string[]
}

export const REPORT_ARRIVED = 'A report has arrived since you opened this page. Please read it before you decide.'
export const EXCEPTION_REQUIRED = 'Please give the reason, which is printed with the article'
export const CHANGE_REASON_REQUIRED = 'Please say why you have changed the reviewer’s words'
export const NOTHING_TO_UNDO = 'This decision can no longer be undone: the letter has been sent.'

/**
 * Decides on a manuscript: its letter waits for ten minutes, in which the decision can be undone. The round
 * ends; unfinished assignments are cancelled.
 */
export async function decide(tx: Tx, editor: Caller, decision: NewDecision): Promise<DecisionRow> {
  const { articleId, kind, letter } = decision
  const { theCase } = await lockCaseForEditor(tx, editor, articleId)
  const next = moveCase(theCase.stage, kind, 'editor')
  if ('kind' in next) return refused(next)
  const at = now()
  const rounds = await roundsOf(tx, articleId)
  const round = rounds.find(({ closed_at }) => closed_at === null)
  const assignments = round ? await assignmentsOf(tx, round.id) : []
  const reports = validReports(await reportsOf(tx, idsOf(assignments)))
  if (reports.some((report) => !decision.seenReports.includes(report.id)))
    throw new DomainError('conflict', REPORT_ARRIVED)
  const exceptionReason = kind === 'accept' ? await exceptionOf(tx, decision) : null

  const row: DecisionRow = {
    id: newId(),
    article_id: articleId,
    round_id: round?.id ?? null,
    version_id: (await versionsOf(tx, articleId)).at(-1)!.id,
    kind,
    from_stage: theCase.stage,
    letter,
    revision_due_on: next.stage === 'revising' ? decision.revisionDueOn : null,
    exception_reason: exceptionReason,
    decided_by: editor.userId,
    decided_at: at,
    reverses_id: null,
  }
  await tx.insertInto('decisions').values(row).execute()
  await releaseReports(tx, row, decision.releases)
  await changeCase(tx, articleId, {
    stage: next.stage,
    editor_id: theCase.editor_id ?? editor.userId,
    screened_at: theCase.screened_at ?? at,
    closed_at: kind === 'decline' ? at : null,
  })
  if (kind === 'decline') await markClosed(tx, articleId, at)
  await writeAuditEntry(tx, {
    actorId: editor.userId,
    action: 'article.decide',
    subject: articleId,
    after: { decision: kind, decisionId: row.id },
  })
  const notBefore = releasedAt(at)
  await notifyAllAuthors(tx, 'author-decision', { articleId, decisionId: row.id, notBefore })
  for (const assignment of assignments.filter(({ state }) => state === 'submitted')) {
    await notifyReviewer(tx, 'reviewer-outcome', assignment, { decisionId: row.id, notBefore })
  }
  if (round) await closeRound(tx, round, assignments, { at, decision: { id: row.id, notBefore } })
  return row
}

function refused(refusal: Parameters<typeof refuse>[0]): never {
  refuse(refusal)
  throw new Error('A refusal always throws.')
}

const idsOf = (assignments: readonly AssignmentRow[]): string[] => assignments.map(({ id }) => id)

/** The reason to print, where the journal's promise of independent reports is not kept. */
async function exceptionOf(tx: Tx, { articleId, exceptionReason }: NewDecision): Promise<string | null> {
  const reports: ReportForAcceptance[] = await reportsForAcceptance(tx, articleId)
  if (!acceptanceConcerns(reports, journal.review.reviewers).length) return null
  if (!exceptionReason) throw invalid('exceptionReason', EXCEPTION_REQUIRED)
  return exceptionReason
}

async function releaseReports(tx: Tx, decision: DecisionRow, releases: readonly ReleasedReport[]): Promise<void> {
  for (const { reportId, text, changeReason } of releases) {
    const report = await tx
      .selectFrom('review_reports')
      .innerJoin('review_assignments', 'review_assignments.id', 'review_reports.assignment_id')
      .select(['review_reports.to_authors'])
      .where('review_reports.id', '=', reportId)
      .where('review_assignments.article_id', '=', decision.article_id)
      .executeTakeFirst()
    if (!report) throw invalid('releases', 'A report is no longer there. Please reload the page.')
    const isChanged = report.to_authors.trim() !== text.trim()
    if (isChanged && !changeReason) throw invalid('releases', CHANGE_REASON_REQUIRED)
    const file = await tx
      .selectFrom('review_files')
      .select('cleaned_file_id')
      .where('report_id', '=', reportId)
      .where('cleaned_file_id', 'is not', null)
      .where('held_back', 'is', null)
      .orderBy('created_at')
      .executeTakeFirst()
    await tx
      .insertInto('report_releases')
      .values({
        decision_id: decision.id,
        report_id: reportId,
        text,
        change_reason: isChanged ? changeReason : null,
        cleaned_file_id: file?.cleaned_file_id ?? null,
      })
      .execute()
  }
}

/** Ends a round; reviewers who have not reported learn that the review is no longer needed. */
export async function closeRound(
  tx: Tx,
  round: RoundRow,
  assignments: readonly AssignmentRow[],
  { at, decision }: { at: string; decision?: { id: string; notBefore: Date } },
): Promise<void> {
  for (const assignment of assignments) {
    if (!['standby', 'invited', 'agreed'].includes(assignment.state)) continue
    const reason = decision ? 'decision' : 'withdrawn'
    await endAssignment(tx, { assignment, round }, { by: 'system', reason, at, ...(decision ? { decision } : {}) })
  }
  await tx.updateTable('review_rounds').set({ closed_at: at }).where('id', '=', round.id).execute()
}

/** The article's own mark that its review ended without publication; null takes it back. */
export const markClosed = (tx: Tx, articleId: string, closedAt: string | null): Promise<unknown> =>
  tx.updateTable('articles').set({ closed_at: closedAt }).where('id', '=', articleId).execute()

/**
 * Undoes the last decision while its letter waits: the case, its round and its assignments are again as they
 * were, and nobody hears of it.
 */
export async function undoDecision(
  tx: Tx,
  editor: Caller,
  { articleId, decisionId }: { articleId: string; decisionId: string },
): Promise<void> {
  const { theCase } = await lockCaseForEditor(tx, editor, articleId)
  const decision = undoableDecision(await decisionsOf(tx, articleId), new Date())
  if (!decision || decision.id !== decisionId || theCase.stage === 'withdrawn') {
    throw new DomainError('conflict', NOTHING_TO_UNDO)
  }
  // An email that is being sent counts as sent.
  if ((await dropWaiting(tx, { decisionId })).sent) throw new DomainError('conflict', NOTHING_TO_UNDO)
  const at = now()
  await tx
    .insertInto('decisions')
    .values({ ...decision, id: newId(), decided_by: editor.userId, decided_at: at, reverses_id: decision.id })
    .execute()
  await changeCase(tx, articleId, { stage: decision.from_stage, closed_at: null })
  if (decision.kind === 'decline') await markClosed(tx, articleId, null)
  if (decision.round_id !== null) await reopenRound(tx, decision.round_id, decision.decided_at)
  await writeAuditEntry(tx, {
    actorId: editor.userId,
    action: 'article.undo-decision',
    subject: articleId,
    after: { decision: decision.kind, decisionId },
  })
}

/** Assignments that the decision cancelled return to what they were; a report sent since then stays. */
async function reopenRound(tx: Tx, roundId: string, closedAt: string): Promise<void> {
  await tx.updateTable('review_rounds').set({ closed_at: null }).where('id', '=', roundId).execute()
  for (const assignment of await assignmentsOf(tx, roundId, 'cancelled')) {
    if (assignment.close_reason !== 'decision' || assignment.closed_at !== closedAt) continue
    const state = assignment.replied_at !== null ? 'agreed' : assignment.invited_at !== null ? 'invited' : 'standby'
    await tx
      .updateTable('review_assignments')
      .set({ state, closed_at: null, close_reason: null })
      .where('id', '=', assignment.id)
      .execute()
  }
}
