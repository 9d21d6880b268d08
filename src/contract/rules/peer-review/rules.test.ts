import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from './days.ts'
import { acceptanceConcerns, type ReportForAcceptance } from './independence.ts'
import { freeLabels } from './labels.ts'
import { dayProblem, laterDays, proposedDay, reportDaysFrom } from './review-dates.ts'
import { isLinkExpired, maskedAddress } from './review-link.ts'
import { stageForAuthors, standingDecisions, undoableDecision, type DecisionRecord } from './undo.ts'

const report = (reviewerId: string, options: Partial<ReportForAcceptance> = {}): ReportForAcceptance => ({
  reviewerId,
  person: reviewerId,
  label: reviewerId.toUpperCase(),
  suggestedByAuthor: false,
  editorialMember: false,
  conflict: false,
  ...options,
})

describe('accepting', () => {
  test.each<[string, ReportForAcceptance[], number]>([
    ['two independent reports', [report('a'), report('b')], 0],
    ['one of them suggested by the authors', [report('a'), report('b', { suggestedByAuthor: true })], 0],
    ['one report', [report('a')], 1],
    ['none', [], 1],
    ['two reports of one person', [report('a'), report('a')], 1],
    ['two reports of one person under two names', [report('a'), report('b', { person: 'a' })], 2],
    ['a third one', [report('a'), report('b', { person: 'a' }), report('c')], 0],
    [
      'one whose other name has a conflict of interest',
      [report('a'), report('b', { person: 'a', conflict: true }), report('c')],
      2,
    ],
    [
      'both suggested by the authors',
      [report('a', { suggestedByAuthor: true }), report('b', { suggestedByAuthor: true })],
      1,
    ],
    ['one by an editor', [report('a'), report('b', { editorialMember: true })], 1],
    ['one with a conflict of interest', [report('a'), report('b', { conflict: true })], 1],
    ['only one suggested by the authors', [report('a', { suggestedByAuthor: true })], 2],
  ])('with %s', (_what, reports, concerns) => {
    expect(acceptanceConcerns(reports, 2)).toHaveLength(concerns)
  })

  test('says what is missing', () => {
    expect(acceptanceConcerns([report('a')], 2)).toEqual([
      'The journal promises 2 independent reports before a manuscript is accepted; there is one.',
    ])
    expect(acceptanceConcerns([], 2)[0]).toMatch(/there are none/)
    expect(acceptanceConcerns([report('a'), report('b', { person: 'a' })], 2)[1]).toBe(
      'The reports of reviewers A and B may be by one person, and count once.',
    )
  })
})

const decision = (id: string, more: Partial<DecisionRecord> = {}): DecisionRecord => ({
  id,
  kind: 'minor',
  from_stage: 'reviewing',
  decided_at: '2026-05-01T10:00:00.000Z',
  reverses_id: null,
  ...more,
})

describe('a decision', () => {
  const soon = new Date('2026-05-01T10:09:59.999Z')
  const sent = new Date('2026-05-01T10:10:00.000Z')

  test('can be undone for ten minutes, and counts for the authors from then on', () => {
    const made = [decision('d')]
    expect(undoableDecision(made, soon)?.id).toBe('d')
    expect(stageForAuthors('revising', made, soon)).toBe('reviewing')
    expect(undoableDecision(made, sent)).toBeUndefined()
    expect(stageForAuthors('revising', made, sent)).toBe('revising')
  })

  test('that has been undone counts no more', () => {
    const made = [decision('d'), decision('u', { reverses_id: 'd' })]
    expect(standingDecisions(made)).toEqual([])
    expect(undoableDecision(made, soon)).toBeUndefined()
    expect(stageForAuthors('reviewing', made, soon)).toBe('reviewing')
  })

  test('does not hide a withdrawal', () => {
    expect(stageForAuthors('withdrawn', [decision('d')], soon)).toBe('withdrawn')
  })
})

test('labels are letters that are not taken, then letters with a number', () => {
  expect(freeLabels(new Set())).toHaveLength(24)
  expect(freeLabels(new Set(['A', 'K']))).not.toContain('K')
  expect(freeLabels(new Set(freeLabels(new Set())))[0]).toBe('A2')
})

test('days are counted by the calendar', () => {
  expect(addDays('2026-02-27', 2)).toBe('2026-03-01')
  expect(addDays('2028-02-27', 2)).toBe('2028-02-29')
  expect(addDays('2026-11-22T23:59:59.999Z', -1)).toBe('2026-11-21')
  expect(daysBetween('2026-05-02', '2026-06-13')).toBe(42)
  expect(daysBetween('2026-05-02T23:00:00.000Z', '2026-05-03T01:00:00.000Z')).toBe(1)
})

test('a link expires 30 days after the end, or after it was sent', () => {
  const closed = '2026-05-01T00:00:00.000Z'
  const before = '2026-04-02T00:00:00.000Z'
  expect(isLinkExpired(null, before, new Date('2030-01-01'))).toBe(false)
  expect(isLinkExpired(closed, before, new Date('2026-05-31T00:00:00.000Z'))).toBe(false)
  expect(isLinkExpired(closed, before, new Date('2026-05-31T00:00:00.001Z'))).toBe(true)
  // A fresh one, sent after the end.
  expect(isLinkExpired(closed, '2026-08-01T00:00:00.000Z', new Date('2026-08-31T00:00:00.000Z'))).toBe(false)
  expect(isLinkExpired(closed, '2026-08-01T00:00:00.000Z', new Date('2026-08-31T00:00:00.001Z'))).toBe(true)
})

test('an address is shown so that its owner alone recognises it', () => {
  expect(maskedAddress('marta.lindqvist@kew.test')).toBe('m…@kew.test')
  expect(maskedAddress('')).toBe('…')
})

test('a report is promised within one to three weeks, and its date moved once by up to two', () => {
  expect(reportDaysFrom('2026-05-01')).toEqual({ earliest: '2026-05-08', latest: '2026-05-22' })
  expect(proposedDay('2026-05-01', 14)).toBe('2026-05-15')
  expect(proposedDay('2026-05-01', 2)).toBe('2026-05-08')
  expect(proposedDay('2026-05-01', 60)).toBe('2026-05-22')
  expect(laterDays('2026-05-10', '2026-05-15', null)).toEqual({ earliest: '2026-05-16', latest: '2026-05-29' })
  expect(laterDays('2026-05-20', '2026-05-15', null)).toEqual({ earliest: '2026-05-20', latest: '2026-05-29' })
  expect(laterDays('2026-05-30', '2026-05-15', null)).toBeNull()
  expect(laterDays('2026-05-20', '2026-05-29', '2026-05-15')).toBeNull()
  const days = { earliest: '2026-05-08', latest: '2026-05-22' }
  expect(dayProblem('2026-05-08', days)).toBeNull()
  expect(dayProblem('2026-05-22', days)).toBeNull()
  expect(dayProblem('2026-05-07', days)).toBe('Please choose a date between May 8, 2026 and May 22, 2026')
  expect(dayProblem('2026-05-23', days)).not.toBeNull()
})
