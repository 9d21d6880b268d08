import { describe, expect, test } from 'vitest'
import { journal } from '../../../../journal.config.ts'
import type {
  AssignmentFacts,
  AuthorFacts,
  CaseFacts,
  DecisionFacts,
  GrievanceFacts,
  ProofFacts,
} from './case-facts.ts'
import { addDays } from './days.ts'
import { caseOrder, nextAction } from './next-action.ts'
import { promiseInWords, promiseOf } from './promise.ts'
import { reportMarks } from './report-marks.ts'
import type { DecisionKind, Recommendation } from './stages.ts'

const TODAY = '2026-06-16'
const NOW = new Date(`${TODAY}T12:00:00.000Z`)
/** So many days before today. */
const ago = (days: number): string => addDays(TODAY, -days)
const at = (days: number): string => `${ago(days)}T08:00:00.000Z`
const EDITOR = 'editor'
const VIEW = { userId: EDITOR, now: NOW }

function facts(changes: Partial<CaseFacts> & { received?: number } = {}): CaseFacts {
  const { received = 20, ...rest } = changes
  return {
    promised: journal.review,
    articleId: 'article',
    stage: 'reviewing',
    receivedOn: ago(received),
    promisedOn: addDays(ago(received), 42),
    screenedAt: at(received),
    closedAt: null,
    withdrawnByAuthor: false,
    versionAt: at(received),
    revisedAt: null,
    round: null,
    decisions: [],
    proof: null,
    heldFor: null,
    grievances: [],
    unansweredAt: null,
    coReviewConflictAt: null,
    coReviewAskedAt: null,
    authors: [],
    ...rest,
  }
}

const NONE: AssignmentFacts = {
  ...{
    id: 'assignment',
    state: 'standby',
    invitedAt: null,
    replyDueOn: null,
    repliedAt: null,
    dueOn: null,
    submittedAt: null,
  },
  ...{ conflictWaits: false, closedAt: null, isUndeliverable: false, clarifying: false, recommendation: null },
}
const standby = NONE
const invited = (days: number): AssignmentFacts => ({ ...NONE, state: 'invited', invitedAt: at(days) })
/** Agreed so many days ago; `due` counts from today. */
const agreed = (days: number, due: number): AssignmentFacts => ({
  ...NONE,
  ...{ state: 'agreed', invitedAt: at(days + 1), repliedAt: at(days), dueOn: ago(-due) },
})
const submitted = (days: number, recommendation: Recommendation = 'minor'): AssignmentFacts => ({
  ...agreed(days + 10, 4 - days),
  ...{ state: 'submitted', submittedAt: at(days), recommendation },
})
const declined = (days: number): AssignmentFacts => ({
  ...NONE,
  ...{ state: 'declined', invitedAt: at(days + 1), repliedAt: at(days), closedAt: at(days) },
})
const lapsed = (days: number): AssignmentFacts => ({ ...declined(days), state: 'lapsed', repliedAt: null })
const cancelled = (days: number): AssignmentFacts => ({ ...declined(days), state: 'cancelled' })

const round = (...assignments: AssignmentFacts[]): Partial<CaseFacts> => ({ round: { openedAt: at(18), assignments } })
let made = 0
const decided = (kind: DecisionKind, days: number, due: string | null = null): DecisionFacts => ({
  ...{ id: `d${++made}`, kind, from_stage: 'reviewing', decided_at: at(days), reverses_id: null },
  ...{ revision_due_on: due, decided_by: EDITOR },
})
const proof = (days: number, answer: ProofFacts['answer'] = null, answered = 0): ProofFacts => ({
  id: 'proof',
  ...{ sentAt: at(days), dueOn: addDays(ago(days), 3), answer, answeredAt: answer === null ? null : at(answered) },
})
const grievance = (changes: Partial<GrievanceFacts>): GrievanceFacts => ({
  id: 'grievance',
  ...{ kind: 'appeal', dueOn: ago(-20), sentAt: at(8), handlerId: null, involved: [], ...changes },
})

