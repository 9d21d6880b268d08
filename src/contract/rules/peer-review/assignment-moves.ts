import type { Refusal } from '../accounts/access.ts'
import { dayOf } from './days.ts'
import type { AssignmentState, CloseReason, CoReviewerState } from './stages.ts'

/** Who makes a move of an assignment: the reviewer, an editor of the case, or the journal itself. */
export const ASSIGNMENT_CALLERS = ['reviewer', 'editor', 'system'] as const
export type AssignmentCaller = (typeof ASSIGNMENT_CALLERS)[number]

interface Move {
  readonly by: readonly AssignmentCaller[]
  readonly from: Partial<Record<AssignmentState, AssignmentState>>
  /** Possible only while the round is open, or only within `LATE_REPORT_DAYS` of its end. */
  readonly round: 'open' | 'closed'
  /** Possible only while a conflict of interest waits for an editor, or only while none does. */
  readonly conflict?: 'waits' | 'settled'
}

/** How long after a decision a report that was already being written is still taken. */
export const LATE_REPORT_DAYS = 30

/** All moves of an assignment. What is not in this table is refused. */
export const ASSIGNMENT_MOVES = {
  /** From the standby list, at once when someone declines or does not answer. */
  invite: { by: ['editor', 'system'], from: { standby: 'invited' }, round: 'open' },
  inviteAgain: { by: ['editor'], from: { declined: 'invited' }, round: 'open' },
  /** Also after a refusal or after no answer: 'I can after all'. */
  agree: {
    by: ['reviewer'],
    from: { invited: 'agreed', declined: 'agreed', lapsed: 'agreed' },
    round: 'open',
    conflict: 'settled',
  },
  /** The reviewer would review, and declares a conflict of interest: nothing is opened until an editor has decided. */
  declare: {
    by: ['reviewer'],
    from: { invited: 'invited', declined: 'invited', lapsed: 'invited' },
    round: 'open',
    conflict: 'settled',
  },
  /** The editor waives that conflict: the reviewer has agreed. */
  admit: { by: ['editor'], from: { invited: 'agreed' }, round: 'open', conflict: 'waits' },
  decline: { by: ['reviewer'], from: { invited: 'declined', agreed: 'declined' }, round: 'open' },
  lapse: { by: ['system'], from: { invited: 'lapsed' }, round: 'open', conflict: 'settled' },
  submit: { by: ['reviewer', 'editor'], from: { agreed: 'submitted' }, round: 'open' },
  /** The editor asks the reviewer to clarify a report. */
  clarify: { by: ['editor'], from: { submitted: 'agreed' }, round: 'open' },
  cancel: {
    by: ['editor', 'system'],
    from: { standby: 'cancelled', invited: 'cancelled', agreed: 'cancelled' },
    round: 'open',
  },
  /** The decision came first: the report is kept and marked as late. */
  submitLate: { by: ['reviewer'], from: { cancelled: 'submitted' }, round: 'closed' },
} as const satisfies Record<string, Move>

export type AssignmentMove = keyof typeof ASSIGNMENT_MOVES

/** The part of an assignment that its moves depend on. */
export interface AssignmentPosition {
  readonly state: AssignmentState
  readonly roundOpen: boolean
  /** Why it was closed, and how many days ago. */
  readonly closed: { readonly reason: CloseReason; readonly daysAgo: number } | null
  /** True while a conflict of interest that the reviewer has declared waits for an editor. */
  readonly conflictWaits?: boolean
}

/** The one rule of what waits: the reviewer has answered, and an editor has not. */
export const conflictWaits = (state: AssignmentState, conflictAnswer: 'none' | 'declared' | null): boolean =>
  state === 'invited' && conflictAnswer === 'declared'

const STATE_SENTENCES: Record<AssignmentState, string> = {
  standby: 'This reviewer has not been invited yet.',
  invited: 'This invitation has not been answered yet.',
  agreed: 'This reviewer has already agreed to review.',
  submitted: 'The report has already been sent.',
  declined: 'This invitation has been declined.',
  lapsed: 'This invitation has expired without an answer.',
  cancelled: 'This review is no longer needed.',
}

export const ROUND_CLOSED = 'The editor has already decided, so this review is no longer needed. Thank you.'

export const CONFLICT_WAITS =
  'The editor is looking at the conflict of interest that you have declared, and will write to you.'
export const NO_CONFLICT_WAITS = 'No conflict of interest waits for an answer. Please reload the page.'

/** The state after a move, or why it is refused. */
export function moveAssignment(
  { state, roundOpen, closed, conflictWaits = false }: AssignmentPosition,
  move: AssignmentMove,
  caller: AssignmentCaller,
): { state: AssignmentState } | Refusal {
  const { by, from, round, conflict }: Move = ASSIGNMENT_MOVES[move]
  if (!by.includes(caller)) return { kind: 'forbidden', message: 'You cannot do this.' }
  const next = from[state]
  if (!next) return { kind: 'conflict', message: STATE_SENTENCES[state] }
  if (round === 'open' && !roundOpen) return { kind: 'conflict', message: ROUND_CLOSED }
  if (round === 'closed') {
    const inTime = closed?.reason === 'decision' && closed.daysAgo <= LATE_REPORT_DAYS
    if (roundOpen || !inTime) return { kind: 'conflict', message: ROUND_CLOSED }
  }
  if (conflict === 'settled' && conflictWaits) return { kind: 'conflict', message: CONFLICT_WAITS }
  if (conflict === 'waits' && !conflictWaits) return { kind: 'conflict', message: NO_CONFLICT_WAITS }
  return { state: next }
}

export const NOTHING_TO_REMIND_OF = 'Nothing is awaited from this reviewer. Please reload the page.'
export const REMINDED_TODAY = 'This reviewer has been reminded today. The next reminder is possible tomorrow.'
export const ADDRESS_REFUSED = 'The reviewer’s mail server has refused the address. Please change it first.'

/** Why an editor cannot remind a reviewer now; null if they can. `today` and the day of `remindedAt` are those of UTC. */
export function refusalToRemind(
  one: {
    readonly state: AssignmentState
    readonly roundOpen: boolean
    readonly conflictWaits: boolean
    readonly isUndeliverable: boolean
    readonly remindedAt: string | null
  },
  today: string,
): Refusal | null {
  const isAwaited = one.roundOpen && ['invited', 'agreed'].includes(one.state) && !one.conflictWaits
  if (!isAwaited) return { kind: 'conflict', message: NOTHING_TO_REMIND_OF }
  if (one.isUndeliverable) return { kind: 'conflict', message: ADDRESS_REFUSED }
  const isReminded = one.remindedAt !== null && dayOf(one.remindedAt) >= today
  return isReminded ? { kind: 'conflict', message: REMINDED_TODAY } : null
}

/** A colleague's answers. An editor has allowed it before: until then the colleague has no link. */
const CO_REVIEW_MOVES = {
  confirm: { from: ['invited', 'refused'], to: 'confirmed' },
  refuse: { from: ['invited', 'confirmed'], to: 'refused' },
} as const satisfies Record<string, { from: readonly CoReviewerState[]; to: CoReviewerState }>

export type CoReviewMove = keyof typeof CO_REVIEW_MOVES

export const REPORT_NOT_OPEN =
  'A colleague can no longer help with this report: it has been sent, or is no longer needed.'
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
