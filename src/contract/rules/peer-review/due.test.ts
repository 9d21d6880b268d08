import { describe, expect, test } from 'vitest'
import { journal } from '../../../../journal.config.ts'
import { addDays, dayOf } from './days.ts'
import { dueSteps, invitationLapsesOn, isStillDue, plannedSeries, stepKey } from './due.ts'
import type { AssignmentFacts, CaseFacts, DecisionFacts, GrievanceFacts, ProofFacts } from './case-facts.ts'

const RECEIVED = '2026-05-02'
const on = (day: number, from = RECEIVED) => new Date(`${addDays(from, day)}T08:30:00Z`)
const at = (day: number, from = RECEIVED) => on(day, from).toISOString()

interface Changes extends Partial<Omit<CaseFacts, 'proof' | 'grievances'>> {
  /** Of the open round; null if none is open. */
  assignments?: AssignmentFacts[] | null
  isClosed?: boolean
  proof?: Pick<ProofFacts, 'id' | 'sentAt' | 'answeredAt'>
  grievances?: Pick<GrievanceFacts, 'id' | 'sentAt'>[]
}

const aCase = ({
  assignments = [],
  isClosed = false,
  proof,
  grievances = [],
  ...changes
}: Changes = {}): CaseFacts => ({
  promised: journal.review,
  articleId: 'article',
  stage: 'reviewing',
  receivedOn: RECEIVED,
  promisedOn: addDays(RECEIVED, journal.review.promisedDays),
  screenedAt: at(1),
  closedAt: isClosed ? at(60) : null,
  withdrawnByAuthor: false,
  versionAt: RECEIVED,
  revisedAt: null,
  round: assignments && { openedAt: at(1), assignments },
  decisions: [],
  proof: proof ? { dueOn: RECEIVED, answer: null, ...proof } : null,
  heldFor: null,
  grievances: grievances.map((one) => ({ kind: 'appeal', dueOn: RECEIVED, handlerId: null, involved: [], ...one })),
  ...{ unansweredAt: null, coReviewConflictAt: null, coReviewAskedAt: null, authors: [] },
  ...changes,
})

const anAssignment = (changes: Partial<AssignmentFacts> = {}): AssignmentFacts => ({
  id: 'assignment',
  state: 'invited',
  invitedAt: at(1),
  replyDueOn: addDays(RECEIVED, 8),
  repliedAt: null,
  conflictWaits: false,
  dueOn: null,
  submittedAt: null,
  closedAt: null,
  isUndeliverable: false,
  clarifying: false,
  recommendation: null,
  ...changes,
})

const aDecision = (changes: Partial<DecisionFacts> = {}): DecisionFacts => ({
  id: 'decision',
  kind: 'minor',
  from_stage: 'reviewing',
  decided_at: at(30),
  reverses_id: null,
  revision_due_on: addDays(RECEIVED, 44),
  decided_by: 'editor',
  ...changes,
})

/** The days on which something happens if the program runs every day, as 'day: email'. */
function daily(theCase: CaseFacts, days = 120): string[] {
  const done = new Set<string>()
  const seen: string[] = []
  for (let day = 0; day <= days; day++) {
    for (const step of dueSteps(theCase, done, on(day))) {
      expect(step.passed).toEqual([])
      expect(done.has(stepKey(step))).toBe(false)
      done.add(stepKey(step))
      seen.push(`${day}: ${step.act === 'lapse' ? 'lapse' : `${step.act.email} to ${step.act.to}`}`)
    }
  }
  return seen
}

