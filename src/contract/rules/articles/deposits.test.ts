import { describe, expect, test } from 'vitest'
import { DEPOSIT_MOVES, DEPOSIT_STATE_WORDS, type DepositMove, type DepositState } from './deposits.ts'

/** Every move by every state: where it leads, or nothing. */
const TABLE: Record<DepositState, Partial<Record<DepositMove, DepositState>>> = {
  waiting: { send: 'sent', giveUp: 'failed', supersede: 'superseded', record: 'accepted' },
  sent: { accept: 'accepted', warn: 'warnings', refuse: 'refused', giveUp: 'failed', supersede: 'superseded' },
  accepted: {},
  warnings: {},
  refused: { supersede: 'superseded', record: 'accepted' },
  failed: { supersede: 'superseded', record: 'accepted' },
  superseded: {},
}

describe('the moves of a deposit', () => {
  const moves = Object.keys(DEPOSIT_MOVES) as DepositMove[]
  test.each(DEPOSIT_STATE_WORDS.flatMap((state) => moves.map((move) => [state, move] as const)))(
    '%s: %s',
    (state, move) => {
      const { from, to } = DEPOSIT_MOVES[move]
      expect((from as readonly DepositState[]).includes(state) ? to : undefined).toBe(TABLE[state][move])
    },
  )
})
