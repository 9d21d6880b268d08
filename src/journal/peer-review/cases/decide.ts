import { EXCEPTION_REQUIRED } from '../../../contract/api/decisions.ts'
import { moveCase } from '../../../contract/rules/peer-review/case-moves.ts'
import { alreadyDecided } from '../../../contract/rules/peer-review/decision-choices.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { acceptanceConcerns, type ReportForAcceptance } from '../../../contract/rules/peer-review/independence.ts'
import type { CaseStage, DecisionKind, LetterKind } from '../../../contract/rules/peer-review/stages.ts'
import {
  isReleased,
  releasedAt,
  standingDecisions,
  undoableDecision,
} from '../../../contract/rules/peer-review/undo.ts'
import type { Refusal } from '../../../contract/rules/accounts/access.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { AssignmentRow, DecisionRow, RoundRow } from '../../../platform/database/review-tables.ts'
import { dropWaiting } from '../../../platform/email/withdraw.ts'
import { DomainError, invalid } from '../../../platform/errors.ts'
import { newId, now } from '../../../platform/ids.ts'
import { requireAuthors } from '../authorship/require-authors.ts'
import { loadAssignments } from './assignments.ts'
import { changeCase, loadDecisions, loadVersions } from './case-rows.ts'
import { loadCase, type WholeCase } from './load-cases.ts'
import { endAssignment } from './invite.ts'
import { type FileToSend, isSentWith, returnLetterFiles, sendLetterFiles } from './letter-files.ts'
import { notifyAllAuthors, notifyReviewer } from './notify.ts'
import { isReleasedWith, releaseReports, type ReleasedReport } from './release-reports.ts'
import { reportsToDecideOn, reportsForAcceptance } from './reports-for-acceptance.ts'
import { promisedToOne } from '../../settings/promised.ts'
import { lockCaseForEditor } from './relation.ts'

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
  /** All files that the editor has attached to the letter. */
  files?: readonly FileToSend[]
  /** All reports that the editor has seen: a decision is never made beside a report that has just arrived. */
  seenReports: readonly string[]
}

/** Authors get a day at least, and a year at most. */
export const REVISION_DAYS_MAX = 366

export const REPORT_ARRIVED = 'A report has arrived since you opened this page. Please read it before you decide.'
export const REVISION_DUE = 'Please choose a date within the next year by which the revision is due'
export const NOTHING_TO_UNDO = 'This decision can no longer be undone: the letter has been sent.'
export const ALREADY_UNDONE = 'This decision has already been undone.'
export const NOT_AFTER_THAT = 'This decision can no longer be undone: the manuscript has moved on since then.'

/**
 * Decides on a manuscript: its letter waits for ten minutes, in which the decision can be undone. The round
 * ends; unfinished assignments are cancelled. The same decision sent once more, by a second click or because its
 * answer was lost, is the first one.
 */
