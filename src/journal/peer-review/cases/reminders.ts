import { conflictWaits } from '../../../contract/rules/peer-review/assignment-moves.ts'
import { type DueStep, dueSteps, isStillDue, plannedSeries, stepKey } from '../../../contract/rules/peer-review/due.ts'
import type { TimedAssignment, TimedCase } from '../../../contract/rules/peer-review/timed-case.ts'
import type { Database, Db, Tx } from '../../../platform/database/connect.ts'
import type { AssignmentRow, CaseRow } from '../../../platform/database/review-tables.ts'
import { DomainError } from '../../../platform/errors.ts'
import { changeCase, decisionsOf, lockCase } from './case-rows.ts'
import { grievancesOf, involvedIn } from './grievances.ts'
import {
  type AboutCase,
  notifyAdministrators,
  notifyAuthor,
  notifyEditors,
  notifyOtherEditors,
  notifyReviewer,
  send,
} from './notify.ts'
import { lapseInvitation } from './respond.ts'

/** How many cases are looked at together. */
const CHUNK = 100

interface Reminding {
  clock?: () => Date
  /** True if no further case should be begun. */
  stopped?: () => boolean
  /** Called with what failed in one case; the others go on. */
  failed?: (error: unknown, articleId: string) => void
}

/**
 * Takes every step that is due in any case: emails are written to the outbox, unanswered invitations lapse. What is
 * due follows from the rows alone, so that nothing is lost while the program does not run, and each step is noted
 * in the transaction that takes it, so that none is taken twice. Returns how many were taken.
 */
export async function takeDueSteps(
  database: Database,
  { clock = () => new Date(), stopped = () => false, failed = rethrow }: Reminding = {},
): Promise<number> {
  const waiting = await casesThatWait(database.db)
  let taken = 0
  for (let at = 0; at < waiting.length; at += CHUNK) {
    for (const { theCase, done } of await timedCases(database.db, waiting.slice(at, at + CHUNK), clock())) {
      if (stopped()) return taken
      if (!dueSteps(theCase, done, clock()).length) continue
      try {
        taken += await database.transaction((tx) => takeStepsOf(tx, theCase.articleId, clock()))
      } catch (error) {
        failed(error, theCase.articleId)
      }
    }
  }
  return taken
}

const rethrow = (error: unknown): never => {
  throw error
}

/** The articles whose cases are open, or whose authors wait for an answer to an appeal or a complaint. */
async function casesThatWait(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('review_cases')
    .select('article_id')
    .where('closed_at', 'is', null)
    .union(db.selectFrom('grievances').select('article_id').where('answered_at', 'is', null))
    .orderBy('article_id')
    .execute()
  return rows.map(({ article_id }) => article_id)
}

/** Takes the steps that are due in one case, as it is once its lock is held. */
async function takeStepsOf(tx: Tx, articleId: string, now: Date): Promise<number> {
  const locked = await lockCase(tx, articleId).catch((error: unknown) => {
    // Deleted since it was listed.
    if (error instanceof DomainError && error.kind === 'not_found') return null
    throw error
  })
  if (!locked) return 0
  const at = now.toISOString()
  let taken = 0
  for (const { theCase, done } of await timedCases(tx, [articleId], now)) {
    for (const step of dueSteps(theCase, done, now)) {
      await note(tx, step, at)
      await take(tx, articleId, step, at)
      taken++
    }
  }
  return taken
}

/** The steps that were passed over are noted as well: a clock that goes back must not send them. */
const note = (tx: Tx, { subjectId, step, passed }: DueStep, at: string): Promise<unknown> =>
  tx
    .insertInto('review_reminders')
    .values([
      { subject_id: subjectId, step, sent_at: at },
      ...passed.map((each) => ({ subject_id: subjectId, step: each, sent_at: null })),
    ])
    .execute()

async function take(tx: Tx, articleId: string, { subject, subjectId, step, act }: DueStep, at: string): Promise<void> {
  if (act === 'lapse') return lapseInvitation(tx, subjectId, at)
  const about: AboutCase = { articleId, [subject]: subjectId, step }
  if (act.to === 'editors') return notifyEditors(tx, act.email, about)
  if (act.to === 'handler') return notifyHandler(tx, act.email, about)
  if (act.to === 'author') {
    if (act.email === 'author-delay') await changeCase(tx, articleId, { delay_told_at: at })
    return notifyAuthor(tx, act.email, about)
  }
  const assignment = await tx
    .selectFrom('review_assignments')
    .select(['id', 'article_id', 'email'])
    .where('id', '=', subjectId)
    .executeTakeFirstOrThrow()
  return notifyReviewer(tx, act.email, assignment, { step })
}

/** To the editor who handles an appeal or a complaint; while nobody does, to those who may answer it, if there are any. */
async function notifyHandler(tx: Tx, kind: 'editor-appeal-due', about: AboutCase): Promise<void> {
  const handler = await tx
    .selectFrom('grievances')
    .innerJoin('users', 'users.id', 'grievances.handler_id')
    .select('users.email')
    .where('grievances.id', '=', about.grievanceId ?? '')
    .executeTakeFirst()
  if (handler) return send(tx, kind, handler.email, about)
  const { theCase } = await lockCase(tx, about.articleId)
  const grievance = (await grievancesOf(tx, about.articleId)).find(({ id }) => id === about.grievanceId)
  const involved = grievance ? involvedIn(grievance, theCase, await decisionsOf(tx, about.articleId)) : []
  if (!(await notifyOtherEditors(tx, kind, about, new Set(involved)))) await notifyAdministrators(tx, kind, about)
}

