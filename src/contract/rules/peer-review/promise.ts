import { dayOf, daysBetween } from './days.ts'
import { PROMISE_SOON_DAYS } from './time-limits.ts'
import type { CaseStage } from './stages.ts'
import { standingDecisions, type DecisionRecord } from './undo.ts'

/** How a case stands to the promised day of its first decision. */
export interface PromiseState {
  /** `kept` and `broken` once the first decision has been made. */
  readonly state: 'running' | 'soon' | 'over' | 'kept' | 'broken'
  /** The day since receipt: today, or when the decision was made. */
  readonly day: number
  /** The number of days that were promised. */
  readonly days: number
}

interface Received {
  readonly stage: CaseStage
  readonly receivedOn: string
  readonly promisedOn: string
  readonly decisions: readonly DecisionRecord[]
}

/** The decision that was promised: being returned without review is not one. */
export const firstDecision = <D extends DecisionRecord>(decisions: readonly D[]): D | undefined =>
  standingDecisions(decisions).find(({ kind }) => kind !== 'return')

/** True while the promised decision is awaited: not yet made, and the case is with the journal. */
export const isUndecided = ({ stage, decisions }: Pick<Received, 'stage' | 'decisions'>): boolean =>
  (stage === 'screening' || stage === 'reviewing') && !firstDecision(decisions)

/**
 * Null if the case ended without a decision, because it was withdrawn or approved without review, and while it is
 * with its authors before the first one.
 */
export function promiseOf({ stage, receivedOn, promisedOn, decisions }: Received, now: Date): PromiseState | null {
  const first = firstDecision(decisions)
  if (!first && !isUndecided({ stage, decisions })) return null
  const day = daysBetween(receivedOn, first ? dayOf(first.decided_at) : now)
  const days = daysBetween(receivedOn, promisedOn)
  if (first) return { state: day > days ? 'broken' : 'kept', day, days }
  const left = days - day
  return { state: left < 0 ? 'over' : left <= PROMISE_SOON_DAYS ? 'soon' : 'running', day, days }
}

/** The same in words: '3 days over', '4 days left', 'Decided on day 29 (on time)'. */
export function promiseInWords({ state, day, days }: PromiseState): string {
  if (state === 'kept') return `Decided on day ${day} (on time)`
  if (state === 'broken') return `Decided on day ${day}`
  const left = days - day
  if (left < 0) return `${-left} ${left === -1 ? 'day' : 'days'} over`
  return left === 0 ? 'Due today' : `${left} ${left === 1 ? 'day' : 'days'} left`
}
