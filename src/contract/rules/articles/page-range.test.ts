import { describe, expect, test } from 'vitest'
import { isPageRange, pageSpan, printedPages } from './page-range.ts'

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

  test('is decided at once, however long the text', () => {
    const before = performance.now()
    isPageRange(`${'1-2,'.repeat(12)}x`)
    isPageRange(`${'1,'.repeat(500_000)}x`)
    expect(performance.now() - before).toBeLessThan(50)
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
