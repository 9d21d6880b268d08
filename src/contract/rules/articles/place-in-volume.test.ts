import { describe, expect, test } from 'vitest'
import {
  citedVolume,
  type DatedVolume,
  inVolumeOrder,
  isPageRange,
  issueNumber,
  pageSpan,
  printedIssue,
  printedPages,
  printedVolume,
  printedYears,
  yearsInTitle,
} from './place-in-volume.ts'

test.each([
  ['Volume 12', '12'],
  ['Vol. 12 (2024)', '12'],
  ['vol 3, 2024–2025', '3'],
  ['Volume 3 (2024/25)', '3'],
  ['  Volume 7 ', '7'],
  ['Volume 3, Issue 2', 'Volume 3, Issue 2'],
  ['Special Issue on Ferns', 'Special Issue on Ferns'],
  ['Volume XII', 'Volume XII'],
  ['2024', '2024'],
])('%s is cited as %s', (title, cited) => {
  expect(citedVolume(title)).toBe(cited)
})

test.each([
  ['Volume 12', null],
  ['Volume 2024', null],
  ['Volume 12 (2024)', '2024'],
  ['Vol. 3, 2024–2025', '2024–2025'],
  ['Volume 3 (2024/25)', '2024–2025'],
  ['Volume 3 (1999-2000)', '1999–2000'],
  ['Volume 4 (2024-03)', '2024'],
  ['Special Issue 2023', '2023'],
  ['Volume 123456', null],
])('the years of %s are %s', (title, years) => {
  const found = yearsInTitle(title)
  expect(found && printedYears(found)).toBe(years)
})

describe('the order of volumes', () => {
  const volume = (title: string, created_at = '2026-01-01T00:00:00.000Z', lastYear?: number): DatedVolume => ({
    id: title,
    title,
    created_at,
    lastYear,
  })

  test('is by number, however they were entered; then by year', () => {
    const wanted = [
      volume('Volume 10'),
      volume('Vol. 9 (2025)'),
      volume('Volume 2, Issue 10'),
      volume('Volume 2, Issue 9'),
      volume('volume 1', '2026-02-01T00:00:00.000Z', 2026),
      volume('Special Issue 2025'),
      volume('Ferns', '2020-01-01T00:00:00.000Z', 2024),
      volume('Mosses', '2026-03-01T00:00:00.000Z'),
      volume('Grasses', '2026-02-01T00:00:00.000Z'),
    ]
    for (let shift = 0; shift < wanted.length; shift++) {
      const mixed = [...wanted.slice(shift), ...wanted.slice(0, shift)].reverse()
      expect(mixed.sort(inVolumeOrder)).toEqual(wanted)
    }
  })

  test('is one for any titles: no two say different things of the same pair', () => {
    const titles = [
      'Volume 1',
      'Vol 1',
      'Volume 01',
      '',
      '9'.repeat(120),
      `Volume ${'9'.repeat(110)}`,
      'Volume 2 (2024)',
    ]
    for (const a of titles) {
      for (const b of titles) {
        const [there, back] = [inVolumeOrder(volume(a), volume(b)), inVolumeOrder(volume(b), volume(a))]
        expect(Math.sign(there) + Math.sign(back), `${a} and ${b}`).toBe(
          a === b ? Math.sign(there) + Math.sign(back) : 0,
        )
      }
    }
  })
})

test.each([
  [' 3 ', '3'],
  ['Issue 3', '3'],
  ['Iss. 3', '3'],
  ['No.3', '3'],
  ['no 7-8', '7-8'],
  ['Nr3', '3'],
  ['Issue', 'Issue'],
  ['November', 'November'],
  ['Suppl 1', 'Suppl 1'],
  ['D1', 'D1'],
  ['', ''],
])('the issue written "%s" is "%s"', (written, issue) => {
  expect(issueNumber(written)).toBe(issue)
})

test.each([
  ['3', 'Issue 3'],
  ['7-8', 'Issue 7–8'],
  ['D1', 'Issue D1'],
  ['Suppl 1', 'Suppl 1'],
  ['Special Issue', 'Special Issue'],
])('the issue "%s" is printed "%s"', (issue, printed) => {
  expect(printedIssue(issue)).toBe(printed)
})

test('a volume is printed with its issue', () => {
  expect(printedVolume('Volume 12', '3')).toBe('Volume 12, Issue 3')
  expect(printedVolume('Volume 12', null)).toBe('Volume 12')
  expect(printedVolume(null, '3')).toBe('Issue 3')
  expect(printedVolume(undefined, null)).toBe('')
})

describe('a page range', () => {
  test.each(['12', '1-5', '1-5,7-10', '1-5, 7-10', '3,5,9-11', '1'.repeat(50)])('%s is one', (range) => {
    expect(isPageRange(range)).toBe(true)
  })

  test.each([
    '',
    '-',
    '1-',
    '-5',
    '1--5',
    '1-5,',
    ',1',
    '1-5,,7',
    '1 - 5',
    'a',
    '1-5;7',
    '1-5\n',
    '١-٥',
    '1'.repeat(51),
  ])('%j is none', (range) => {
    expect(isPageRange(range)).toBe(false)
  })

  test('is decided however long the text', () => {
    for (const long of [`${'1-2,'.repeat(12)}x`, `${'1,'.repeat(500_000)}x`]) expect(isPageRange(long)).toBe(false)
  })
})

test.each([
  ['1-5,7-10', { first: '1', last: '10' }],
  ['12', { first: '12', last: '12' }],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('the span of %j is %j', (range, span) => {
  expect(pageSpan(range)).toEqual(span)
})

test('pages are printed with en dashes', () => {
  expect(printedPages('1-5,7-10')).toBe('1–5, 7–10')
})
