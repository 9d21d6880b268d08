import { expect, test } from 'vitest'
import { CONFIRMATION_STATES, type ConfirmationMove, type ConfirmationState, moveConfirmation } from './authorship.ts'

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
