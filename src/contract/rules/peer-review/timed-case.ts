import type { AssignmentState, CaseStage } from './stages.ts'
import type { DecisionRecord } from './undo.ts'

/** What the journal does by itself in a case depends on. Timestamps are ISO 8601, days YYYY-MM-DD. */
export interface TimedCase {
  readonly articleId: string
  readonly stage: CaseStage
  /** Declined, withdrawn or published. */
  readonly isClosed: boolean
  readonly receivedOn: string
  readonly promisedOn: string
  readonly screenedAt: string | null
  /** When the newest version arrived, if it is not the first. */
  readonly revisedAt: string | null
  /** The assignments of the open round; null if none is open. */
  readonly assignments: readonly TimedAssignment[] | null
  /** All, in the order in which they were made. */
  readonly decisions: readonly TimedDecision[]
  /** The last proof. */
  readonly proof: { readonly id: string; readonly sentAt: string; readonly answeredAt: string | null } | null
  /** Those without an answer. */
  readonly grievances: readonly { readonly id: string; readonly sentAt: string }[]
}

export interface TimedAssignment {
  readonly id: string
  readonly state: AssignmentState
  readonly invitedAt: string | null
  readonly replyDueOn: string | null
  readonly repliedAt: string | null
  /** A conflict of interest that the reviewer has told of waits for an editor. */
  readonly conflictWaits: boolean
  readonly dueOn: string | null
  readonly submittedAt: string | null
  readonly closedAt: string | null
  /** A mail server has refused the address: no reminder would arrive. */
  readonly isUndeliverable: boolean
}

export interface TimedDecision extends DecisionRecord {
  readonly revision_due_on: string | null
}