/** Asked, or answered, so many days ago. */
const author = (state: AuthorFacts['state'], days: number): AuthorFacts => ({
  ...{ contributorId: 'bruno', fullName: 'Bruno Kovář', state, hasAddress: true, isBinding: true, isProposed: false },
  ...{ toldAt: at(days), answeredAt: state === 'asked' ? null : at(days) },
})

/** Group, button or what the journal does, reason (! if something is wrong), days waiting. */
const TABLE: [name: string, given: CaseFacts, expected: string][] = [
  // Screening
  [
    'a new manuscript',
    facts({ stage: 'screening', screenedAt: null, received: 4 }),
    'act: screen – New manuscript, not checked yet – 4',
  ],
  [
    'not screened in time',
    facts({ stage: 'screening', screenedAt: null, received: 5 }),
    'act: screen – Not checked in 5 days! – 5',
  ],
  [
    'screened',
    facts({ stage: 'screening', screenedAt: at(2), received: 4 }),
    'act: invite-reviewers – Checked June 14, no reviewers invited yet – 2',
  ],
  [
    'screened, an author has not confirmed',
    facts({ stage: 'screening', screenedAt: at(2), authors: [author('confirmed', 9), author('asked', 9)] }),
    'authors: Reminder June 21 – 1 of 2 authors not confirmed in 9 days – 9',
  ],
  [
    'screened, an author has not confirmed in two weeks',
    facts({ stage: 'screening', screenedAt: at(2), authors: [author('asked', 14)] }),
    'act: ask-authors – 1 of 1 authors not confirmed in 14 days – 14',
  ],
  [
    'screened, an author was asked before answers counted',
    facts({ stage: 'screening', screenedAt: at(2), authors: [{ ...author('asked', 14), isBinding: false }] }),
    'act: invite-reviewers – Checked June 14, no reviewers invited yet – 2',
  ],
  [
    'not screened, an author has not confirmed',
    facts({ stage: 'screening', screenedAt: null, received: 4, authors: [author('asked', 4)] }),
    'act: screen – New manuscript, not checked yet – 4',
  ],
  [
    'an author disagrees',
    facts({ authors: [author('confirmed', 9), author('declined', 3)] }),
    'act: ask-authors – Bruno Kovář disagrees with the list of authors! – 3',
  ],
  [
    'back after a return',
    facts({ stage: 'screening', versionAt: at(1), decisions: [decided('return', 9)] }),
    'act: screen – Returned manuscript arrived June 15 – 1',
  ],

  // Reviewers
  ['nobody invited', facts(), 'act: invite-reviewers – No reviewers invited yet – 20'],
  ['both reports in', facts(round(submitted(9), submitted(4))), 'act: decide – Both reports received June 12 – 4'],
  ['decide is overdue', facts(round(submitted(9), submitted(5))), 'act: decide – Both reports received June 11! – 5'],
  [
    'three reports in',
    facts(round(submitted(9), submitted(4), submitted(1))),
    'act: decide – All three reports received June 15 – 1',
  ],
  [
    'reports that disagree',
    facts(round(submitted(9, 'decline'), submitted(1, 'minor'))),
    'act: decide – Reports disagree: minor revision, decline – 1',
  ],
  [
    'neighbouring recommendations agree',
    facts(round(submitted(9, 'major'), submitted(1, 'minor'))),
    'act: decide – Both reports received June 15 – 1',
  ],
  [
    'a late report with a standby',
    facts(round(submitted(9), agreed(20, -6), standby)),
    'act: invite-standby – One report 6 days late! – 6',
  ],
  [
    'a late report without a standby',
    facts(round(submitted(9), agreed(20, -3))),
    'act: invite-reviewers – One report 3 days late! – 3',
  ],
  [
    'two late reports',
    facts(round(agreed(20, -6), agreed(20, -4))),
    'act: invite-reviewers – Two reports late, one by 6 days! – 6',
  ],
  [
    'late, and the journal reminds',
    facts(round(submitted(9), agreed(17, -2))),
    'others: Reminder June 17 – One report 2 days late! – 9',
  ],
  [
    'late, and someone else has agreed',
    facts(round(submitted(9), agreed(20, -6), agreed(1, 13))),
    'others: Reminder June 17 – Second report due June 29 – 1',
  ],
  [
    'late, and enough without it',
    facts(round(submitted(9), submitted(2), agreed(20, -6))),
    'act: decide – Two reports in, one late – 2',
  ],
  [
    'a report to be clarified is not late',
    facts(round(submitted(9), { ...agreed(20, -6), clarifying: true, submittedAt: at(7) })),
    'others: Reminder June 17 – A reviewer is asked to clarify a report – 7',
  ],
  [
    'second declined',
    facts(round(agreed(4, 10), declined(2))),
    'act: invite-reviewers – Second reviewer declined, no standby left! – 2',
  ],
  [
    'second did not answer',
    facts(round(agreed(4, 10), declined(8), lapsed(1))),
    'act: invite-reviewers – Second reviewer did not answer, no standby left! – 1',
  ],
  [
    'all declined',
    facts(round(declined(4), declined(2))),
    'act: invite-reviewers – All reviewers declined, no standby left! – 2',
  ],
  [
    'nobody is left',
    facts(round(declined(4), lapsed(2))),
    'act: invite-reviewers – No reviewer is left, no standby left! – 2',
  ],
  [
    'one cancelled by the editor',
    facts(round(agreed(4, 10), cancelled(2), standby)),
    'act: invite-standby – Only one reviewer so far, standby not invited yet – 2',
  ],
  [
    'one report due',
    facts(round(submitted(3), agreed(4, 8), standby)),
    'others: Reminder June 19 – Second report due June 24 – 3',
  ],
  [
    'reports due',
    facts(round(agreed(8, 6), agreed(9, 9))),
    'others: Reminder June 17 – Reports due June 22 and 25 – 8',
  ],
  [
    'one answer outstanding',
    facts(round(agreed(3, 20), invited(5), standby)),
    'others: Reminder today – One answer outstanding – 3',
  ],
  [
    'reminders of an invitation are over',
    facts(round(invited(6), invited(7), standby)),
    'others: Standby invited June 18 – Two answers outstanding – 6',
  ],
  [
    'an invitation that ends',
    facts(round(agreed(3, 20), { ...invited(6), replyDueOn: ago(-4) })),
    'others: Invitation ends June 21 – One answer outstanding – 3',
  ],
  [
    'an invitation that did not arrive',
    facts(round(agreed(3, 20), { ...invited(5), isUndeliverable: true })),
    'others: Invitation ends June 20 – One answer outstanding – 3',
  ],

  // Revision
  [
    'minor revision due',
    facts({ stage: 'revising', decisions: [decided('minor', 11, ago(-3))] }),
    'authors: Reminder June 19 – Minor revision due June 19 – 11',
  ],
  [
    'minor revision late',
    facts({ stage: 'revising', decisions: [decided('minor', 20, ago(5))] }),
    'authors: Reminder June 18 – Minor revision 5 days late! – 20',
  ],
  [
    'major revision later than all reminders',
    facts({ stage: 'revising', decisions: [decided('major', 60, ago(8))] }),
    'act: write-to-author – Major revision 8 days late! – 8',
  ],
  [
    'a letter that can be undone',
    facts({
      stage: 'revising',
      decisions: [{ ...decided('minor', 0, ago(-14)), decided_at: '2026-06-16T11:56:30.000Z' }],
    }),
    'authors: Letter goes out in 7 min – Minor revision asked for – 0',
  ],
  [
    'minor revision arrived',
    facts({ decisions: [decided('minor', 11)], versionAt: at(2) }),
    'act: read-revision – Minor revision arrived June 14 – 2',
  ],
  [
    'major revision arrived',
    facts({ decisions: [decided('major', 30)], versionAt: at(1), ...round() }),
    'act: read-revision – Major revision arrived June 15 – 1',
  ],
  [
    'reopened',
    facts({ decisions: [decided('decline', 30), decided('reopen', 1)] }),
    'act: invite-reviewers – Reopened after an appeal June 15 – 1',
  ],
  [
    'an undone decision is none',
    facts({
      ...round(submitted(3), submitted(2)),
      decisions: [
        { ...decided('decline', 1), id: 'wrong' },
        { ...decided('decline', 1), reverses_id: 'wrong' },
      ],
    }),
    'act: decide – Both reports received June 14 – 2',
  ],

  // Production
  [
    'accepted',
    facts({ stage: 'accepted', decisions: [decided('accept', 4)] }),
    'act: send-proof – Accepted June 12 – 4',
  ],
  [
    'proof with the author',
    facts({ stage: 'accepted', decisions: [decided('accept', 4)], proof: proof(1) }),
    'authors: Reminder June 17 – Proof with the author until June 18 – 1',
  ],
  [
    'proof approved',
    facts({ stage: 'accepted', decisions: [decided('accept', 9)], proof: proof(3, 'approved', 1) }),
    'act: publish – Proof approved June 15 – 1',
  ],
  [
    'proof with corrections',
    facts({ stage: 'accepted', decisions: [decided('accept', 9)], proof: proof(3, 'corrections', 2) }),
    'act: send-proof – Corrections to the proof arrived June 14 – 2',
  ],
  [
    'no answer to the proof',
    facts({ stage: 'accepted', decisions: [decided('accept', 9)], proof: proof(6) }),
    'act: publish – No answer to the proof since June 10! – 3',
  ],
  [
    'held for an issue',
    facts({
      ...{ stage: 'accepted', decisions: [decided('accept', 9)], proof: proof(6, 'approved', 5) },
      heldFor: { issue: 'Plants and salt', at: at(2) },
    }),
    'others: null – Waits for Plants and salt – 2',
  ],
  [
    'held for an issue without review',
    facts({ stage: 'screening', screenedAt: null, heldFor: { issue: 'Plants and salt', at: at(2) } }),
    'others: null – Waits for Plants and salt – 2',
  ],
  [
    'corrections to the proof of what is held',
    facts({
      ...{ stage: 'accepted', decisions: [decided('accept', 9)], proof: proof(6, 'corrections', 1) },
      heldFor: { issue: 'Plants and salt', at: at(2) },
    }),
    'act: send-proof – Corrections to the proof arrived June 15 – 1',
  ],

  // Closed
  [
    'published',
    facts({ stage: 'accepted', closedAt: at(1), decisions: [decided('accept', 9)] }),
    'closed: All emails sent – Published June 15 – 1',
  ],
  [
    'declined',
    facts({ stage: 'declined', closedAt: at(4), decisions: [decided('decline', 4)] }),
    'closed: All emails sent – Declined June 12 – 4',
  ],
  [
    'withdrawn',
    facts({ stage: 'withdrawn', closedAt: at(4), withdrawnByAuthor: true }),
    'closed: null – Withdrawn by its authors June 12 – 4',
  ],

  [
    'a conflict of interest that waits comes before all else in review',
    facts(round(standby, submitted(4), { ...invited(6), repliedAt: at(5), conflictWaits: true })),
    'act: answer-conflict – A reviewer declares a conflict of interest – 5',
  ],
  [
    'two of them, the older one first',
    facts(
      round(
        { ...invited(6), repliedAt: at(2), conflictWaits: true },
        { ...invited(6), repliedAt: at(4), conflictWaits: true },
      ),
    ),
    'act: answer-conflict – Two reviewers declare a conflict of interest – 4',
  ],
  [
    'a co-reviewer with a conflict of interest',
    facts({ ...round(agreed(8, 6), agreed(9, 9)), coReviewConflictAt: at(2), coReviewAskedAt: at(3) }),
    'act: answer-conflict – A co-reviewer declares a conflict of interest – 2',
  ],

  // Letters and grievances
  [
    'an appeal for its handler',
    facts({
      stage: 'declined',
      closedAt: at(9),
      decisions: [decided('decline', 9)],
      grievances: [grievance({ handlerId: EDITOR })],
    }),
    'act: answer-appeal – Appeal due July 6 – 8',
  ],
  [
    'an appeal is not for who has decided',
    facts({
      stage: 'declined',
      closedAt: at(9),
      decisions: [decided('decline', 9)],
      grievances: [grievance({ involved: [EDITOR] })],
    }),
    'others: null – Appeal for another editor, due July 6 – 8',
  ],
  [
    'a complaint waits for what is next',
    facts({ ...round(submitted(9), submitted(4)), grievances: [grievance({ kind: 'complaint' })] }),
    'act: decide – Both reports received June 12 – 4',
  ],
  [
    'a complaint is not for whom it is about, even if they are named as its handler',
    facts({
      ...{ stage: 'declined', closedAt: at(9), decisions: [decided('decline', 9)] },
      grievances: [grievance({ kind: 'complaint', involved: [EDITOR], handlerId: EDITOR })],
    }),
    'others: null – Complaint with another editor, due July 6 – 8',
  ],
  [
    'a complaint that is late comes first',
    facts({ ...round(submitted(9), submitted(4)), grievances: [grievance({ kind: 'complaint', dueOn: ago(1) })] }),
    'act: answer-complaint – Complaint 1 day late! – 8',
  ],
  [
    'a letter from the author',
    facts({ ...round(agreed(8, 6), agreed(9, 9)), unansweredAt: at(2) }),
    'act: answer-author – The author wrote June 14 – 2',
  ],
  [
    'a co-reviewer is asked for',
    facts({ ...round(agreed(8, 6), agreed(9, 9)), coReviewAskedAt: at(3) }),
    'act: answer-co-review – A reviewer asks to work with a colleague – 3',
  ],
]

