import { longDate } from '../../../contract/rules/text/dates.ts'
import { moveCase } from '../../../contract/rules/peer-review/case-moves.ts'
import { isLive, type AssignmentState, type CaseStage } from '../../../contract/rules/peer-review/stages.ts'
import type { RoundRow } from '../../../platform/database/review-tables.ts'
import { refuse } from '../../../platform/errors.ts'
import type { LoadedAssignment, LoadedCase } from '../cases/load-cases.ts'

/** Throws why nobody can be invited at this stage. */
export function requireInvitable(stage: CaseStage): void {
  if (stage === 'reviewing') return
  const next = moveCase(stage, 'review', 'editor')
  if ('kind' in next) refuse(next)
}

export interface Rounds {
  open: RoundRow | undefined
  /** The number of the round to which people are invited. */
  number: number
  /** The assignments of that round. */
  current: LoadedAssignment[]
  /** Those of earlier rounds, the newest round first. */
  earlier: LoadedAssignment[]
  /** Those who have reported in the last round that is closed: they are asked first. */
  reporters: string[]
}

/** The rounds of a case as an invitation needs them. */
export function toRounds({ rounds, assignments: all }: LoadedCase): Rounds {
  const open = rounds.find(({ closed_at }) => closed_at === null)
  const numberOf = new Map(rounds.map(({ id, number }) => [id, number]))
  const current = all.filter(({ round_id }) => round_id === open?.id)
  const earlier = all
    .filter(({ round_id }) => round_id !== open?.id)
    .sort((one, other) => numberOf.get(other.round_id)! - numberOf.get(one.round_id)!)
  const last = rounds.findLast(({ closed_at }) => closed_at !== null)
  const reporters = earlier
    .filter(({ round_id, state }) => round_id === last?.id && state === 'submitted')
    .map(({ reviewer_id }) => reviewer_id)
  return { open, number: open?.number ?? rounds.length + 1, current, earlier, reporters }
}

/** A reviewer's part in the round, if they take part; the last one, if they did. */
export const partOf = (
  current: readonly LoadedAssignment[],
  reviewerId: string | null,
): LoadedAssignment | undefined => {
  const own = current.filter(({ reviewer_id }) => reviewer_id === reviewerId)
  return own.find(({ state }) => isLive(state)) ?? own.at(-1)
}

const WORDS: Record<AssignmentState, (row: LoadedAssignment) => string> = {
  standby: () => 'On standby',
  invited: ({ invited_at }) => `Invited on ${longDate(invited_at)}, no answer yet`,
  agreed: ({ due_on }) => `Has agreed, report due ${longDate(due_on)}`,
  submitted: () => 'Has sent a report',
  declined: ({ replied_at }) => `Declined on ${longDate(replied_at)}`,
  lapsed: ({ invited_at }) => `Invited on ${longDate(invited_at)}, did not answer`,
  cancelled: () => 'Was no longer needed',
}

/** An assignment as an editor reads it. */
export const partInWords = (row: LoadedAssignment): string => WORDS[row.state](row)
