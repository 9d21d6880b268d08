import { describe, expect, test } from 'vitest'
import { declaredAddress, PAGE_QUERIES } from './page-queries.ts'

const addressed = (path: string, query: string) => declaredAddress(path, new URLSearchParams(query))
/** Hostile query strings. */
const FOREIGN = {
  'an undeclared parameter': 'utm_source=mail',
  'a name of every object': '__proto__=1&constructor=2&toString=3&hasOwnProperty=4',
  '10,000 parameters': Array.from({ length: 10_000 }, (_, at) => `x${at}=${at}`).join('&'),
  'the same name 10,000 times': 'x=1&'.repeat(10_000),
  'a megabyte': `x=${'a'.repeat(1024 * 1024)}`,
  'a name of a megabyte': `${'a'.repeat(1024 * 1024)}=1`,
  'no query at all': '%&&=&?',
}

describe.each(Object.entries(PAGE_QUERIES))('the page %s', (pattern, query) => {
  const path = pattern.replace(':id', '3f9k2m8x7w4q')

  test.each(Object.entries(FOREIGN))('is the same with %s', (_name, foreign) => {
    expect(addressed(path, foreign)).toBe(path)
    if (query.includes('page')) {
      expect(addressed(path, `${foreign}&page=2`)).toBe(`${path}?page=2`)
      expect(addressed(path, `page=2&${foreign}`)).toBe(`${path}?page=2`)
    }
  })

  test('has one address for every spelling of the same values', () => {
    const second = query.includes('page') ? `${path}?page=2` : path
    for (const same of [
      'page=2',
      'page=02',
      'page=2.0',
      'page=+2',
      'page=%32',
      'page=2&page=7',
      `page=${'0'.repeat(9_999)}2`,
    ]) {
      expect(addressed(path, same), same).toBe(second)
    }
    for (const first of ['', 'page=1', 'page=', 'page=0', 'page=-2', 'page=two', 'page=1.5', 'page=1e99', 'page[]=2']) {
      expect(addressed(path, first), first).toBe(path)
    }
    const third = addressed(path, 'page=3')
    if (query.includes('page')) expect(third).not.toBe(second)
    else expect(third).toBe(path)
  })

  test('has an address of its own', () => {
    const others = Object.keys(PAGE_QUERIES).filter((each) => each !== pattern)
    expect(others.map((each) => addressed(each.replace(':id', '3f9k2m8x7w4q'), ''))).not.toContain(path)
  })
})

test.each([
  '/dashboard',
  '/admin',
  '/admin/users',
  '/nothing',
  '/blog/x/y',
  '/category',
  '/volume/x/y',
  '/pages/',
  '/category/',
  '//versions',
  '/Blog',
  '',
  '//',
])('what is no public page depends on nothing: %j', (path) => expect(addressed(path, 'page=2&q=x')).toBe(path))
