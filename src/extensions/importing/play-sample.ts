import { journal } from '../../contract/journal.ts'
import { moveCase } from '../../contract/rules/peer-review/case-moves.ts'
import { addDays, dayOf } from '../../contract/rules/peer-review/days.ts'
import { publicationPolicy } from '../../contract/rules/peer-review/published-reviews.ts'
import type { CaseStage } from '../../contract/rules/peer-review/stages.ts'
import { releasedAt } from '../../contract/rules/peer-review/undo.ts'
import { DAY_MS, MINUTE_MS } from '../../contract/rules/text/dates.ts'
import { labelFor } from '../../journal/peer-review/cases/assignments.ts'
import { changeCase, loadVersions } from '../../journal/peer-review/cases/case-rows.ts'
import { startRound } from '../../journal/peer-review/cases/invite.ts'
import type { Tx } from '../../platform/database/connect.ts'
import type { AssignmentRow, CaseRow } from '../../platform/database/review-tables.ts'
import { newId } from '../../platform/ids.ts'
import type { EventKind, EventOf, SampleManuscript } from './sample-manuscripts.ts'

/** A case of a sample while its events are written down. */
export interface Played {
  articleId: string
  authorId: string
  /** Who has invited and decided. */
  editorId: string
  /** By the words of `sample/manuscripts.json`. */
  reviewers: ReadonlyMap<string, { id: string; email: string }>
  /** Files that are stored already: one for each revision and each proof, in their order. */
  files: { revisions: string[]; proofs: string[] }
}

/** An event, and when it was. */
type Play = { [Kind in EventKind]: (tx: Tx, played: Played, more: EventOf<Kind>, at: string) => Promise<unknown> }

/**
 * Writes down what has happened to a sample, each event with its day. The commands of peer review write emails and the
 * audit log, and only of now: nobody has done what is invented, so neither is written.
 */
export async function playSample(
  tx: Tx,
  played: Played,
  { events }: Pick<SampleManuscript, 'events'>,
  now: Date,
): Promise<void> {
  for (const [index, [ago, what, more]] of events.entries()) {
    // Some minutes apart, and hours ago even on the day itself.
    const at = new Date(now.getTime() - ago * DAY_MS - 6 * 60 * MINUTE_MS + index * 7 * MINUTE_MS).toISOString()
    await (PLAY[what] as Play[EventKind])(tx, played, more as never, at)
  }
}

