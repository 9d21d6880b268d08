import { describe, expect, test } from 'vitest'
import { apiTable } from '../../contract/api/api.ts'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { pathNames } from '../../contract/rules/site/paths.ts'
import { ACCESS } from '../../contract/rules/accounts/access.ts'
import { checkedInput } from '../call.ts'
import { callKey } from './call-key.ts'

/** The calls whose answers are cached. */
const publicCalls = Object.entries(apiTable).flatMap(([noun, verbs]) =>
  Object.entries(verbs).flatMap(([verb, endpoint]: [string, Endpoint]): [string, Endpoint][] =>
    endpoint.method === 'GET' && !ACCESS[endpoint.access].required && endpoint.isCached !== false
      ? [[`${noun}.${verb}`, endpoint]]
      : [],
  ),
)

/** Versions of an article have numbers; everything else has an id. */
const NUMBERS = ['number', 'from', 'to']

const keyOf = (endpoint: Endpoint, query: Record<string, unknown> = {}, id = '3f9k2m8x7w4q') => {
  const inPath = Object.fromEntries(pathNames(endpoint.path).map((name) => [name, NUMBERS.includes(name) ? '2' : id]))
  return callKey(endpoint, checkedInput(endpoint, { ...inPath, ...query }))
}
const inQuery = ({ path, input }: Endpoint) =>
  Object.keys(input.shape).filter((name) => !pathNames(path).includes(name))

test('there are public calls, in each of the nouns that readers see', () => {
  expect([...new Set(publicCalls.map(([name]) => name.split('.')[0]))].sort()).toEqual(
    [
      ...[
        'announcements',
        'articles',
        'authors',
        'categories',
        'citations',
        'editorialBoard',
        'editorialMembers',
        'figures',
        'fullTexts',
      ],
      ...['keywords', 'notices', 'pages', 'publishedReviews', 'relatedArticles', 'usage', 'versions', 'volumes'],
    ].sort(),
  )
})

test('no two public calls share a key', () => {
  const keys = publicCalls.map(([, endpoint]) => keyOf(endpoint))
  expect(new Set(keys).size).toBe(keys.length)
})

describe.each(publicCalls)('the answer to %s', (_name, endpoint) => {
  test('has no key for what the call does not declare', () => {
    const foreign: Record<string, unknown>[] = [
      { utm_source: 'mail' },
      JSON.parse('{"__proto__":"1"}') as Record<string, unknown>,
      { constructor: '1' },
      Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`x${at}`, String(at)])),
      { x: 'a'.repeat(1024 * 1024) },
      { x: Array.from({ length: 10_000 }, () => '1') },
    ]
    for (const query of foreign) expect(() => keyOf(endpoint, query)).toThrow(/Unrecognized|Unknown|Invalid/i)
  })

  test('is kept by what the address says', () => {
    const keys = ['3f9k2m8x7w4q', '4f9k2m8x7w4q'].map((id) => keyOf(endpoint, {}, id))
    expect(new Set(keys).size).toBe(pathNames(endpoint.path).length ? 2 : 1)
    expect(keyOf(endpoint)).toBe(keys[0])
    expect(keys[0]).not.toMatch(/[{}]/)
  })

  test('is kept by the values that a query means, not by how they are written', () => {
    for (const name of inQuery(endpoint)) {
      if (name === 'only') {
        expect(keyOf(endpoint, { only: 'research' })).not.toBe(keyOf(endpoint))
        continue
      }
      if (name === 'on') {
        expect(keyOf(endpoint, { on: '2024-05-01' })).not.toBe(keyOf(endpoint, { on: '2024-05-02' }))
        for (const wrong of ['2024-5-1', ' 2024-05-01', '2024-02-30', '2024-05-01T00:00']) {
          expect(() => keyOf(endpoint, { on: wrong })).toThrow()
        }
        continue
      }
      // A parameter of a new type needs examples here.
      expect(['page', 'limit']).toContain(name)
      const keys = ['2', '02', '2.0', ' 2 ', '0x2', `${'0'.repeat(9_999)}2`].map((value) =>
        keyOf(endpoint, { [name]: value }),
      )
      expect(new Set(keys).size).toBe(1)
      expect(keys[0]!.length).toBeLessThan(120)
      expect(keyOf(endpoint, { [name]: '3' })).not.toBe(keys[0])
    }
    if (inQuery(endpoint).includes('page')) expect(keyOf(endpoint, { page: '1' })).toBe(keyOf(endpoint))
    if (inQuery(endpoint).includes('limit')) {
      expect(keyOf(endpoint, { page: '2', limit: '4' })).toBe(keyOf(endpoint, { limit: '4', page: '2' }))
      // Values beyond the end of any list count as the maximum.
      expect(keyOf(endpoint, { limit: '101' })).toBe(keyOf(endpoint, { limit: '9'.repeat(15) }))
    }
  })

  test('has a path before its query, so that the answers of a path can be counted', () => {
    const [path] = keyOf(endpoint, inQuery(endpoint).includes('page') ? { page: '2' } : {}).split('?')
    expect(path).toBe(keyOf(endpoint).split('?')[0])
    expect(keyOf(endpoint, {}, 'a?b=c&d#e/f')).toMatch(/^api \/[\w%/.-]+(\?[\w&=]+)?$/)
  })
})
