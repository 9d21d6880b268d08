import { describe, expect, test } from 'vitest'
import { ellipsisWindow, slidingWindow } from './pager-window.ts'

const shown = (items: (number | 'gap')[]): string => items.map((item) => (item === 'gap' ? '…' : item)).join(' ')

describe('the pager of Current Articles', () => {
  test.each([
    [1, 0, ''],
    [1, 1, '1'],
    [2, 3, '1 2 3'],
    [1, 5, '1 2 3 4 5'],
    [5, 5, '1 2 3 4 5'],
    [1, 6, '1 2 3 4 … 6'],
    [3, 6, '1 2 3 4 … 6'],
    [4, 6, '1 … 3 4 5 6'],
    [6, 6, '1 … 3 4 5 6'],
    [3, 7, '1 2 3 4 … 7'],
    [4, 7, '1 … 3 4 5 … 7'],
    [5, 7, '1 … 4 5 6 7'],
    [3, 20, '1 2 3 4 … 20'],
    [4, 20, '1 … 3 4 5 … 20'],
    [10, 20, '1 … 9 10 11 … 20'],
    [17, 20, '1 … 16 17 18 … 20'],
    [18, 20, '1 … 17 18 19 20'],
    [20, 20, '1 … 17 18 19 20'],
  ])('on page %i of %i it shows "%s"', (page, totalPages, expected) => {
    expect(shown(ellipsisWindow(page, totalPages))).toBe(expected)
  })

  test('always shows the current, the first and the last page, each once', () => {
    for (let totalPages = 1; totalPages <= 30; totalPages++) {
      for (let page = 1; page <= totalPages; page++) {
        const numbers = ellipsisWindow(page, totalPages).filter((item) => item !== 'gap')
        expect(numbers).toContain(page)
        expect(numbers[0]).toBe(1)
        expect(numbers.at(-1)).toBe(totalPages)
        expect(new Set(numbers).size).toBe(numbers.length)
      }
    }
  })
})

describe('the pagers that follow the current page', () => {
  test.each([
    [1, 0, 7, ''],
    [1, 3, 7, '1 2 3'],
    [7, 7, 7, '1 2 3 4 5 6 7'],
    [1, 12, 7, '1 2 3 4 5 6 7'],
    [4, 12, 7, '1 2 3 4 5 6 7'],
    [5, 12, 7, '2 3 4 5 6 7 8'],
    [9, 12, 7, '6 7 8 9 10 11 12'],
    [12, 12, 7, '6 7 8 9 10 11 12'],
    [1, 12, 5, '1 2 3 4 5'],
    [6, 12, 5, '4 5 6 7 8'],
    [12, 12, 5, '8 9 10 11 12'],
  ])('on page %i of %i with %i buttons it shows "%s"', (page, totalPages, size, expected) => {
    expect(shown(slidingWindow(page, totalPages, size))).toBe(expected)
  })

  test('a page beyond the end still shows the last pages', () => {
    expect(slidingWindow(99, 12, 5)).toEqual([8, 9, 10, 11, 12])
  })
})
