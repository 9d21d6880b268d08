import { expect, test } from 'vitest'
import { journal } from '../../../../journal.config.ts'
import { citationRecord } from '../../../contract/rules/articles/citation/record.ts'
import { TEST_URL, testArticle } from '../../../../tests/support/test-article.ts'
import { csl } from './csl.ts'

const item = (article?: Parameters<typeof testArticle>[0]) =>
  JSON.parse(csl(citationRecord(testArticle(article), TEST_URL)))[0] as Record<string, unknown>

test('an article with everything', () => {
  const people = [
    { fullName: 'Nguyễn Thị Hòa', familyName: 'Nguyễn', givenNames: 'Thị Hòa' },
    { fullName: 'Jan van der Berg' },
    { fullName: 'John Smith Jr.' },
    { fullName: 'Suharto' },
    { fullName: 'Flora of Sri Lanka Consortium', isGroup: true },
  ]
  expect(item({ people, issue: '3' })).toEqual({
    id: 'nguyen2026earlier',
    type: 'article-journal',
    title: 'Earlier flowering of <i>Ferula assa-foetida</i> in Balochistan',
    author: [
      { family: 'Nguyễn', given: 'Thị Hòa' },
      { family: 'Berg', given: 'Jan', 'non-dropping-particle': 'van der' },
      { family: 'Smith', given: 'John', suffix: 'Jr.' },
      { family: 'Suharto' },
      { literal: 'Flora of Sri Lanka Consortium' },
    ],
    'container-title': journal.name,
    'container-title-short': journal.abbreviation,
    ...(journal.issn ? { ISSN: journal.issn } : {}),
    publisher: journal.publisher.name,
    volume: '4',
    issue: '3',
    page: '41-56',
    issued: { 'date-parts': [[2026, 1, 27]] },
    DOI: '10.5555/jpbr.41',
    URL: `${TEST_URL}/blog/k7m2p9qrstvw`,
    abstract: 'First anthesis moved forward. Above 2,200 m it did not.',
    keyword: 'phenology, drylands',
    language: journal.language,
  })
})

test('what is not known is left out', () => {
  const bare = item({
    ...{ people: [], doi: null, volume: null, pageNum: null, keywords: '', abstract: '', publishedAt: null },
  })
  expect(Object.keys(bare).sort()).toEqual(
    [
      ...['URL', 'container-title', 'container-title-short', 'id', 'language', 'publisher', 'title', 'type'],
      ...(journal.issn ? ['ISSN'] : []),
    ].sort(),
  )
})

test('an article number stands for pages, and characters for their entities', () => {
  expect(item({ pageNum: null, elocationId: 'e17', title: 'A &amp; B &lt; C<sub>2</sub>' })).toMatchObject({
    page: 'e17',
    title: 'A & B < C<sub>2</sub>',
  })
})
