import { describe, expect, test } from 'vitest'
import { type DecisionFacts, reportsInWords, reviewTitle, selectReviews } from './published-reviews.ts'

type Report = DecisionFacts['reports'][number]

const report = (label: string, more: Partial<Report> = {}): Report => ({
  ...{ reportId: `report-${label}`, reviewerId: `reviewer-${label}`, label, text: `Report ${label}` },
  ...{ policy: 'reports', choice: 'unsigned', ...more },
})
const decision = (id: string, reports: Report[], reply: string | null = null): DecisionFacts => ({
  ...{ id, kind: 'minor', letter: `Letter ${id}`, reports },
  reply: reply === null ? null : { versionId: `version-${id}`, text: reply },
})
const nobody = () => false
const seen = (decisions: DecisionFacts[], names: (text: string) => boolean = nobody) => {
  const { items, heldBack } = selectReviews(decisions, names)
  return {
    items: items.map(({ round, text }) => `${round} ${text}`),
    heldBack: heldBack.map(({ round, kind, why }) => `${round} ${kind} ${why}`),
  }
}

describe('what may be published of a review', () => {
  test('is everything where all reviewers agree, in rounds that decisions end', () => {
    expect(seen([decision('one', [report('D'), report('K')], 'Our reply'), decision('two', [report('D')])])).toEqual({
      items: ['1 Report D', '1 Report K', '1 Letter one', '1 Our reply', '2 Report D', '2 Letter two'],
      heldBack: [],
    })
  })

  test.each([
    ['policy', { policy: 'off', choice: 'named' }],
    ['unanswered', { choice: null }],
    ['refused', { choice: 'none' }],
  ] as const)('is no report that is %s, and nothing that may quote it later', (why, more) => {
    expect(
      seen([decision('one', [report('D')], 'Reply'), decision('two', [report('D'), report('K', more)], 'Again')]),
    ).toEqual({
      items: ['1 Report D', '1 Letter one', '1 Reply', '2 Report D'],
      heldBack: [`2 report ${why}`, '2 decision quotes', '2 reply quotes'],
    })
  })

  test('is no letter without any report', () => {
    expect(seen([decision('one', [])]).items).toEqual([])
    expect(seen([decision('one', [report('D', { choice: 'none' })])]).items).toEqual([])
  })

  test('is no text that names who does not sign, and no letter about such a report', () => {
    const names = (text: string) => text.includes('Report K')
    expect(seen([decision('one', [report('D'), report('K')])], names)).toEqual({
      items: ['1 Report D'],
      heldBack: ['1 report names', '1 decision quotes'],
    })
  })
})

test('texts and reports are named in words', () => {
  expect(reviewTitle({ kind: 'report', label: 'K', decision: null })).toBe('Report of reviewer K')
  expect(reviewTitle({ kind: 'decision', label: null, decision: 'accept' })).toBe('Decision: accepted')
  expect(reviewTitle({ kind: 'reply', label: null, decision: null })).toBe('Authors’ reply')
  const [signed, unsigned] = [{ name: 'Marta' }, { name: null }]
  expect(reportsInWords([signed])).toBe('1 report, signed')
  expect(reportsInWords([unsigned, unsigned])).toBe('2 reports, unsigned')
  expect(reportsInWords([signed, unsigned, unsigned])).toBe('3 reports, 1 signed')
})
