import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { pageFromSearch, pageMeta } from '../rules/site/page-numbers.ts'
import { paging } from './paging.ts'

const Paging = z.strictObject(paging(6))

describe('page and limit of a list', () => {
  test.each([
    [{}, { page: 1, limit: 6 }],
    [{ page: '3' }, { page: 3, limit: 6 }],
    [
      { page: '2', limit: '10' },
      { page: 2, limit: 10 },
    ],
    [{ limit: '100' }, { page: 1, limit: 100 }],
    [{ limit: '101' }, { page: 1, limit: 100 }],
    [{ limit: '1e9' }, { page: 1, limit: 100 }],
  ])('%j is understood as %j', (query, expected) => {
    expect(Paging.parse(query)).toEqual(expected)
  })

  test.each([
    { page: '0' },
    { page: '-1' },
    { page: 'abc' },
    { page: '1.5' },
    { page: '' },
    { page: 'NaN' },
    { page: 'Infinity' },
    { page: ['1', '2'] },
    { limit: '0' },
    { limit: '-5' },
    { limit: 'all' },
    { offset: '3' },
  ])('%j is refused', (query) => {
    expect(Paging.safeParse(query).success).toBe(false)
  })
})

test.each([
  [0, 0],
  [1, 1],
  [6, 1],
  [7, 2],
  [60, 10],
])('%i articles are %i pages of six', (totalItems, totalPages) => {
  expect(pageMeta(1, 6, totalItems)).toEqual({ page: 1, totalPages, totalItems })
})

test.each([
  ['', 1],
  ['page=4', 4],
  ['page=0', 1],
  ['page=-2', 1],
  ['page=2.5', 1],
  ['page=abc', 1],
  ['page=1e99', 1],
])('an address with ?%s opens page %i', (search, page) => {
  expect(pageFromSearch(new URLSearchParams(search))).toBe(page)
})