const PLAY: Play = {
  screened: (tx, { articleId }, { similarity }, at) =>
    changeCase(tx, articleId, { similarity_percent: similarity, screened_at: at }),

  invited: async (tx, played, { reviewers, standby = [], message = null }, at) => {
    const { articleId, editorId } = played
    const round = await startRound(tx, await theCase(tx, articleId), at)
    for (const [rank, name] of [...reviewers, ...standby].entries()) {
      const { id, email } = played.reviewers.get(name)!
      const isAsked = rank < reviewers.length
      await tx
        .insertInto('review_assignments')
        .values({
          ...{ id: newId(), article_id: articleId, round_id: round.id, reviewer_id: id, email, message, rank },
          ...{ state: isAsked ? 'invited' : 'standby', source: 'editor', label: await labelFor(tx, articleId, id) },
          ...{ reply_days: journal().review.replyDays, report_days: journal().review.reportDays, created_at: at },
          ...(isAsked
            ? {
                ...{ invited_at: at, reply_due_on: addDays(dayOf(at), journal().review.replyDays) },
                publication: publicationPolicy(),
              }
            : { invited_at: null, reply_due_on: null, publication: null }),
          ...NOT_YET,
        })
        .execute()
    }
    await changeCase(tx, articleId, { editor_id: editorId })
  },

  agreed: (tx, played, { reviewer, days = journal().review.reportDays }, at) =>
    changeAssignment(tx, played, reviewer, {
      ...{ state: 'agreed', replied_at: at, conflict_answer: 'none', due_on: addDays(dayOf(at), days) },
    }),

  declined: (tx, played, { reviewer, reason, text }, at) =>
    changeAssignment(tx, played, reviewer, {
      ...{ state: 'declined', replied_at: at, closed_at: at, close_reason: 'declined' },
      ...{ decline_reason: reason, decline_text: text },
    }),

  reported: async (tx, played, { reviewer, says, text, note }, at) => {
    const { id } = await changeAssignment(tx, played, reviewer, { state: 'submitted', submitted_at: at })
    const answer = says === 'decline' || says === 'major' ? 'partly' : 'yes'
    await tx
      .insertInto('review_reports')
      .values({
        ...{ id: newId(), assignment_id: id, version: 1, form: JSON.stringify(journal().review.questions) },
        answers: JSON.stringify(
          Object.fromEntries(journal().review.questions.map((question) => [question.id, answer])),
        ),
        ...{ to_authors: text, to_editor: note, recommendation: says, no_ai_at: at, entered_by: null, late_at: null },
        ...{ sent_as: '[]', submitted_at: at },
      })
      .execute()
  },

  decided: async (tx, { articleId, editorId }, { as, letter, days }, at) => {
    const { stage } = await theCase(tx, articleId)
    const round = await openRoundOf(tx, articleId)
    const decision = { id: newId(), article_id: articleId, kind: as, from_stage: stage, letter }
    await tx
      .insertInto('decisions')
      .values({
        ...decision,
        ...{ round_id: round?.id ?? null, version_id: (await loadVersions(tx, articleId)).at(-1)!.id },
        ...{ revision_due_on: days === undefined ? null : addDays(dayOf(at), days), exception_reason: null },
        ...{ decided_by: editorId, decided_at: at, reverses_id: null },
      })
      .execute()
    if (round) await releaseReportsOf(tx, round.id, decision.id)
    await closeRoundOf(tx, articleId, at, { reason: 'decision', decisionId: decision.id })
    const isDeclined = as === 'decline'
    await changeCase(tx, articleId, {
      stage: after(stage, as, 'editor'),
      editor_id: editorId,
      closed_at: isDeclined ? at : null,
    })
    if (stage === 'screening') {
      await tx
        .updateTable('review_cases')
        .set({ screened_at: at, screened_by_decision: decision.id })
        .where('article_id', '=', articleId)
        .where('screened_at', 'is', null)
        .execute()
    }
    if (isDeclined) await closeArticle(tx, articleId, at)
  },

  revised: async (tx, { articleId, authorId, files }, { reply }, at) => {
    const versions = await loadVersions(tx, articleId)
    const last = await tx
      .selectFrom('decisions')
      .select('kind')
      .where('article_id', '=', articleId)
      .orderBy('decided_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const version = { id: newId(), article_id: articleId, number: versions.length + 1, reply, submitted_at: at }
    await tx
      .insertInto('manuscript_versions')
      .values({ ...version, submitted_by: authorId })
      .execute()
    await tx
      .insertInto('article_files')
      .values({
        ...{ article_id: articleId, file_id: files.revisions.shift()!, kind: 'manuscript' },
        ...{ position: versions.length, version_id: version.id },
      })
      .execute()
    await changeCase(tx, articleId, { stage: 'reviewing' })
    if (last.kind === 'major') await startRound(tx, await theCase(tx, articleId), at)
  },

  proof: (tx, { articleId, editorId, files }, _more, at) =>
    tx
      .insertInto('proofs')
      .values({
        ...{ id: newId(), article_id: articleId, file_id: files.proofs.shift()!, sent_at: at, sent_by: editorId },
        ...{
          due_on: addDays(dayOf(at), journal().limits.proofDays),
          answer: null,
          corrections: null,
          answered_at: null,
        },
      })
      .execute(),

  approved: (tx, { articleId }, _more, at) =>
    tx.updateTable('proofs').set({ answer: 'approved', answered_at: at }).where('article_id', '=', articleId).execute(),

  wrote: (tx, { articleId, authorId, editorId }, { from, text }, at) =>
    tx
      .insertInto('case_messages')
      .values({
        ...{ id: newId(), article_id: articleId, from_side: from, text, at },
        user_id: from === 'author' ? authorId : editorId,
      })
      .execute(),

  appealed: async (tx, { articleId, authorId, editorId }, { text }, at) => {
    const decision = await tx
      .selectFrom('decisions')
      .select('id')
      .where('article_id', '=', articleId)
      .where('kind', '=', 'decline')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('grievances')
      .values({
        ...{ id: newId(), kind: 'appeal', article_id: articleId, decision_id: decision.id, text, about: null },
        ...{ involved: JSON.stringify([editorId]), sent_by: authorId, sent_at: at },
        due_on: addDays(dayOf(at), journal().limits.complaintWeeks * 7),
        ...{ handler_id: null, outcome: null, answer: null, answered_at: null },
      })
      .execute()
  },

  withdrawn: async (tx, { articleId, authorId }, { reason }, at) => {
    await closeRoundOf(tx, articleId, at, { reason: 'withdrawn', decisionId: null })
    await changeCase(tx, articleId, {
      ...{ stage: 'withdrawn', closed_at: at, withdrawn_by: authorId, withdraw_reason: reason },
    })
    await closeArticle(tx, articleId, at)
  },
}

/** What an assignment has before anybody has answered. */
const NOT_YET = {
  ...{ replied_at: null, due_on: null, first_due_on: null, decline_reason: null, decline_text: null },
  ...{ conflict_answer: null, conflict_text: null, submitted_at: null, closed_at: null, close_reason: null },
  ...{ closed_by_decision: null, clarify_text: null, replaces_assignment: null },
} as const

const theCase = (tx: Tx, articleId: string): Promise<CaseRow> =>
  tx.selectFrom('review_cases').selectAll().where('article_id', '=', articleId).executeTakeFirstOrThrow()

const openRoundOf = (tx: Tx, articleId: string) =>
  tx
    .selectFrom('review_rounds')
    .select('id')
    .where('article_id', '=', articleId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()

function after(stage: CaseStage, move: Parameters<typeof moveCase>[1], by: 'editor'): CaseStage {
  const next = moveCase(stage, move, by)
  if ('kind' in next) throw new Error(next.message)
  return next.stage
}

/** The last assignment of someone in this case. */
const changeAssignment = (
  tx: Tx,
  { articleId, reviewers }: Played,
  reviewer: string,
  changes: Partial<Omit<AssignmentRow, 'id'>>,
): Promise<AssignmentRow> =>
  tx
    .updateTable('review_assignments')
    .set(changes)
    .where('article_id', '=', articleId)
    .where('reviewer_id', '=', reviewers.get(reviewer)!.id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The authors read all reports of the round as they were written. */
async function releaseReportsOf(tx: Tx, roundId: string, decisionId: string): Promise<void> {
  const reports = await tx
    .selectFrom('review_reports')
    .innerJoin('review_assignments', 'review_assignments.id', 'review_reports.assignment_id')
    .select(['review_reports.id', 'review_reports.to_authors'])
    .where('review_assignments.round_id', '=', roundId)
    .execute()
  for (const { id, to_authors } of reports) {
    await tx
      .insertInto('report_releases')
      .values({ decision_id: decisionId, report_id: id, text: to_authors, change_reason: null, cleaned_file_id: null })
      .execute()
  }
}

async function closeRoundOf(
  tx: Tx,
  articleId: string,
  at: string,
  { reason, decisionId }: { reason: 'decision' | 'withdrawn'; decisionId: string | null },
): Promise<void> {
  const round = await openRoundOf(tx, articleId)
  if (!round) return
  await tx
    .updateTable('review_assignments')
    .set({ state: 'cancelled', closed_at: at, close_reason: reason, closed_by_decision: decisionId })
    .where('round_id', '=', round.id)
    .where('state', 'in', ['standby', 'invited', 'agreed'])
    .execute()
  await tx.updateTable('review_rounds').set({ closed_at: at }).where('id', '=', round.id).execute()
}

/** Of a decision from when its letter was sent. */
const closeArticle = (tx: Tx, articleId: string, at: string): Promise<unknown> =>
  tx
    .updateTable('articles')
    .set({ closed_at: at, updated_at: releasedAt(at).toISOString() })
    .where('id', '=', articleId)
    .execute()
