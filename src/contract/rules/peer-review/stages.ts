/** The words of peer review that the database stores and the API answers. */

/** Where a manuscript is between its arrival and the end of its case. */
export const CASE_STAGES = ['screening', 'reviewing', 'revising', 'accepted', 'declined', 'withdrawn'] as const
export type CaseStage = (typeof CASE_STAGES)[number]

/** As editors read them. */
export const STAGE_NAMES: Record<CaseStage, string> = {
  screening: 'Initial check',
  reviewing: 'In review',
  revising: 'In revision',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}

/** `reopen` is the outcome of an appeal; all others are sent to the authors as a letter. */
export const DECISION_KINDS = ['return', 'decline', 'minor', 'major', 'accept', 'reopen'] as const
export type DecisionKind = (typeof DECISION_KINDS)[number]
export const LETTER_KINDS = ['return', 'decline', 'minor', 'major', 'accept'] as const satisfies DecisionKind[]
export type LetterKind = (typeof LETTER_KINDS)[number]

export const DECISION_NAMES: Record<DecisionKind, string> = {
  return: 'Return to the authors',
  decline: 'Decline',
  minor: 'Minor revision',
  major: 'Major revision',
  accept: 'Accept',
  reopen: 'Reopen',
}

/** What a reviewer may recommend: the decisions of the peer review policy. */
export const RECOMMENDATIONS = ['accept', 'minor', 'major', 'decline'] as const satisfies DecisionKind[]
export type Recommendation = (typeof RECOMMENDATIONS)[number]

export const ASSIGNMENT_STATES = [
  ...(['standby', 'invited', 'agreed', 'submitted', 'declined', 'lapsed', 'cancelled'] as const),
] as const
export type AssignmentState = (typeof ASSIGNMENT_STATES)[number]

/** States in which a reviewer takes part, or may still be asked to. A person has at most one such assignment in a round. */
export const LIVE_STATES = ['standby', 'invited', 'agreed', 'submitted'] as const satisfies AssignmentState[]
export const isLive = (state: AssignmentState): boolean => (LIVE_STATES as readonly string[]).includes(state)

/** Why an assignment was closed without a report. */
export const CLOSE_REASONS = ['declined', 'no-answer', 'editor', 'decision', 'withdrawn', 'erased'] as const
export type CloseReason = (typeof CLOSE_REASONS)[number]

/** How a reviewer came to be chosen. */
export const REVIEWER_SOURCES = ['editor', 'author', 'reviewer', 'earlier'] as const
export type ReviewerSource = (typeof REVIEWER_SOURCES)[number]

export const CO_REVIEWER_STATES = ['asked', 'invited', 'confirmed', 'refused'] as const
export type CoReviewerState = (typeof CO_REVIEWER_STATES)[number]

/** A reviewer's answer to one of the journal's questions. */
export const ANSWERS = ['yes', 'partly', 'no', 'not-my-field'] as const
export type ReviewAnswer = (typeof ANSWERS)[number]
export const ANSWER_NAMES: Record<ReviewAnswer, string> = {
  yes: 'Yes',
  partly: 'Partly',
  no: 'No',
  'not-my-field': 'Not my field',
}

export const DECLINE_REASONS = {
  time: 'No time at present',
  field: 'Not my field',
  conflict: 'A conflict of interest',
  other: 'Another reason',
} as const
export type DeclineReason = keyof typeof DECLINE_REASONS

export const GRIEVANCE_KINDS = ['appeal', 'complaint'] as const
export type GrievanceKind = (typeof GRIEVANCE_KINDS)[number]
export const GRIEVANCE_OUTCOMES = ['upheld', 'partly', 'dismissed'] as const
export type GrievanceOutcome = (typeof GRIEVANCE_OUTCOMES)[number]

export const PROOF_ANSWERS = ['approved', 'corrections'] as const
export type ProofAnswer = (typeof PROOF_ANSWERS)[number]

/** Who has done what a case's history tells. */
export const HISTORY_SIDES = ['author', 'editor', 'reviewer', 'journal'] as const
export type HistorySide = (typeof HISTORY_SIDES)[number]

/** Whose cases are listed: the caller's own and those that nobody has taken, or all. */
export const CASE_SCOPES = ['mine', 'all'] as const
export type CaseScope = (typeof CASE_SCOPES)[number]
