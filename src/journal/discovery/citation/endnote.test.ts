import { expect, test } from 'vitest'
import { journal } from '../../../../journal.config.ts'
import { citationRecord } from '../../../contract/rules/articles/citation/record.ts'
import { TEST_URL, testArticle } from '../../../../tests/support/test-article.ts'
import { endNote } from './reference-managers.ts'

const lines = (article?: Parameters<typeof testArticle>[0]) =>
  endNote(citationRecord(testArticle(article), TEST_URL, { ...journal, issn: '1234-5679' })).split('\r\n')

test('an article with everything', () => {
  const people = [
    { fullName: 'Rabia Khan' },
    { fullName: 'Jan van der Berg' },
    { fullName: 'John Smith Jr.', familyName: 'Smith', givenNames: 'John' },
    { fullName: 'Suharto' },
    { fullName: 'Ferns, Mosses and Friends', isGroup: true },
  ]
  expect(lines({ people, issue: '7-8' })).toEqual([
    '%0 Journal Article',
    '%A Khan, Rabia',
    '%A van der Berg, Jan',
    '%A Smith, John, Jr.',
    '%A Suharto,',
    '%A Ferns Mosses and Friends,',
    '%T Earlier flowering of Ferula assa-foetida in Balochistan',
    `%J ${journal.name}`,
    '%V 4',
    '%N 7-8',
    '%P 41-56',
    '%D 2026',
    '%8 2026-01-27',
    '%R 10.5555/jpbr.41',
    `%U ${TEST_URL}/blog/k7m2p9qrstvw`,
    `%> ${TEST_URL}/blog/k7m2p9qrstvw.pdf`,
    '%@ 1234-5679',
    `%I ${journal.publisher.name}`,
    '%K phenology',
    '%K drylands',
    '%X First anthesis moved forward. Above 2,200 m it did not.',
    `%G ${journal.language}`,
    '',
    '',
  ])
})

test('an article with little has no empty field', () => {
  const bare = { people: [], doi: null, pdfUrl: null, volume: null, pageNum: null, publishedAt: null }
  const rest = { keywords: '', abstract: '', source: { journal: 'Plants', publisher: null } }
  expect(lines({ ...bare, ...rest })).toEqual([
    '%0 Journal Article',
    '%T Earlier flowering of Ferula assa-foetida in Balochistan',
    '%J Plants',
    `%U ${TEST_URL}/blog/k7m2p9qrstvw`,
    `%G ${journal.language}`,
    '',
    '',
  ])
})

test.each([
  ['a line break', { title: 'Roots\r\n%A Someone' }, '%T Roots %A Someone'],
  ['an article number', { pageNum: null, elocationId: 'e17' }, '%P e17'],
])('%s stays within its field', (_name, article, expected) => {
  expect(lines(article)).toContain(expected)
  expect(lines(article).filter((line) => line.startsWith('%A'))).toEqual(['%A Khan, Rabia'])
})