/** True for a reminder that has not been sent yet and has become pointless meanwhile: it is dropped. */
export async function isPointless(db: Db, about: AboutCase, now: Date): Promise<boolean> {
  const { articleId, assignmentId, decisionId, proofId, grievanceId, step } = about
  if (step === undefined) return false
  const subjectIds = [articleId, assignmentId, decisionId, proofId, grievanceId].filter((id) => id !== undefined)
  const [found] = await timedCases(db, [articleId], now)
  return !found || !isStillDue(found.theCase, found.done, { subjectIds, step }, now)
}

/** A case as its timetable depends on it, with the keys of the steps that have been sent or passed over. */
interface TimedFacts {
  theCase: TimedCase
  done: ReadonlySet<string>
}

/** Reads cases by the ids of their articles: eight queries, whatever their number. */
async function timedCases(db: Db, articleIds: readonly string[], now: Date): Promise<TimedFacts[]> {
  if (!articleIds.length) return []
  const cases = await db.selectFrom('review_cases').selectAll().where('article_id', 'in', articleIds).execute()
  const rounds = await db
    .selectFrom('review_rounds')
    .select(['id', 'article_id'])
    .where('article_id', 'in', articleIds)
    .where('closed_at', 'is', null)
    .execute()
  const assignments = rounds.length
    ? await db
        .selectFrom('review_assignments')
        .selectAll()
        .where(
          'round_id',
          'in',
          rounds.map(({ id }) => id),
        )
        .execute()
    : []
  const refused = await refusedAddresses(db, assignments)
  const decisions = await db
    .selectFrom('decisions')
    .select(['id', 'article_id', 'kind', 'from_stage', 'decided_at', 'reverses_id', 'revision_due_on'])
    .where('article_id', 'in', articleIds)
    .orderBy('decided_at')
    .orderBy('id')
    .execute()
  const revised = await db
    .selectFrom('manuscript_versions')
    .select(({ fn }) => ['article_id', fn.max('submitted_at').as('at')])
    .where('article_id', 'in', articleIds)
    .where('number', '>', 1)
    .groupBy('article_id')
    .execute()
  const proofs = await db
    .selectFrom('proofs')
    .select(['id', 'article_id', 'sent_at', 'answered_at'])
    .where('article_id', 'in', articleIds)
    .orderBy('sent_at')
    .orderBy('id')
    .execute()
  const grievances = await db
    .selectFrom('grievances')
    .select(['id', 'article_id', 'sent_at'])
    .where('article_id', 'in', articleIds)
    .where('answered_at', 'is', null)
    .execute()

  const byArticle = <Row extends { article_id: string }>(rows: readonly Row[]) =>
    Map.groupBy(rows, ({ article_id }) => article_id)
  const [roundOf, assignmentsOf, decisionsOf] = [byArticle(rounds), byArticle(assignments), byArticle(decisions)]
  const [revisedOf, proofsOf, grievancesOf] = [byArticle(revised), byArticle(proofs), byArticle(grievances)]
  const timed = cases.map((row: CaseRow): TimedCase => {
    const proof = proofsOf.get(row.article_id)?.at(-1)
    return {
      articleId: row.article_id,
      stage: row.stage,
      isClosed: row.closed_at !== null,
      receivedOn: row.received_on,
      promisedOn: row.promised_on,
      screenedAt: row.screened_at,
      revisedAt: revisedOf.get(row.article_id)?.[0]?.at ?? null,
      assignments: roundOf.has(row.article_id)
        ? (assignmentsOf.get(row.article_id) ?? []).map((assignment) => timedAssignment(assignment, refused))
        : null,
      decisions: decisionsOf.get(row.article_id) ?? [],
      proof: proof ? { id: proof.id, sentAt: proof.sent_at, answeredAt: proof.answered_at } : null,
      grievances: (grievancesOf.get(row.article_id) ?? []).map(({ id, sent_at }) => ({ id, sentAt: sent_at })),
    }
  })
  const done = await doneSteps(db, timed, now)
  return timed.map((theCase) => ({ theCase, done }))
}

const timedAssignment = (row: AssignmentRow, refused: ReadonlySet<string>): TimedAssignment => ({
  id: row.id,
  state: row.state,
  invitedAt: row.invited_at,
  replyDueOn: row.reply_due_on,
  repliedAt: row.replied_at,
  conflictWaits: conflictWaits(row.state, row.conflict_answer),
  dueOn: row.due_on,
  submittedAt: row.submitted_at,
  closedAt: row.closed_at,
  isUndeliverable: refused.has(`${row.id} ${row.email.toLowerCase()}`),
})

/** The addresses of awaited reviewers that a mail server has refused for good, with their assignments. */
async function refusedAddresses(db: Db, assignments: readonly AssignmentRow[]): Promise<ReadonlySet<string>> {
  const awaited = assignments.filter(({ state }) => state === 'invited' || state === 'agreed').map(({ id }) => id)
  const rows = awaited.length
    ? await db
        .selectFrom('outbox')
        .select(['assignment_id', 'recipient'])
        .where('assignment_id', 'in', awaited)
        .where('refused_at', 'is not', null)
        .where('sent_at', 'is', null)
        .execute()
    : []
  return new Set(rows.map(({ assignment_id, recipient }) => `${assignment_id} ${recipient.toLowerCase()}`))
}

async function doneSteps(db: Db, cases: readonly TimedCase[], now: Date): Promise<ReadonlySet<string>> {
  const steps = cases.flatMap((theCase) => plannedSeries(theCase, now)).flat()
  const subjects = [...new Set(steps.map(({ subjectId }) => subjectId))]
  const rows = subjects.length
    ? await db
        .selectFrom('review_reminders')
        .select(['subject_id', 'step'])
        .where('subject_id', 'in', subjects)
        .execute()
    : []
  return new Set(rows.map(({ subject_id, step }) => stepKey({ subjectId: subject_id, step })))
}
