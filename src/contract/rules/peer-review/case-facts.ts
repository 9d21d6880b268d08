import type { Journal } from '../../journal.ts'
import type { ConfirmationState } from './authorship.ts'
import type { AssignmentState, CaseStage, GrievanceKind, ProofAnswer, Recommendation } from './stages.ts'
import type { DecisionRecord } from './undo.ts'

/** How many reports the journal promised for a manuscript, and when it reminds people. */
export type PromisedReview = Pick<Journal['review'], 'reviewers' | 'reminders'>

/**
 * What the next step of a case depends on, and what the journal does in it without an editor. Timestamps are ISO 8601, days
 * YYYY-MM-DD.
 */
export interface CaseFacts {
  /** As it was when the manuscript was sent, whatever the journal promises since. */
  readonly promised: PromisedReview
  readonly articleId: string
  readonly stage: CaseStage
  readonly receivedOn: string
  readonly promisedOn: string
  readonly screenedAt: string | null
  readonly closedAt: string | null
  readonly withdrawnByAuthor: boolean
  /** When the newest version of the manuscript arrived. */
  readonly versionAt: string
  /** The same, if it is not the first. */
  readonly revisedAt: string | null
  /** The round that is open. */
  readonly round: { readonly openedAt: string; readonly assignments: readonly AssignmentFacts[] } | null
  /** In the order in which they were made. */
  readonly decisions: readonly DecisionFacts[]
  /** The last proof. */
  readonly proof: ProofFacts | null
  /** The issue for which it is held as it is now. */
  readonly heldFor: { readonly issue: string; readonly at: string } | null
  /** Appeals and complaints that have not been answered. */
  readonly grievances: readonly GrievanceFacts[]
  /** When the author wrote last, if no editor has written since. */
  readonly unansweredAt: string | null
  /** When a colleague who helps a reviewer declared a conflict of interest, if no editor has answered. */
  readonly coReviewConflictAt: string | null
  /** When a reviewer asked to work with a colleague, if no editor has answered. */
  readonly coReviewAskedAt: string | null
  /** Everybody who was asked about the list of authors that counts, or about one that is proposed. */
  readonly authors: readonly AuthorFacts[]
}

export interface AuthorFacts {
  readonly contributorId: string
  readonly fullName: string
  readonly state: ConfirmationState
  readonly hasAddress: boolean
  readonly toldAt: string | null
  readonly answeredAt: string | null
  /** The case waits for the answer. */
  readonly isBinding: boolean
  /** It is about a list that is proposed. */
  readonly isProposed: boolean
}

export interface AssignmentFacts {
  readonly id: string
  readonly state: AssignmentState
  readonly invitedAt: string | null
  readonly replyDueOn: string | null
  readonly repliedAt: string | null
  /** A conflict of interest that the reviewer has declared waits for an editor. */
  readonly conflictWaits: boolean
  readonly dueOn: string | null
  readonly submittedAt: string | null
  readonly closedAt: string | null
  /** A mail server has refused the address: no reminder would arrive. */
  readonly isUndeliverable: boolean
  /** The report came back to the reviewer with a question. */
  readonly clarifying: boolean
  /** Of the valid report. */
  readonly recommendation: Recommendation | null
}

export interface DecisionFacts extends DecisionRecord {
  readonly revision_due_on: string | null
  /** When that day was moved, if it was. */
  readonly revision_moved_at?: string | null
  readonly decided_by: string
}

export interface ProofFacts {
  readonly id: string
  readonly sentAt: string
  readonly dueOn: string
  readonly answer: ProofAnswer | null
  readonly answeredAt: string | null
}

export interface GrievanceFacts {
  readonly id: string
  readonly kind: GrievanceKind
  readonly dueOn: string
  readonly sentAt: string
  readonly handlerId: string | null
  /** The editors who do not answer it: they had a part in what it is about. */
  readonly involved: readonly string[]
}

/** For whom, and when, the next step is worked out. */
export interface Viewpoint {
  readonly userId: string
  readonly now: Date
}