export async function decide(tx: Tx, editor: Caller, decision: NewDecision): Promise<DecisionRow> {
  const { articleId, kind, letter } = decision
  const { theCase } = await lockCaseForEditor(tx, editor, articleId)
  const loaded = (await loadCase(tx, articleId))!
  const made = undoableDecision(loaded.decisions, new Date())
  const next = moveCase(theCase.stage, kind, 'editor')
  if ('kind' in next) {
    if (made && (await isRepeated(tx, made, editor, decision))) return made
    throw await refusedBecause(tx, next, loaded)
  }
  await requireAuthors(tx, articleId, kind === 'accept' ? 'accept' : 'decide')
  const at = now()
  const revisionDueOn = next.stage === 'revising' ? dueDate(decision, at) : null
  const reports = await reportsToDecideOn(tx, loaded)
  if (reports.some((report) => !decision.seenReports.includes(report.id)))
    throw new DomainError('conflict', REPORT_ARRIVED)
  const round = loaded.rounds.find(({ closed_at }) => closed_at === null)
  const assignments = round ? await loadAssignments(tx, round.id) : []
  const exceptionReason = kind === 'accept' ? await loadException(tx, decision) : null

  const row: DecisionRow = {
    id: newId(),
    article_id: articleId,
    round_id: round?.id ?? null,
    version_id: (await loadVersions(tx, articleId)).at(-1)!.id,
    kind,
    from_stage: theCase.stage,
    letter,
    revision_due_on: revisionDueOn,
    exception_reason: exceptionReason,
    decided_by: editor.userId,
    decided_at: at,
    reverses_id: null,
  }
  await tx.insertInto('decisions').values(row).execute()
  await releaseReports(tx, row, decision.releases)
  await sendLetterFiles(tx, row, decision.files ?? [])
  await changeCase(tx, articleId, {
    stage: next.stage,
    editor_id: theCase.editor_id ?? editor.userId,
    ...(theCase.screened_at === null ? { screened_at: at, screened_by_decision: row.id } : {}),
    closed_at: kind === 'decline' ? at : null,
  })
  if (kind === 'decline') await markClosed(tx, articleId, at)
  await writeAuditEntry(tx, editor.userId, 'article.decide', articleId, {
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

/** The same decision with the same letter, reports and files, by the same editor. */
async function isRepeated(tx: Tx, made: DecisionRow, editor: Caller, sent: NewDecision): Promise<boolean> {
  return (
    made.decided_by === editor.userId &&
    made.kind === sent.kind &&
    made.letter === sent.letter &&
    (await isReleasedWith(tx, made.id, sent.releases)) &&
    (await isSentWith(tx, made.id, sent.files ?? []))
  )
}

/** Why a decision is refused: who has made which meanwhile, or where the manuscript is. */
async function refusedBecause(
  tx: Tx,
  refusal: Refusal,
  { decisions, theCase: { stage } }: WholeCase,
): Promise<DomainError> {
  const last = standingDecisions(decisions).at(-1)
  if (!last || !isLetterKind(last.kind) || stageAfter(last) !== stage) {
    return new DomainError(refusal.kind, refusal.message)
  }
  const by = await tx.selectFrom('users').select('full_name').where('id', '=', last.decided_by).executeTakeFirst()
  const sentence = alreadyDecided(by?.full_name ?? 'Another editor', last.kind)
  return new DomainError(
    'conflict',
    isReleased(last, new Date()) ? sentence : `${sentence} The letter waits, and the decision can still be undone.`,
  )
}

const isLetterKind = (kind: DecisionKind): kind is LetterKind => kind !== 'reopen'

function stageAfter({ from_stage, kind }: DecisionRow): CaseStage | null {
  if (!isLetterKind(kind)) return null
  const after = moveCase(from_stage, kind, 'editor')
  return 'stage' in after ? after.stage : null
}

function dueDate({ revisionDueOn }: NewDecision, at: string): string {
  const today = dayOf(at)
  if (revisionDueOn === null || revisionDueOn <= today || revisionDueOn > addDays(today, REVISION_DAYS_MAX)) {
    throw invalid('revisionDueOn', REVISION_DUE)
  }
  return revisionDueOn
}

/** The reason to print, where the journal's promise of independent reports is not kept. */
async function loadException(tx: Tx, { articleId, exceptionReason }: NewDecision): Promise<string | null> {
  const reports: ReportForAcceptance[] = await reportsForAcceptance(tx, articleId)
  if (!acceptanceConcerns(reports, (await promisedToOne(tx, articleId)).review.reviewers).length) return null
  if (!exceptionReason?.trim()) throw invalid('exceptionReason', EXCEPTION_REQUIRED)
  return exceptionReason.trim()
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
  const { article, theCase } = await lockCaseForEditor(tx, editor, articleId)
  const decisions = await loadDecisions(tx, articleId)
  if (decisions.some(({ reverses_id }) => reverses_id === decisionId)) throw new DomainError('conflict', ALREADY_UNDONE)
  const decision = undoableDecision(decisions, new Date())
  if (!decision || decision.id !== decisionId) throw new DomainError('conflict', NOTHING_TO_UNDO)
  // Withdrawn, published, or sent to its authors as a proof within the ten minutes.
  const hasProof = await isSentAsProof(tx, decision)
  if (theCase.stage !== stageAfter(decision) || article.published_at !== null || hasProof) {
    throw new DomainError('conflict', NOT_AFTER_THAT)
  }
  // An email that is being sent counts as sent.
  if ((await dropWaiting(tx, { decisionId })).sent) throw new DomainError('conflict', NOTHING_TO_UNDO)
  const at = now()
  await tx
    .insertInto('decisions')
    .values({ ...decision, id: newId(), decided_by: editor.userId, decided_at: at, reverses_id: decision.id })
    .execute()
  await returnLetterFiles(tx, decision.id)
  // The editor who has decided handles the case from then on, as one who invites does.
  await changeCase(tx, articleId, {
    stage: decision.from_stage,
    ...(isMadeBy(decision, theCase.screened_by_decision, theCase.screened_at)
      ? { screened_at: null, screened_by_decision: null }
      : {}),
    closed_at: null,
  })
  if (decision.kind === 'decline') await markClosed(tx, articleId, null)
  if (decision.round_id !== null) await reopenRound(tx, decision.round_id, decision)
  await writeAuditEntry(tx, editor.userId, 'article.undo-decision', articleId, {
    after: { decision: decision.kind, decisionId },
  })
}

/**
 * True if a mark was set by this decision. Servers of a version before 0040 do not write by which: there the times are the
 * same.
 */
const isMadeBy = ({ id, decided_at }: DecisionRow, decisionId: string | null, at: string | null): boolean =>
  decisionId === null ? at === decided_at : decisionId === id

async function isSentAsProof(tx: Tx, { article_id, decided_at }: DecisionRow): Promise<boolean> {
  const proof = await tx
    .selectFrom('proofs')
    .select('id')
    .where('article_id', '=', article_id)
    .where('sent_at', '>=', decided_at)
    .executeTakeFirst()
  return proof !== undefined
}

/** Assignments that the decision cancelled return to what they were; a report sent since then stays. */
async function reopenRound(tx: Tx, roundId: string, decision: DecisionRow): Promise<void> {
  await tx.updateTable('review_rounds').set({ closed_at: null }).where('id', '=', roundId).execute()
  for (const assignment of await loadAssignments(tx, roundId, 'cancelled')) {
    const { close_reason, closed_by_decision, closed_at } = assignment
    if (close_reason !== 'decision' || !isMadeBy(decision, closed_by_decision, closed_at)) continue
    const state = assignment.replied_at !== null ? 'agreed' : assignment.invited_at !== null ? 'invited' : 'standby'
    await tx
      .updateTable('review_assignments')
      .set({ state, closed_at: null, close_reason: null, closed_by_decision: null })
      .where('id', '=', assignment.id)
      .execute()
  }
}
