import { expect, test } from 'vitest'
import { keywordSlug, linkedKeywords } from './keyword-slug.ts'

test.each([
  ['Root growth', 'root-growth'],
  ['  ROOT   growth ', 'root-growth'],
  ['root-growth', 'root-growth'],
  ['1,8-cineole', '1-8-cineole'],
  ['CO₂', 'co2'],
  ['Araucária', 'araucária'],
  ['水稻', '水稻'],
  ['ﬂavonoids', 'flavonoids'],
  ['İzmir', 'i-zmir'],
  ['—', undefined],
  ['', undefined],
  ['x'.repeat(61), undefined],
  ['x'.repeat(100_000), undefined],
])('the page of %j', (keyword, slug) => {
  expect(keywordSlug(keyword)).toBe(slug)
})

test('a slug is its own slug', () => {
  for (const keyword of ['Root growth', 'Araucária', '1,8-cineole', '水稻 Oryza'])
    expect(keywordSlug(keywordSlug(keyword)!)).toBe(keywordSlug(keyword))
})

test('keywords that share a page are listed once', () => {
  expect(linkedKeywords('Roots, roots, drought, ‡, ‡')).toEqual([
    { name: 'Roots', slug: 'roots' },
    { name: 'drought', slug: 'drought' },
    { name: '‡', slug: undefined },
  ])
})