describe('what is next in a case', () => {
  test.each(TABLE)('%s', (_, given, expected) => {
    const { group, action, system, reason, alert, since } = nextAction(given, VIEW)
    const waiting = Math.round((Date.parse(TODAY) - Date.parse(since.slice(0, 10))) / 86_400_000)
    expect(`${group}: ${action ?? system} – ${reason}${alert ? '!' : ''} – ${waiting}`).toBe(expected)
    // A row has a button or names what the journal does.
    expect(action !== null).toBe(group === 'act')
  })

  test('is in order of what is most overdue', () => {
    const order = (given: CaseFacts) => caseOrder(nextAction(given, VIEW), given, NOW)
    const reports = round(submitted(9), submitted(4))
    expect(order(facts({ ...reports, received: 45 }))).toBe(-3)
    expect(order(facts({ ...reports, received: 31 }))).toBe(11)
    // The promise has been kept: two of fourteen days for the revision.
    expect(order(facts({ decisions: [decided('minor', 11)], versionAt: at(2) }))).toBe(12)
    expect(order(facts({ stage: 'revising', decisions: [decided('minor', 11, ago(-3))] }))).toBe(3)
  })
})

describe('the promise', () => {
  const words = (given: CaseFacts) => {
    const promise = promiseOf(given, NOW)
    return promise && `${promise.state}: ${promiseInWords(promise)}`
  }
  test.each([
    [45, 'over: 3 days over'],
    [43, 'over: 1 day over'],
    [42, 'soon: Due today'],
    [38, 'soon: 4 days left'],
    [31, 'running: 11 days left'],
  ])('on day %i', (received, expected) => {
    expect(words(facts({ received }))).toBe(expected)
  })

  test('ends with the first decision, but not with a return', () => {
    expect(words(facts({ received: 40, decisions: [decided('minor', 11), decided('accept', 1)] }))).toBe(
      'kept: Decided on day 29 (on time)',
    )
    expect(words(facts({ received: 60, decisions: [decided('decline', 11)] }))).toBe('broken: Decided on day 49')
    expect(words(facts({ received: 30, decisions: [decided('return', 11)] }))).toBe('running: 12 days left')
    expect(words(facts({ stage: 'revising', decisions: [decided('return', 11)] }))).toBe(null)
    expect(words(facts({ stage: 'withdrawn', closedAt: at(1) }))).toBe(null)
  })
})

test('marks show who takes part, and who is missing', () => {
  const marks = (...assignments: AssignmentFacts[]) => reportMarks(assignments, 2, NOW).join(' ')
  expect(marks(standby, agreed(20, -6), submitted(4))).toBe('in late standby')
  expect(marks(declined(4), agreed(2, 9))).toBe('agreed declined')
  expect(marks(declined(9), declined(8), lapsed(4), agreed(2, 9))).toBe('agreed declined')
  expect(marks(declined(9), invited(1), agreed(2, 9))).toBe('agreed invited')
  expect(marks(cancelled(4))).toBe('')
  expect(marks({ ...agreed(20, -6), clarifying: true })).toBe('agreed')
})
