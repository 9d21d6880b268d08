import { expect, test } from 'vitest'
import { manuscriptStage, reviewState, type ManuscriptFacts } from './manuscript-stage.ts'

const decided = (kind: ManuscriptFacts['decisions'][number]['kind'], decidedAt = '2024-04-10T13:00:00.000Z') => ({
  kind,
  decidedAt,
})
const cases: [string, Partial<ManuscriptFacts>, string][] = [
  ['nothing done', {}, 'screening'],
  ['a round that an upgrade made', { stageId: '3' }, 'screening'],
  ['never sent', { wasSent: false, status: '4' }, 'never sent'],
  ['declined', { status: '4', decisions: [decided('decline')] }, 'declined'],
  ['scheduled', { status: '5', stageId: '5' }, 'accepted, not public'],
  ['taken out of its issue', { stageId: '5', wasPublic: true }, 'accepted, not public'],
  ['published in a future issue', { status: '3', stageId: '5' }, 'accepted, not public'],
  ['in copyediting', { stageId: '4', decisions: [decided('accept')] }, 'accepted'],
  ['sent to review, nobody asked', { stageId: '3', decisions: [decided('to review')] }, 'reviewing'],
  ['reviewers asked', { stageId: '3', hasReviewers: true }, 'reviewing'],
  ['revisions asked for', { hasReviewers: true, decisions: [decided('revisions')] }, 'revising'],
  ['to be sent again', { hasReviewers: true, decisions: [decided('resubmit')] }, 'revising'],
  [
    'revision sent',
    { hasReviewers: true, decisions: [decided('revisions')], revisionSentAt: '2024-05-01T00:00:00.000Z' },
    'reviewing',
  ],
  [
    'an older revision sent',
    { hasReviewers: true, decisions: [decided('revisions')], revisionSentAt: '2024-01-01T00:00:00.000Z' },
    'revising',
  ],
  ['a new round', { hasReviewers: true, decisions: [decided('resubmit'), decided('new round')] }, 'reviewing'],
  ['advice after it', { hasReviewers: true, decisions: [decided('revisions'), decided('recommendation')] }, 'revising'],
  [
    'declined and taken back',
    { hasReviewers: true, decisions: [decided('decline'), decided('revert decline')] },
    'reviewing',
  ],
  ['sent back', { decisions: [decided('to review'), decided('back to an earlier stage')] }, 'screening'],
]
test.each(cases)('%s', (_what, facts, stage) => {
  const none = { wasSent: true, status: '1', stageId: '1', wasPublic: false, decisions: [], revisionSentAt: null }
  expect(manuscriptStage({ ...none, hasReviewers: false, ...facts })).toBe(stage)
})

test.each([
  [{ completedAt: 'x' }, 'submitted'],
  [{ completedAt: 'x', isCancelled: true }, 'submitted'],
  [{ isCancelled: true, isDeclined: true }, 'cancelled'],
  [{ confirmedAt: 'x', isDeclined: true }, 'declined'],
  [{ confirmedAt: 'x' }, 'agreed'],
  [{}, 'invited'],
])('a review with %j is %s', (facts, state) => {
  const none = { completedAt: null, confirmedAt: null, isDeclined: false, isCancelled: false }
  expect(reviewState({ ...none, ...facts })).toBe(state)
})
