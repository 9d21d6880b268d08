import { describe, expect, test } from 'vitest'
import { declaredAddress } from './page-queries.ts'
import { changedSearch, isBlankSearch, markedPieces, searchPath, searchQueryIn } from './search.ts'

const read = (query: string) => searchQueryIn(new URLSearchParams(query))

describe('the address of a search', () => {
  test.each([
    ['', '/search'],
    ['q=', '/search'],
    ['q=%20+%0A', '/search'],
    ['sort=newest&exact=true', '/search'],
    ['q=oryza', '/search?q=oryza'],
    ['q=++Oryza+%09+sativa%0D%0A', '/search?q=Oryza+sativa'],
    ['q=oryza%00grain', '/search?q=oryza+grain'],
    ['q=e%CC%81toile', '/search?q=%C3%A9toile'],
    ['q=oryza&sort=best&exact=false&page=1', '/search?q=oryza'],
    ['page=2&sort=newest&q=oryza', '/search?q=oryza&sort=newest&page=2'],
    ['q=oryza&sort=cheapest&exact=1', '/search?q=oryza'],
    ['q=oriza&exact=true', '/search?q=oriza&exact=true'],
    ['year=2019&year=2018&year=2019', '/search?year=2018&year=2019'],
    ['year=2018,2019', '/search?year=2018&year=2019'],
    ['q=a&year=201&year=20188&year=x', '/search?q=a'],
    ['q=a&category=x%27y,ok_1', '/search?q=a&category=ok_1'],
    ['q=a&author=Yicong+Cai&author=+Ayesha+Malik', '/search?q=a&author=Ayesha+Malik&author=Yicong+Cai'],
    // Names with a comma in them.
    ['q=a&author=Malik,Ayesha', '/search?q=a&author=Malik%2CAyesha'],
    ['q=a&author=Cai,+Jr.,+Yicong&author=Malik', '/search?q=a&author=Cai%2C+Jr.%2C+Yicong&author=Malik'],
    ['q=a&utm_source=mail&constructor=1', '/search?q=a'],
  ])('of %j is %s', (query, address) => {
    expect(searchPath(read(query))).toBe(address)
    expect(declaredAddress('/search', new URLSearchParams(query))).toBe(address)
    // Reading it again changes nothing.
    expect(searchPath(read(address.split('?')[1] ?? ''))).toBe(address)
  })

  test('is limited, however much is sent', () => {
    const { q, author, year, category } = read(
      new URLSearchParams([
        ['q', 'word '.repeat(100_000)],
        ...Array.from({ length: 500 }, (_, at) => ['author', `Author Number ${at} ${'x'.repeat(50)}`]),
        ...Array.from({ length: 500 }, (_, at) => ['year', String(1000 + at)]),
        ['category', 'abc,'.repeat(100_000)],
      ]).toString(),
    )
    expect(q.length).toBeLessThanOrEqual(200)
    expect(author.join(',').length).toBeLessThanOrEqual(400)
    expect(year).toHaveLength(20)
    expect(category).toEqual(['abc'])
  })

  test('never cuts a character in two', () => {
    for (const start of ['', 'a']) expect(read(`q=${start}${'𝒳'.repeat(200)}`).q).toMatch(/^a?𝒳+$/u)
  })
})

test('a change starts again at the first page', () => {
  const query = read('q=oryza&page=4&year=2018')
  expect(changedSearch(query, { year: [] })).toBe('/search?q=oryza')
  expect(changedSearch(query, { sort: 'newest' })).toBe('/search?q=oryza&year=2018&sort=newest')
  expect(changedSearch(query, { page: 2 })).toBe('/search?q=oryza&year=2018&page=2')
})

test('a filter alone is a search, an order alone is none', () => {
  expect([isBlankSearch(read('year=2018')), isBlankSearch(read('q=a')), isBlankSearch(read('sort=oldest'))]).toEqual([
    false,
    false,
    true,
  ])
})

test.each([
  ['', []],
  ['plain &amp; simple', [['plain & simple']]],
  ['<i><mark>Oryza</mark> sativa</i> L.', [['Oryza', 'i', 'mark'], [' sativa', 'i'], [' L.']]],
  ['a <mark>b <i>c</mark> d</i>', [['a '], ['b ', 'mark'], ['c', 'mark', 'i'], [' d', 'i']]],
  ['<script>&lt;mark&gt;</script></mark>', [['<script><mark></script>']]],
  ['<mark onclick=x>y', [['<mark onclick=x>y']]],
])('the pieces of %j', (found, pieces) => {
  expect(markedPieces(found).map(({ text, marks }) => [text, ...marks])).toEqual(pieces)
})
