import { expect, test } from 'vitest'
import { reviewerState } from './reviewer-state.ts'

test.each([
  [null, null, 'available'],
  ['2026-06-15', null, 'available'],
  ['2026-06-16', null, 'away'],
  ['2026-06-17', null, 'away'],
  [null, '2026-01-01T00:00:00.000Z', 'never-ask'],
  ['2026-06-17', '2026-01-01T00:00:00.000Z', 'never-ask'],
])('on June 16 someone away until %s, asked never to be asked on %s, is %s', (awayUntil, doNotAskAt, state) => {
  expect(reviewerState({ awayUntil, doNotAskAt }, '2026-06-16')).toBe(state)
})