describe('on time', () => {
  test.each<[string, CaseFacts, string[]]>([
    [
      'a manuscript that is not screened',
      aCase({ stage: 'screening', screenedAt: null, assignments: null }),
      ['5: editor-screening-late to editors', '8: editor-screening-late to editors', '42: author-delay to author'],
    ],
    ['a manuscript that is screened', aCase({ stage: 'screening' }), ['42: author-delay to author']],
    [
      'a manuscript that came back and is to be screened again',
      aCase({
        stage: 'screening',
        decisions: [aDecision({ kind: 'return', from_stage: 'screening', decided_at: at(1) })],
        revisedAt: at(20),
        promisedOn: addDays(RECEIVED, 62),
      }),
      ['25: editor-screening-late to editors', '28: editor-screening-late to editors', '62: author-delay to author'],
    ],
    [
      'an invitation',
      aCase({ assignments: [anAssignment()] }),
      [
        '4: reviewer-reminder to reviewer',
        '6: reviewer-reminder to reviewer',
        '10: lapse',
        '42: author-delay to author',
      ],
    ],
    [
      'a conflict of interest that waits for the editor, of which the reviewer hears nothing',
      aCase({ assignments: [anAssignment({ repliedAt: at(2), conflictWaits: true })] }),
      [
        '4: editor-conflict-declared to editors',
        '7: editor-conflict-declared to editors',
        '42: author-delay to author',
      ],
    ],
    [
      'a report',
      aCase({ assignments: [anAssignment({ state: 'agreed', repliedAt: at(3), dueOn: addDays(RECEIVED, 17) })] }),
      [
        '12: reviewer-report-due to reviewer',
        '17: reviewer-report-due to reviewer',
        '20: reviewer-report-due to reviewer',
        '20: editor-report-overdue to editors',
        '24: reviewer-report-due to reviewer',
        '24: editor-report-overdue to editors',
        '42: author-delay to author',
      ],
    ],
    [
      'a report for which less than five days were agreed',
      aCase({
        assignments: [anAssignment({ state: 'agreed', repliedAt: at(3), dueOn: addDays(RECEIVED, 6) })],
        promisedOn: addDays(RECEIVED, 8),
      }),
      [
        '6: reviewer-report-due to reviewer',
        '8: author-delay to author',
        '9: reviewer-report-due to reviewer',
        '9: editor-report-overdue to editors',
        '13: reviewer-report-due to reviewer',
        '13: editor-report-overdue to editors',
      ],
    ],
    [
      'a decision, after the last report and the last refusal',
      aCase({
        assignments: [
          anAssignment({ state: 'submitted', repliedAt: at(3), submittedAt: at(15) }),
          anAssignment({ id: 'other', state: 'declined', closedAt: at(20) }),
          anAssignment({ id: 'standby', state: 'standby', invitedAt: null }),
        ],
      }),
      ['23: editor-decide-now to editors', '25: editor-decide-now to editors', '42: author-delay to author'],
    ],
    [
      'a revision that its editor checks',
      aCase({ assignments: null, decisions: [aDecision()], revisedAt: at(50) }),
      ['53: editor-decide-now to editors', '55: editor-decide-now to editors'],
    ],
    ['a round for which nobody has reported', aCase({ decisions: [aDecision({ kind: 'decline' })] }), []],
    [
      'a revision',
      aCase({ stage: 'revising', decisions: [aDecision()] }),
      ['37: author-revision-due to author', '44: author-revision-due to author', '51: author-revision-due to author'],
    ],
    [
      'a revision whose day was moved: nothing of what would have been due before that',
      aCase({
        stage: 'revising',
        decisions: [aDecision({ revision_due_on: addDays(RECEIVED, 50), revision_moved_at: at(46) })],
      }),
      ['50: author-revision-due to author', '57: author-revision-due to author'],
    ],
    [
      'a proof',
      aCase({
        stage: 'accepted',
        decisions: [aDecision({ kind: 'accept', revision_due_on: null })],
        proof: { id: 'proof', sentAt: at(60), answeredAt: null },
      }),
      ['62: author-proof-due to author', '63: author-proof-due to author'],
    ],
    [
      'an appeal against a decision that has closed the case',
      aCase({
        stage: 'declined',
        isClosed: true,
        decisions: [aDecision({ kind: 'decline', revision_due_on: null })],
        grievances: [{ id: 'appeal', sentAt: at(40) }],
      }),
      ['61: editor-appeal-due to handler', '67: editor-appeal-due to handler'],
    ],
    ['nothing, once the case is closed', aCase({ isClosed: true, assignments: [anAssignment()] }), []],
  ])('%s', (_what, theCase, expected) => {
    // Nothing decided in the future has been decided yet.
    expect(daily({ ...theCase })).toEqual(expected.filter(Boolean))
  })

  test('nobody whose address was refused is reminded, but an invitation ends, and editors hear of a late report', () => {
    expect(daily(aCase({ assignments: [anAssignment({ isUndeliverable: true })] }), 30)).toEqual(['10: lapse'])
    const agreed = anAssignment({
      state: 'agreed',
      repliedAt: at(3),
      dueOn: addDays(RECEIVED, 17),
      isUndeliverable: true,
    })
    expect(daily(aCase({ assignments: [agreed] }), 30)).toEqual([
      '20: editor-report-overdue to editors',
      '24: editor-report-overdue to editors',
    ])
  })

  test('a decision whose letter waits, or that was undone, is no revision; undone, it is not decided', () => {
    const revising = aCase({ stage: 'revising', decisions: [aDecision({ decided_at: on(37).toISOString() })] })
    expect(plannedSeries(revising, on(37))).toEqual([])
    const undone = [aDecision(), aDecision({ id: 'undo', reverses_id: 'decision', decided_at: at(31) })]
    expect(daily(aCase({ decisions: undone }))).toEqual(['42: author-delay to author'])
  })

  test('an invitation never ends before the day by which an answer was asked for', () => {
    expect(invitationLapsesOn({ invitedAt: at(0), replyDueOn: addDays(RECEIVED, 7) }, journal.review.reminders)).toBe(
      addDays(RECEIVED, 9),
    )
    expect(invitationLapsesOn({ invitedAt: at(0), replyDueOn: addDays(RECEIVED, 14) }, journal.review.reminders)).toBe(
      addDays(RECEIVED, 15),
    )
  })
})

