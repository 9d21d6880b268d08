import { expect, test } from 'vitest'
import {
  CONFIRMATION_STATES,
  type ConfirmationMove,
  type ConfirmationState,
  moveConfirmation,
  sumOfAnswers,
} from './authorship.ts'

const MOVES: ConfirmationMove[] = ['confirmed', 'declined', 'waive', 'change']

/** The state after each of the moves. */
const TABLE: Record<ConfirmationState, (ConfirmationState | undefined)[]> = {
  asked: ['confirmed', 'declined', 'waived', 'asked'],
  confirmed: ['confirmed', 'declined', undefined, 'asked'],
  declined: ['confirmed', 'declined', undefined, 'asked'],
  waived: ['confirmed', 'declined', undefined, 'asked'],
}

test.each(CONFIRMATION_STATES)('what a confirmation can become that is %s', (state) => {
  expect(MOVES.map((move) => moveConfirmation(state, move))).toEqual(TABLE[state])
})

test('who disagrees is told from the others, who are folded if they are many', () => {
  const answers = (...states: ConfirmationState[]) => states.map((state, index) => ({ state, name: index + 1 }))
  const [asked, waived] = [{ state: 'asked' }, { state: 'waived' }] as const
  expect(sumOfAnswers(answers('confirmed', 'declined', 'waived', 'asked', 'asked'))).toEqual({
    disagreeing: [{ state: 'declined', name: 2 }],
    others: [
      { state: 'confirmed', name: 1 },
      { ...waived, name: 3 },
      { ...asked, name: 4 },
      { ...asked, name: 5 },
    ],
    ...{ agree: 2, isFolded: false },
  })
  expect(sumOfAnswers(Array<typeof asked>(14).fill(asked))).toMatchObject({ agree: 0, isFolded: true })
})
