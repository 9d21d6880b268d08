import { expect, test } from 'vitest'
import { moveRequest, REQUEST_MOVES, REQUEST_STATES, type RequestMove, type RequestState } from './requests.ts'

/** The state after each move of an editor or of the system; null where it is refused. In the order of `REQUEST_STATES`. */
const MOVES: Record<RequestMove, ['editor' | 'system', ...(RequestState | null)[]]> = {
  take: ['editor', 'open', 'with-authors', null, null],
  askAuthors: ['system', 'with-authors', 'with-authors', null, null],
  decide: ['editor', 'decided', 'decided', null, null],
  decline: ['editor', 'declined', null, null, null],
  release: ['system', 'decided', 'decided', null, null],
}

test.each(REQUEST_MOVES)('who may %s a request, and when', (move) => {
  const [by, ...after] = MOVES[move]
  const other = by === 'editor' ? 'system' : 'editor'
  for (const [at, state] of REQUEST_STATES.entries()) {
    const moved = moveRequest(state, move, by)
    expect('kind' in moved ? null : moved.state, `${move} from ${state}`).toBe(after[at])
    expect(moveRequest(state, move, other)).toMatchObject({ kind: 'forbidden' })
  }
})
