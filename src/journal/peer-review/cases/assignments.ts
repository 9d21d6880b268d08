import { randomInt } from 'node:crypto'
import {
  conflictWaits,
  moveAssignment,
  type AssignmentCaller,
  type AssignmentMove,
} from '../../../contract/rules/peer-review/assignment-moves.ts'
import { daysBetween } from '../../../contract/rules/peer-review/days.ts'
import { freeLabels } from '../../../contract/rules/peer-review/labels.ts'
import type { AssignmentState } from '../../../contract/rules/peer-review/stages.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { AssignmentRow, RoundRow } from '../../../platform/database/review-tables.ts'
import { notFound, refuse } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { lockCase, type LockedCase } from './case-rows.ts'

/** An assignment with everything its moves depend on; its article is locked. */
export interface LockedAssignment extends LockedCase {
  assignment: AssignmentRow
  round: RoundRow
}

/** For the one who reviews; the editors of a case lock it first, and then read what is in it. */
export async function lockAssignment(tx: Tx, id: string): Promise<LockedAssignment> {
  const seen = await tx.selectFrom('review_assignments').select('article_id').where('id', '=', id).executeTakeFirst()
  if (!seen) throw notFound('Review')
  return assignmentIn(tx, await lockCase(tx, seen.article_id), id)
}

/** An assignment of a case that is locked; those of other cases are not found. */
export async function assignmentIn(tx: Tx, { article, theCase }: LockedCase, id: string): Promise<LockedAssignment> {
  const assignment = await tx
    .selectFrom('review_assignments')
    .selectAll()
    .where('id', '=', id)
    .where('article_id', '=', article.id)
    .executeTakeFirst()
  if (!assignment) throw notFound('Review')
  const round = await tx
    .selectFrom('review_rounds')
    .selectAll()
    .where('id', '=', assignment.round_id)
    .executeTakeFirstOrThrow()
  return { assignment, round, article, theCase }
}

type Changes = Partial<Omit<AssignmentRow, 'id' | 'article_id' | 'round_id' | 'state'>>

/** Moves a locked assignment on, or throws why that is refused. Returns the row as it is then. */
export async function move(
  tx: Tx,
  { assignment, round }: Pick<LockedAssignment, 'assignment' | 'round'>,
  by: AssignmentCaller,
  name: AssignmentMove,
  changes: Changes = {},
): Promise<AssignmentRow> {
  const next = moveAssignment(positionOf(assignment, round), name, by)
  if ('kind' in next) {
    refuse(next)
    throw new Error('A refusal always throws.')
  }
  const row = { ...assignment, ...changes, state: next.state }
  await tx
    .updateTable('review_assignments')
    .set({ ...changes, state: next.state })
    .where('id', '=', assignment.id)
    .execute()
  return row
}

/** What the moves of an assignment depend on. */
export const positionOf = (assignment: AssignmentRow, round: RoundRow) => ({
  state: assignment.state,
  roundOpen: round.closed_at === null,
  conflictWaits: conflictWaits(assignment.state, assignment.conflict_answer),
  // Who had not agreed was writing no report that the decision could have overtaken.
  closed:
    assignment.closed_at !== null && assignment.close_reason !== null && assignment.due_on !== null
      ? { reason: assignment.close_reason, daysAgo: daysBetween(assignment.closed_at, now()) }
      : null,
})

/** The assignments of a round, in the order in which they were made. */
export const loadAssignments = (db: Db, roundId: string, ...states: AssignmentState[]): Promise<AssignmentRow[]> => {
  const query = db.selectFrom('review_assignments').selectAll().where('round_id', '=', roundId)
  return (states.length ? query.where('state', 'in', states) : query).orderBy('rank').orderBy('id').execute()
}

/** The label of a reviewer in a case: the one of earlier rounds, or a random one that nobody has. */
export async function labelFor(tx: Tx, articleId: string, reviewerId: string): Promise<string> {
  const given = await tx
    .selectFrom('review_assignments')
    .select(['reviewer_id', 'label'])
    .where('article_id', '=', articleId)
    .execute()
  const own = given.find((one) => one.reviewer_id === reviewerId)
  if (own) return own.label
  const free = freeLabels(new Set(given.map(({ label }) => label)))
  return free[randomInt(free.length)]!
}
