import { describe, expect, test } from 'vitest'
import {
  agreementLine,
  bannerSentence,
  missingIn,
  moveNotice,
  NOTICE_CALLERS,
  NOTICE_KINDS,
  NOTICE_MOVES,
  NOTICE_STATES,
  NOTICES,
  type NoticeCaller,
  type NoticeMove,
  type NoticeState,
  refusalToSign,
  SECOND_EDITOR,
  standingOf,
} from './notices.ts'

type Triple = `${NoticeCaller}: ${NoticeState} → ${NoticeMove} → ${NoticeState}`

/** Every move that succeeds; all others are refused. */
const ALLOWED: readonly Triple[] = [
  'editor: draft → edit → draft',
  'editor: draft → ask → asked',
  'editor: draft → goUnasked → ready',
  'editor: draft → drop → dropped',
  'system: asked → heard → ready',
  'editor: asked → sendBack → draft',
  'editor: asked → drop → dropped',
  'editor: ready → sendBack → draft',
  'editor: ready → confirm → confirmed',
  'editor: ready → drop → dropped',
  'editor: confirmed → undo → draft',
  'editor: confirmed → drop → dropped',
  'system: confirmed → release → published',
  'system: confirmed → giveBack → draft',
]

const everyMove = NOTICE_CALLERS.flatMap((caller) =>
  NOTICE_STATES.flatMap((state) => NOTICE_MOVES.map((move) => ({ caller, state, move }))),
)

test.each(everyMove)('$caller: $state → $move', ({ caller, state, move }) => {
  const moved = moveNotice(state, move, caller)
  const allowed = ALLOWED.find((one) => one.startsWith(`${caller}: ${state} → ${move} → `))
  if (allowed) expect(`${caller}: ${state} → ${move} → ${(moved as { state: string }).state}`).toBe(allowed)
  else expect(moved).toHaveProperty('message')
})

test('every allowed move is one of the table', () => {
  expect(new Set(ALLOWED).size).toBe(
    everyMove.filter(({ state, move, caller }) => !('kind' in moveNotice(state, move, caller))).length,
  )
})

describe('who can sign', () => {
  const signing = { kind: 'retraction', draftedBy: 'samina', isUrgent: false, editors: 2 } as const
  test.each([
    ['the drafter of a retraction', 'samina', {}, SECOND_EDITOR],
    ['a second editor', 'bilal', {}, null],
    ['the only editor', 'samina', { editors: 1 }, null],
    ['the drafter in urgency', 'samina', { isUrgent: true }, null],
    ['the drafter of a correction', 'samina', { kind: 'correction' as const }, null],
    ['the drafter of a concern', 'samina', { kind: 'concern' as const }, SECOND_EDITOR],
    ['the drafter of a removal', 'samina', { kind: 'removal' as const }, SECOND_EDITOR],
  ])('%s', (_who, user, more, refusal) => {
    expect(refusalToSign(user, { ...signing, ...more })).toBe(refusal)
  })
})

describe('where an article stands', () => {
  const notice = (kind: (typeof NOTICE_KINDS)[number], id: string, closesId: string | null = null) => ({
    id,
    kind,
    closesId,
  })
  test.each([
    ['no notice', [], 'current'],
    ['a correction', [notice('correction', 'a')], 'corrected'],
    ['a concern after a correction', [notice('correction', 'a'), notice('concern', 'b')], 'concern'],
    ['a concern that was resolved', [notice('concern', 'a'), notice('concern-closed', 'b', 'a')], 'current'],
    [
      'one of two concerns resolved',
      [notice('concern', 'a'), notice('concern', 'b'), notice('concern-closed', 'c', 'a')],
      'concern',
    ],
    ['a correction that resolves a concern', [notice('concern', 'a'), notice('correction', 'b', 'a')], 'corrected'],
    ['a retraction that closes a concern', [notice('concern', 'a'), notice('retraction', 'b', 'a')], 'retracted'],
    ['a correction after a retraction', [notice('retraction', 'a'), notice('correction', 'b')], 'retracted'],
    ['a removal after a retraction', [notice('retraction', 'a'), notice('removal', 'b')], 'removed'],
    ['a comment', [notice('comment', 'a')], 'current'],
  ] as const)('%s', (_what, notices, standing) => {
    expect(standingOf(notices)).toBe(standing)
  })
})

test('the line on agreement is made from the answers', () => {
  const answers = [
    { name: 'Hina Abro', answer: 'agrees' as const },
    { name: 'Owen Tresk', answer: 'agrees' as const },
    { name: 'Dario Belluno', answer: 'disagrees' as const },
    { name: 'Mei-Lan Cho', answer: null },
  ]
  expect(agreementLine(answers, null)).toBe(
    'Hina Abro and Owen Tresk agree with this notice. Dario Belluno disagrees. 1 did not answer.',
  )
  expect(agreementLine(answers, 'The error is the journal’s.')).toBe(
    'The authors were not asked: The error is the journal’s.',
  )
})

test('what has still to be filled in, in words; blank is not filled in', () => {
  const nothing = { what: ' ', details: '', why: '', foundBy: '', effect: '', action: '' }
  const empty = { ...nothing, whoseError: null, reviewOn: null, closesId: null }
  expect(missingIn('concern', empty)).toEqual([
    'the sentence for banners and lists',
    'what is wrong',
    'who found it',
    'what the journal does',
    'the day by which the journal will report',
  ])
  for (const kind of NOTICE_KINDS) expect(missingIn(kind, empty)).not.toEqual([])
  expect(missingIn('comment', { ...empty, what: 'x', details: 'y' })).toEqual([])
})

test('a banner says what kind of notice it is, and when', () => {
  const facts = { on: '2026-07-01', what: 'the plates are not from Ferula', reviewOn: '2026-07-20' }
  for (const kind of NOTICE_KINDS) expect(bannerSentence(kind, facts).lead).toContain('July 1, 2026')
  expect(bannerSentence('concern', facts).rest).toContain('we will report by July 20, 2026')
  expect(Object.values(NOTICES).filter(({ isGrave }) => isGrave)).toHaveLength(3)
})
