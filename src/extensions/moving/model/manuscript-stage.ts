import type { DecisionKind } from './codes.ts'

/** Where a manuscript stood that is not public. */
export type ManuscriptStage =
  'screening' | 'reviewing' | 'revising' | 'accepted' | 'accepted, not public' | 'declined' | 'never sent'

/** What the stage is computed from: acts, because 2.4 and its upgrades have a review round for every manuscript. */
export interface ManuscriptFacts {
  wasSent: boolean
  /** 1 queued, 3 published, 4 declined, 5 scheduled. */
  status: string | null
  /** 1 submission, 3 review, 4 copyediting, 5 production. */
  stageId: string | null
  /** A version has a day of publication although readers do not see it. */
  wasPublic: boolean
  /** The decisions, the oldest first. */
  decisions: readonly { kind: DecisionKind; decidedAt: string | null }[]
  /** When the author last sent a revision. */
  revisionSentAt: string | null
  hasReviewers: boolean
}

/** Advice and what no version knows decide nothing. */
const NO_DECISIONS: readonly DecisionKind[] = ['recommendation', 'unknown']
const ASKS_FOR_REVISION: readonly DecisionKind[] = ['revisions', 'resubmit']

export function manuscriptStage(facts: ManuscriptFacts): ManuscriptStage {
  const { status, stageId, decisions } = facts
  if (!facts.wasSent) return 'never sent'
  if (status === '4') return 'declined'
  if (status === '5' || status === '3' || facts.wasPublic) return 'accepted, not public'
  if (stageId === '4' || stageId === '5') return 'accepted'
  const newest = decisions.findLast(({ kind }) => !NO_DECISIONS.includes(kind))
  if (newest && ASKS_FOR_REVISION.includes(newest.kind)) {
    const isSent = facts.revisionSentAt !== null && facts.revisionSentAt > (newest.decidedAt ?? '')
    if (!isSent) return 'revising'
  }
  const isSentBack = newest?.kind === 'back to an earlier stage'
  const wasSentToReview = !isSentBack && decisions.some(({ kind }) => kind === 'to review')
  return facts.hasReviewers || wasSentToReview ? 'reviewing' : 'screening'
}

export type ReviewState = 'invited' | 'agreed' | 'submitted' | 'declined' | 'cancelled'

/** How far a reviewer has come. What was handed in counts, whatever was changed later. */
export function reviewState(facts: {
  completedAt: string | null
  confirmedAt: string | null
  isDeclined: boolean
  isCancelled: boolean
}): ReviewState {
  if (facts.completedAt !== null) return 'submitted'
  if (facts.isCancelled) return 'cancelled'
  if (facts.isDeclined) return 'declined'
  return facts.confirmedAt === null ? 'invited' : 'agreed'
}
