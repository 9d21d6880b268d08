import { describe, expect, test } from 'vitest'
import {
  ASSIGNMENT_CALLERS,
  ASSIGNMENT_MOVES,
  LATE_REPORT_DAYS,
  moveAssignment,
  ROUND_CLOSED,
  type AssignmentCaller,
  type AssignmentMove,
} from './assignment-moves.ts'
import { ASSIGNMENT_STATES, CLOSE_REASONS, type AssignmentState } from './stages.ts'

type Triple = `${AssignmentCaller}: ${AssignmentState} → ${AssignmentMove} → ${AssignmentState}`

/** Every triple that succeeds while the round is open; all others are refused. */
const WHILE_OPEN: readonly Triple[] = [
  'editor: standby → invite → invited',
  'system: standby → invite → invited',
  'editor: declined → inviteAgain → invited',
  'reviewer: invited → agree → agreed',
  'reviewer: declined → agree → agreed',
  'reviewer: lapsed → agree → agreed',
  'reviewer: invited → declare → invited',
  'reviewer: declined → declare → invited',
  'reviewer: lapsed → declare → invited',
  'reviewer: invited → decline → declined',
  'reviewer: agreed → decline → declined',
  'system: invited → lapse → lapsed',
  'reviewer: agreed → submit → submitted',
  'editor: agreed → submit → submitted',
  'editor: submitted → clarify → agreed',
  'editor: standby → cancel → cancelled',
  'editor: invited → cancel → cancelled',
  'editor: agreed → cancel → cancelled',
  'system: standby → cancel → cancelled',
  'system: invited → cancel → cancelled',
  'system: agreed → cancel → cancelled',
]

const moves = Object.keys(ASSIGNMENT_MOVES) as AssignmentMove[]

function succeeding(
  roundOpen: boolean,
  closed: { reason: (typeof CLOSE_REASONS)[number]; daysAgo: number } | null,
  conflictWaits = false,
) {
  const succeed: string[] = []
  for (const caller of ASSIGNMENT_CALLERS) {
    for (const state of ASSIGNMENT_STATES) {
      for (const move of moves) {
        const result = moveAssignment({ state, roundOpen, closed, conflictWaits }, move, caller)
        if ('state' in result) succeed.push(`${caller}: ${state} → ${move} → ${result.state}`)
        else expect(['forbidden', 'conflict']).toContain(result.kind)
      }
    }
  }
  return succeed.toSorted()
}

describe('the moves of an assignment', () => {
  test('are those of the table for every state, move and caller', () => {
    expect(succeeding(true, null)).toEqual([...WHILE_OPEN].toSorted())
  })

  test('while a declared conflict waits, neither the reviewer opens the manuscript nor does the invitation lapse', () => {
    const settled = /→ (?:agree|declare|lapse) →/
    expect(succeeding(true, null, true).filter((triple) => triple.includes(': invited'))).toEqual(
      [...WHILE_OPEN.filter((triple) => !settled.test(triple)), 'editor: invited → admit → agreed']
        .filter((triple) => triple.includes(': invited'))
        .toSorted(),
    )
    expect(succeeding(false, null, true)).toEqual([])
  })

  test('end with the round, but for a report that the decision overtook', () => {
    expect(succeeding(false, null)).toEqual([])
    const late = ['reviewer: cancelled → submitLate → submitted']
    expect(succeeding(false, { reason: 'decision', daysAgo: LATE_REPORT_DAYS })).toEqual(late)
    expect(succeeding(false, { reason: 'decision', daysAgo: LATE_REPORT_DAYS + 1 })).toEqual([])
    for (const reason of CLOSE_REASONS.filter((each) => each !== 'decision')) {
      expect(succeeding(false, { reason, daysAgo: 0 }), reason).toEqual([])
    }
  })

  test('that are refused say why', () => {
    const submitted = { state: 'submitted', roundOpen: true, closed: null } as const
    expect(moveAssignment(submitted, 'submit', 'reviewer')).toEqual({
      kind: 'conflict',
      message: 'The report has already been sent.',
    })
    const invited = { state: 'invited', roundOpen: false, closed: null } as const
    expect(moveAssignment(invited, 'agree', 'reviewer')).toEqual({ kind: 'conflict', message: ROUND_CLOSED })
    expect(moveAssignment({ ...invited, roundOpen: true }, 'agree', 'editor')).toMatchObject({ kind: 'forbidden' })
  })
})
