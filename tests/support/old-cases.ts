/**
 * Cases of peer review as they are after some weeks. The journal's commands write the time of day; these rows are
 * written as the commands leave them, with dates of the past.
 */
import { journal } from '../../journal.config.ts'
import { addDays, dayOf } from '../../src/contract/rules/peer-review/days.ts'
import type {
  AssignmentState,
  CaseStage,
  DecisionKind,
  Recommendation,
} from '../../src/contract/rules/peer-review/stages.ts'
import { markClosed } from '../../src/journal/peer-review/cases/decide.ts'
import { openCase } from '../../src/journal/peer-review/cases/open-case.ts'
import type { Database, Tx } from '../../src/platform/database/connect.ts'
import type { ArticleRow } from '../../src/platform/database/tables.ts'
import { newId } from '../../src/platform/ids.ts'
import { anArticle, aReviewer, type ArticleOptions } from './builders.ts'

export const daysAgo = (days: number): string => addDays(dayOf(new Date()), -days)
/** So many days before now, or within the last minute. */
const timeAgo = (days: number): string => new Date(Date.now() - days * 86_400_000 - 60_000).toISOString()

/** A reviewer's part in a round: how many days ago each thing happened. */
export interface Part {
  state: AssignmentState
  invited?: number
  replied?: number
  /** Days from today until the report is due; negative if it is late. */
  due?: number
  submitted?: number
  recommendation?: Recommendation
  ended?: number
}

export interface CaseOptions extends Omit<ArticleOptions, 'state'> {
  stage?: CaseStage
  /** How many days ago the manuscript arrived. */
  received?: number
  /** How many days ago it was screened; null: not yet. By default cases in review were screened on arrival. */
  screened?: number | null
  editor?: { id: string } | null
  /** The only round. */
  parts?: Part[]
  roundClosed?: number
  decisions?: { kind: DecisionKind; ago: number; from?: CaseStage; due?: number }[]
  /** How many days ago the newest version arrived. */
  revised?: number
  proof?: { sent: number; answer?: 'approved' | 'corrections'; answered?: number }
  /** How many days ago it was closed. */
  closed?: number
  grievance?: { kind: 'appeal' | 'complaint'; sent: number; handler?: { id: string } | null }
}

const DECIDER = 'an-editor'

/** An article with its case. */
export async function anOldCase(database: Database, options: CaseOptions = {}): Promise<ArticleRow> {
  const { stage = 'screening', received = 3, editor = null, parts, decisions = [], closed, ...rest } = options
  const {
    screened = stage === 'screening' ? null : received,
    roundClosed,
    revised,
    proof,
    grievance,
    ...article
  } = rest
  const reviewers = await Promise.all((parts ?? []).map(() => aReviewer(database)))
  const made = await anArticle(database, { state: 'pending', ...article })
  const articleId = made.id
  await database.transaction(async (tx) => {
    const [receivedOn, at] = [daysAgo(received), timeAgo(received)]
    await openCase(tx, { articleId, submitterId: made.submitter_id, receivedOn, at })
    await tx
      .updateTable('review_cases')
      .set({
        stage,
        editor_id: editor?.id ?? null,
        screened_at: screened === null ? null : timeAgo(screened),
        closed_at: closed === undefined ? null : timeAgo(closed),
      })
      .where('article_id', '=', articleId)
      .execute()
    if (stage === 'declined' || stage === 'withdrawn') await markClosed(tx, articleId, timeAgo(closed ?? 0))
    const versionId = await loadVersion(tx, articleId)
    const roundId = parts && (await addRound(tx, { articleId, versionId, received, roundClosed }))
    for (const [rank, part] of (parts ?? []).entries()) {
      await addPart(tx, { articleId, roundId: roundId!, reviewerId: reviewers[rank]!.id, rank }, part)
    }
    for (const { kind, ago, from = 'reviewing', due } of decisions) {
      await tx
        .insertInto('decisions')
        .values({
          ...{ id: newId(), article_id: articleId, round_id: roundId ?? null, version_id: versionId, kind },
          ...{ from_stage: from, letter: 'Dear author', exception_reason: null, reverses_id: null },
          revision_due_on: due === undefined ? null : daysAgo(-due),
          decided_by: editor?.id ?? DECIDER,
          decided_at: timeAgo(ago),
        })
        .execute()
    }
    if (revised !== undefined) await addVersion(tx, articleId, revised)
    if (proof) await addProof(tx, articleId, proof)
    if (grievance) {
      await tx
        .insertInto('grievances')
        .values({
          ...{
            id: newId(),
            kind: grievance.kind,
            article_id: articleId,
            decision_id: null,
            text: 'Please read again.',
          },
          ...{ sent_by: 'an-author', outcome: null, answer: null, answered_at: null },
          sent_at: timeAgo(grievance.sent),
          due_on: daysAgo(grievance.sent - 28),
          handler_id: grievance.handler?.id ?? null,
        })
        .execute()
    }
  })
  return made
}

