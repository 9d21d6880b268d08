import { MINUTE_MS } from '../text/dates.ts'
import type { CaseStage, DecisionKind } from './stages.ts'

/** How long the letter of a decision waits before it is sent, and the decision can be undone. */
export const UNDO_MINUTES = 10

/** The part of a decision that says when it counts for the authors. */
export interface DecisionRecord {
  readonly id: string
  readonly kind: DecisionKind
  /** The stage in which it was made. */
  readonly from_stage: CaseStage
  readonly decided_at: string
  /** The decision that this one has undone. */
  readonly reverses_id: string | null
}

/** When the letter of a decision is sent. */
export const releasedAt = (decidedAt: string): Date => new Date(Date.parse(decidedAt) + UNDO_MINUTES * MINUTE_MS)

export const isReleased = ({ decided_at }: Pick<DecisionRecord, 'decided_at'>, now: Date): boolean =>
  releasedAt(decided_at) <= now

/** The decisions that have not been undone, in the order in which they were made. */
export function standingDecisions<D extends DecisionRecord>(decisions: readonly D[]): D[] {
  const undone = new Set(decisions.map((decision) => decision.reverses_id))
  return decisions.filter((decision) => decision.reverses_id === null && !undone.has(decision.id))
}

/** The decision that can still be undone, if any. */
export function undoableDecision<D extends DecisionRecord>(decisions: readonly D[], now: Date): D | undefined {
  const last = standingDecisions(decisions).at(-1)
  return last && last.kind !== 'reopen' && !isReleased(last, now) ? last : undefined
}

/** What an editor may still undo in a case, and until when. */
export function undoOf(
  stage: CaseStage,
  decisions: readonly DecisionRecord[],
  now: Date,
): { decisionId: string; until: string } | null {
  const last = stage === 'withdrawn' ? undefined : undoableDecision(decisions, now)
  return last ? { decisionId: last.id, until: releasedAt(last.decided_at).toISOString() } : null
}

/** What the authors see of a stage: a decision counts for them only when its letter has been sent. */
export function stageForAuthors(stage: CaseStage, decisions: readonly DecisionRecord[], now: Date): CaseStage {
  const pending = stage === 'withdrawn' ? undefined : undoableDecision(decisions, now)
  return pending ? pending.from_stage : stage
}

/**
 * True once a manuscript is accepted and nobody can take that back any more, also if its authors have withdrawn it since. A
 * proof is sent then, and what concerns its fee may be known to those who have decided.
 */
export function isAcceptedForGood(stage: CaseStage, decisions: readonly DecisionRecord[], now: Date): boolean {
  if (stage === 'withdrawn') return standingDecisions(decisions).at(-1)?.kind === 'accept'
  return stageForAuthors(stage, decisions, now) === 'accepted'
}
