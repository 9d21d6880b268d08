import { expect, test } from 'vitest'
import { peerReviewStatement } from './statement.ts'

const reviewed = { isReviewed: true, exceptionReason: null, guestEditor: null }

test.each([
  [reviewed, 'Peer reviewed, single-blind.'],
  [
    { ...reviewed, exceptionReason: 'Only one specialist of this family could be found.' },
    'Peer reviewed, single-blind. Accepted with fewer independent reports than the journal’s policy asks for: Only one specialist of this family could be found.',
  ],
  [
    { ...reviewed, guestEditor: 'Yuki Tanabe' },
    'Peer reviewed, single-blind. Decided by the guest editor Yuki Tanabe.',
  ],
  [{ ...reviewed, isReviewed: false }, 'Published by decision of the editor, without external peer review.'],
])('what is printed of %j', (review, statement) => {
  expect(peerReviewStatement(review)).toBe(statement)
})