const loadVersion = async (tx: Tx, articleId: string): Promise<string> =>
  (
    await tx
      .selectFrom('manuscript_versions')
      .select('id')
      .where('article_id', '=', articleId)
      .executeTakeFirstOrThrow()
  ).id

interface NewRound {
  articleId: string
  versionId: string
  received: number
  roundClosed: number | undefined
}

async function addRound(tx: Tx, { articleId, versionId, received, roundClosed }: NewRound): Promise<string> {
  const id = newId()
  await tx
    .insertInto('review_rounds')
    .values({
      ...{ id, article_id: articleId, number: 1, version_id: versionId, opened_at: timeAgo(received) },
      closed_at: roundClosed === undefined ? null : timeAgo(roundClosed),
    })
    .execute()
  return id
}

async function addPart(
  tx: Tx,
  { articleId, roundId, reviewerId, rank }: { articleId: string; roundId: string; reviewerId: string; rank: number },
  { state, invited = 20, replied = invited, due, submitted, recommendation = 'minor', ended }: Part,
): Promise<void> {
  const id = newId()
  const isAsked = state !== 'standby'
  const hasAgreed = state === 'agreed' || state === 'submitted'
  await tx
    .insertInto('review_assignments')
    .values({
      ...{ id, article_id: articleId, round_id: roundId, reviewer_id: reviewerId, state, rank, source: 'editor' },
      ...{ label: String.fromCharCode(65 + rank), email: `reviewer-${id}@moss.test`, message: null },
      ...{ reply_days: journal.review.replyDays, report_days: journal.review.reportDays },
      invited_at: isAsked ? timeAgo(invited) : null,
      reply_due_on: isAsked ? daysAgo(invited - journal.review.replyDays) : null,
      replied_at: hasAgreed || state === 'declined' ? timeAgo(ended ?? replied) : null,
      due_on: hasAgreed ? daysAgo(-(due ?? 0)) : null,
      ...{ decline_reason: null, decline_text: null, conflict_text: null, clarify_text: null },
      conflict_answer: hasAgreed ? 'none' : null,
      submitted_at: submitted === undefined ? null : timeAgo(submitted),
      closed_at: ended === undefined ? null : timeAgo(ended),
      close_reason: ended === undefined ? null : state === 'declined' ? 'declined' : 'no-answer',
      created_at: timeAgo(invited),
    })
    .execute()
  if (submitted === undefined) return
  const at = timeAgo(submitted)
  await tx
    .insertInto('review_reports')
    .values({
      ...{ id: newId(), assignment_id: id, version: 1, form: '[]', answers: '{}', to_authors: 'Well done.' },
      ...{
        to_editor: '',
        recommendation,
        no_ai_at: at,
        entered_by: null,
        late_at: null,
        sent_as: '[]',
        submitted_at: at,
      },
    })
    .execute()
}

const addVersion = (tx: Tx, articleId: string, ago: number): Promise<unknown> =>
  tx
    .insertInto('manuscript_versions')
    .values({
      ...{ id: newId(), article_id: articleId, number: 2, reply: 'We have changed it.', submitted_by: null },
      submitted_at: timeAgo(ago),
    })
    .execute()

async function addProof(tx: Tx, articleId: string, { sent, answer, answered = 0 }: NonNullable<CaseOptions['proof']>) {
  const fileId = newId()
  await tx
    .insertInto('files')
    .values({
      ...{ id: fileId, name: 'proof.pdf', media_type: 'application/pdf', bytes: 1, sha256: '', owner_id: null },
      ...{ created_at: timeAgo(sent), findings: null, width: null, height: null },
    })
    .execute()
  await tx
    .insertInto('proofs')
    .values({
      ...{ id: newId(), article_id: articleId, file_id: fileId, sent_at: timeAgo(sent), sent_by: DECIDER },
      ...{ due_on: daysAgo(sent - journal.limits.proofDays), answer: answer ?? null, corrections: null },
      answered_at: answer ? timeAgo(answered) : null,
    })
    .execute()
}
