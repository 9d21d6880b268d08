import type { Refusal } from '../accounts/access.ts'
import type { AssignmentState, CoReviewerState } from './stages.ts'

/** A colleague's answers. An editor has allowed it before: until then the colleague has no link. */
const CO_REVIEW_MOVES = {
  confirm: { from: ['invited', 'refused'], to: 'confirmed' },
  refuse: { from: ['invited', 'confirmed'], to: 'refused' },
} as const satisfies Record<string, { from: readonly CoReviewerState[]; to: CoReviewerState }>

export type CoReviewMove = keyof typeof CO_REVIEW_MOVES

export const REPORT_NOT_OPEN = 'The report can no longer be written together: it has been sent, or is no longer needed.'
const NOT_ALLOWED_YET = 'The editor has not allowed this yet.'

/** The state after a colleague's answer, which may be the same again, or why it is refused. */
export function moveCoReview(
  state: CoReviewerState,
  move: CoReviewMove,
  assignment: AssignmentState,
): { state: CoReviewerState } | Refusal {
  if (assignment !== 'agreed') return { kind: 'conflict', message: REPORT_NOT_OPEN }
  const { from, to } = CO_REVIEW_MOVES[move]
  if (state === to || (from as readonly CoReviewerState[]).includes(state)) return { state: to }
  return { kind: 'conflict', message: NOT_ALLOWED_YET }
}
