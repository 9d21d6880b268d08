import { describe, expect, test } from 'vitest'
import { addDays } from './days.ts'
import {
  calendarYear,
  healthSentences,
  firstDecisions,
  lastTwelveMonths,
  reviewerFigures,
  type AssignmentForFigures,
  type CaseForFigures,
} from './figures.ts'
import type { DecisionKind } from './stages.ts'
import type { DecisionRecord } from './undo.ts'

const NOW = new Date('2026-12-31T12:00:00Z')
let made = 0
const decided = (day: string, changes: Partial<DecisionRecord> = {}): DecisionRecord => ({
  id: `decision-${++made}`,
  kind: 'minor',
  from_stage: 'reviewing',
  decided_at: `${day}T10:00:00.000Z`,
  reverses_id: null,
  ...changes,
})
const aCase = (
  receivedOn: string,
  decisions: DecisionRecord[],
  changes: Partial<CaseForFigures> = {},
): CaseForFigures => ({
  receivedOn,
  promisedOn: addDays(receivedOn, 42),
  decisions,
  revisedAt: [],
  ...changes,
})

/** Days from receipt to the first decision of thirty manuscripts: 22 that were read, five that were not, three that wait. */
const READ = [12, 14, 15, 18, 21, 22, 24, 25, 26, 28, 30, 32, 33, 35, 36, 38, 40, 41, 42, 43, 50, 77]
const UNREAD: [days: number, kind: DecisionKind][] = [
  [1, 'decline'],
  [2, 'decline'],
  [2, 'return'],
  [4, 'decline'],
  [5, 'return'],
]
const thirty = (): CaseForFigures[] => [
  ...READ.map((days, index) => {
    const received = addDays('2026-02-01', 5 * index)
    return aCase(received, [
      decided(addDays(received, days), { kind: index % 3 ? 'major' : 'decline' }),
      // Later decisions are no first ones.
      ...(index % 3 ? [decided(addDays(received, days + 60), { kind: 'accept' })] : []),
    ])
  }),
  ...UNREAD.map(([days, kind], index) => {
    const received = addDays('2026-03-01', index)
    return aCase(received, [decided(addDays(received, days), { kind, from_stage: 'screening' })])
  }),
  ...[1, 2, 3].map((day) => aCase(`2026-12-0${day}`, [])),
]

const figures = (cases: CaseForFigures[], now = NOW) =>
  healthSentences({ cases, assignments: [] }, calendarYear(2026), now)

describe('of thirty made-up cases', () => {
  test('median, four of five and on-time share are those counted by hand', () => {
    expect(figures(thirty())).toMatchObject({
      decided: 22,
      unread: 5,
      // The eleventh and the twelfth of 22 are 30 and 32.
      medianDays: 31,
      // Eighteen of 22 are 82 %, seventeen are 77 %: the eighteenth.
      days80: 41,
      // 19 of 22 within 42 days.
      onTimePercent: 86,
    })
  })

  test('a decision that was undone never counts, and one whose letter waits does not count yet', () => {
    const cases = thirty()
    const undone = decided('2026-12-20')
    const undoing = decided('2026-12-20', { reverses_id: undone.id })
    cases[27] = aCase('2026-12-01', [undone, undoing])
    cases[28] = aCase('2026-12-02', [decided('2026-12-31')])
    const waiting = new Date('2026-12-31T10:09:00Z')
    expect(figures(cases, waiting)).toEqual(figures(thirty()))
    expect(figures(cases).decided).toBe(23)
  })

  test('a period has the decisions whose letters were sent in it', () => {
    const late = aCase('2026-12-01', [decided('2026-12-31', { decided_at: '2026-12-31T23:55:00.000Z' })])
    const after = new Date('2027-01-02T00:00:00Z')
    expect(figures([late], after).decided).toBe(0)
    expect(healthSentences({ cases: [late], assignments: [] }, calendarYear(2027), after)).toMatchObject({
      decided: 1,
      medianDays: 31,
    })
  })
})

describe('the first decision', () => {
  test('on a manuscript that was returned is counted from the day on which it came back', () => {
    const returned = decided('2026-03-03', { kind: 'return', from_stage: 'screening' })
    const came = aCase('2026-03-01', [returned, decided('2026-05-10')], {
      promisedOn: '2026-05-22',
      revisedAt: ['2026-04-10T08:00:00.000Z', '2026-06-01T08:00:00.000Z'],
    })
    expect(firstDecisions(came, NOW)).toEqual([
      { receivedOn: '2026-03-01', promisedOn: '2026-05-22', decidedOn: '2026-03-03', unread: true },
      { receivedOn: '2026-04-10', promisedOn: '2026-05-22', decidedOn: '2026-05-10', unread: false },
    ])
  })

  test('is not the one that follows an appeal', () => {
    const declined = decided('2026-03-03', { kind: 'decline', from_stage: 'screening' })
    const reopened = decided('2026-04-03', { kind: 'reopen', from_stage: 'declined' })
    const appealed = aCase('2026-03-01', [declined, reopened, decided('2026-06-01')])
    expect(firstDecisions(appealed, NOW)).toMatchObject([{ unread: true, decidedOn: '2026-03-03' }])
  })
})

test('reviewers: days to reply and to report, invitations for each report, reports in time', () => {
  const assignment = (changes: Partial<AssignmentForFigures>): AssignmentForFigures => ({
    invitedAt: '2026-03-01T09:00:00.000Z',
    repliedAt: null,
    dueOn: null,
    reportedAt: null,
    decidedOn: '2026-04-01',
    ...changes,
  })
  const agreed = { repliedAt: '2026-03-03T09:00:00.000Z', dueOn: '2026-03-17' }
  expect(
    reviewerFigures([
      assignment({ ...agreed, reportedAt: '2026-03-17T23:00:00.000Z' }),
      assignment({ ...agreed, reportedAt: '2026-03-18T01:00:00.000Z' }),
      assignment({ repliedAt: '2026-03-02T09:00:00.000Z' }),
      assignment(agreed),
      assignment({}),
      // Never left the standby list.
      assignment({ invitedAt: null }),
    ]),
  ).toEqual({
    invitations: 5,
    reports: 2,
    replies: 4,
    replyDays: 2,
    reportDays: 14.5,
    invitationsPerReport: 2.5,
    reportsOnTimePercent: 50,
  })
})

test('nothing has no figures', () => {
  expect(figures([])).toEqual({
    ...{ decided: 0, unread: 0, medianDays: null, days80: null, onTimePercent: null },
    ...{ invitations: 0, reports: 0, replies: 0, replyDays: null, reportDays: null },
    ...{ invitationsPerReport: null, reportsOnTimePercent: null },
  })
})

test('the twelve whole months before a day', () => {
  expect(lastTwelveMonths(new Date('2026-11-22T12:00:00Z'))).toEqual({ from: '2025-11-01', before: '2026-11-01' })
  expect(lastTwelveMonths(new Date('2026-01-01T00:00:00Z'))).toEqual({ from: '2025-01-01', before: '2026-01-01' })
})