describe('after a standstill', () => {
  const invited = aCase({ assignments: [anAssignment()] })
  const dueOn = (day: number, done: string[] = []) => dueSteps(invited, new Set(done), on(day))

  test('only the newest of the missed steps of a series is due', () => {
    expect(dueOn(7)).toMatchObject([
      { subjectId: 'assignment', step: 'invitation 2026-05-03 +5', passed: ['invitation 2026-05-03 +3'] },
    ])
    // Nobody is reminded of an invitation that ends.
    expect(dueOn(11)).toMatchObject([
      { act: 'lapse', passed: ['invitation 2026-05-03 +3', 'invitation 2026-05-03 +5'] },
    ])
  })

  test('what a later step has overtaken is never due, whatever the clock does', () => {
    const done = ['assignment invitation 2026-05-03 +5']
    for (const day of [0, 4, 5, 6, 9]) expect(dueOn(day, done)).toEqual([])
  })

  test('a reminder that waits is dropped once it has been overtaken or answered', () => {
    const waiting = { subjectIds: ['article', 'assignment'], step: 'invitation 2026-05-03 +3' }
    const done = new Set(['assignment invitation 2026-05-03 +3'])
    expect(isStillDue(invited, done, waiting, on(4))).toBe(true)
    expect(isStillDue(invited, done.add('assignment invitation 2026-05-03 +5'), waiting, on(7))).toBe(false)
    const answered = aCase({
      assignments: [anAssignment({ state: 'agreed', repliedAt: at(4), dueOn: addDays(RECEIVED, 18) })],
    })
    expect(isStillDue(answered, new Set(), waiting, on(5))).toBe(false)
  })

  test('another invitation of the same reviewer, and another date, begin again', () => {
    const again = aCase({ assignments: [anAssignment({ invitedAt: at(20), replyDueOn: addDays(RECEIVED, 27) })] })
    const done = new Set(
      plannedSeries(invited, on(11))
        .flat()
        .filter(({ act }) => act !== 'lapse')
        .map(stepKey),
    )
    expect(dueSteps(again, done, on(23))).toMatchObject([{ step: 'invitation 2026-05-22 +3' }])
  })
})

test('the days of each series are in ascending order', () => {
  const { lapse, ...series } = journal.review.reminders
  for (const days of Object.values(series)) expect([...days]).toEqual([...new Set(days)].toSorted((a, b) => a - b))
  expect(lapse).toBeGreaterThan(Math.max(...series.invitation))
  expect(dayOf(on(0))).toBe(RECEIVED)
})
