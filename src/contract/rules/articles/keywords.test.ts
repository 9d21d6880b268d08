import { expect, test } from 'vitest'
import { completeKeywords, keywordList, keywordSlug, linkedKeywords, withoutRepeats } from './keywords.ts'

test.each([
  ['roots, drought,wheat', ['roots', 'drought', 'wheat']],
  [' roots ,, , wheat ', ['roots', 'wheat']],
  ['1,8-cineole, essential oil', ['1,8-cineole', 'essential oil']],
  ['C4, 13C', ['C4', '13C']],
  ['wheat,2n', ['wheat', '2n']],
  ['2,4-D, auxin', ['2,4-D', 'auxin']],
  ['', []],
])('the keywords of "%s"', (keywords, list) => {
  expect(keywordList(keywords)).toEqual(list)
})

test.each([
  ['roots', [], 'roots'],
  ['roots,', ['roots'], ''],
  ['roots; dro', ['roots'], 'dro'],
  ['roots\ndrought\nwheat', ['roots', 'drought'], 'wheat'],
  // A comma after a digit may still become part of a name.
  ['1,', [], '1,'],
  ['1,8-cineole', [], '1,8-cineole'],
  ['1,8-cineole,', ['1,8-cineole'], ''],
  ['C4, ', ['C4'], ''],
  ['C4,g', ['C4'], 'g'],
  [',,', [], ''],
])('while "%s" is typed', (typed, complete, rest) => {
  expect(completeKeywords(typed)).toEqual({ complete, rest })
})

test('a keyword given twice is one', () => {
  expect(withoutRepeats(['Roots', 'wheat', 'roots', 'Wheat', 'salt'])).toEqual(['Roots', 'wheat', 'salt'])
})

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
