import { conflictWaits } from '../../../contract/rules/peer-review/assignment-moves.ts'
import { plannedSeries, stepKey } from '../../../contract/rules/peer-review/due.ts'
import type { TimedAssignment, TimedCase } from '../../../contract/rules/peer-review/timed-case.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AssignmentRow, CaseRow } from '../../../platform/database/review-tables.ts'

/** A case as its timetable depends on it, with the keys of the steps that have been sent or passed over. */
export interface TimedFacts {
  theCase: TimedCase
  done: ReadonlySet<string>
}

/** Reads cases by the ids of their articles: eight queries, whatever their number. */
export async function timedCases(db: Db, articleIds: readonly string[], now: Date): Promise<TimedFacts[]> {
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
