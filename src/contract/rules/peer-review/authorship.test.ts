import { describe, expect, test } from 'vitest'
import {
  AUTHORSHIP_STEPS,
  type AnswersToList,
  type AuthorshipStep,
  LIST_STANDINGS,
  type ListStanding,
  refusalByAuthors,
  refusalToRemindAuthor,
  refusalToWaive,
  standingOf,
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
    ...{ inWords: '1 of 5 confirmed, 1 not needed', isMissing: true, isFolded: false },
  })
  expect(sumOfAnswers(Array<typeof asked>(14).fill(asked))).toMatchObject({
    inWords: '0 of 14 confirmed',
    isFolded: true,
  })
  expect(sumOfAnswers(answers('confirmed', 'declined'))).toMatchObject({ isMissing: false })
})

const list = (states: ConfirmationState[], more: Partial<AnswersToList> = {}): AnswersToList => ({
  ...{ isBinding: true, isProposed: false },
  answers: states.map((state, index) => ({ state, fullName: `Author ${index + 1}` })),
  ...more,
})

describe('what a case waits for', () => {
  test.each<[ListStanding, string, AnswersToList | null]>([
    ['unbound', 'authors who were never asked', null],
    ['unbound', 'asked before answers counted', list(['asked', 'declined'], { isBinding: false })],
    ['agreed', 'all have confirmed, or an editor goes on without', list(['confirmed', 'waived'])],
    ['open', 'one has not answered', list(['confirmed', 'asked'])],
    ['open', 'another list is proposed', list(['confirmed'], { isProposed: true })],
    ['open', 'the same of authors never asked before', list([], { isBinding: false, isProposed: true })],
    ['declined', 'one says no', list(['asked', 'declined'])],
    ['declined', 'one says no, and another list is proposed', list(['declined'], { isProposed: true })],
  ])('%s: %s', (standing, _name, given) => expect(standingOf(given)).toBe(standing))

  const OF: Record<ListStanding, AnswersToList> = {
    unbound: list(['asked'], { isBinding: false }),
    agreed: list(['confirmed']),
    open: list(['confirmed', 'asked']),
    declined: list(['confirmed', 'declined']),
  }
  const STOPPED: Record<ListStanding, AuthorshipStep[]> = {
    unbound: [],
    agreed: [],
    open: ['invite', 'accept', 'publish'],
    declined: ['screen', 'invite', 'revise', 'decide', 'accept', 'proof', 'publish'],
  }
  test.each(LIST_STANDINGS.flatMap((standing) => AUTHORSHIP_STEPS.map((step) => [standing, step] as const)))(
    'while the list is %s: %s',
    (standing, step) => expect(refusalByAuthors(step, OF[standing]) !== null).toBe(STOPPED[standing].includes(step)),
  )

  test('the sentence names the people and what to do', () => {
    expect(refusalByAuthors('invite', OF.declined)!.message).toMatch(/^Author 2 disagrees .* changed, or .* withdrawn/)
    expect(refusalByAuthors('invite', OF.open)!.message).toMatch(/^Author 2 has not confirmed .* remind/)
  })
})

const TODAY = '2026-06-30'
const told = (day: string) => {
  const at = `${day}T08:00:00.000Z`
  return { state: 'asked' as const, hasAddress: true, askedAt: at, toldAt: at as string | null }
}

test.each([
  ['on day 13', told('2026-06-17'), false],
  ['on day 14', told('2026-06-16'), true],
  ['not at once, though nothing could be sent', { ...told(TODAY), toldAt: null }, false],
  ['on day 14, though nothing could be sent', { ...told('2026-06-16'), toldAt: null }, true],
  ['at once, for an address of two', { ...told(TODAY), toldAt: null, hasAddress: false }, true],
  ['not after an answer', { ...told('2026-06-01'), state: 'declined' as const }, false],
])('an editor goes on without an answer %s', (_name, one, may) => expect(refusalToWaive(one, TODAY) === null).toBe(may))

test.each([
  ['has not answered since yesterday', told('2026-06-29'), null, true],
  ['was asked today', told(TODAY), null, false],
  ['was reminded today', told('2026-06-01'), `${TODAY}T07:00:00.000Z`, false],
  ['has answered', { ...told('2026-06-01'), state: 'confirmed' as const }, null, false],
  ['has the address of another', { ...told('2026-06-01'), hasAddress: false }, null, false],
  ['was not written to', { ...told('2026-06-01'), toldAt: null }, null, false],
])('reminding an author who %s', (_name, one, remindedAt, may) =>
  expect(refusalToRemindAuthor(one, remindedAt, TODAY) === null).toBe(may),
)
