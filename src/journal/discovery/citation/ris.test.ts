import { expect, test } from 'vitest'
import { journal } from '../../../../journal.config.ts'
import { citationRecord } from '../../../contract/rules/articles/citation/record.ts'
import { ris } from './reference-managers.ts'
import { TEST_URL, testArticle } from '../../../../tests/support/test-article.ts'

const lines = (article?: Parameters<typeof testArticle>[0]) =>
  ris(citationRecord(testArticle(article), TEST_URL, { ...journal, issn: '1234-5679' })).split('\r\n')

const values = (tag: string, article?: Parameters<typeof testArticle>[0]) =>
  lines(article).flatMap((line) => (line.startsWith(`${tag}  - `) ? [line.slice(6)] : []))

test('an article with everything', () => {
  expect(
    lines({
      people: [
        { fullName: 'Rabia Khan' },
        { fullName: 'Jan van der Berg' },
        { fullName: 'Suharto' },
        { fullName: 'Flora of Sri Lanka Consortium', isGroup: true },
      ],
    }),
  ).toEqual([
    'TY  - JOUR',
    'AU  - Khan, Rabia',
    'AU  - van der Berg, Jan',
    'AU  - Suharto',
    'AU  - Flora of Sri Lanka Consortium',
    'TI  - Earlier flowering of Ferula assa-foetida in Balochistan',
    `T2  - ${journal.name}`,
    `JO  - ${journal.name}`,
    `JA  - ${journal.abbreviation}`,
    'VL  - 4',
    'SP  - 41',
    'EP  - 56',
    'PY  - 2026',
    'DA  - 2026/01/27',
    'DO  - 10.5555/jpbr.41',
    `UR  - ${TEST_URL}/blog/k7m2p9qrstvw`,
    `L1  - ${TEST_URL}/blog/k7m2p9qrstvw.pdf`,
    'KW  - phenology',
    'KW  - drylands',
    'AB  - First anthesis moved forward. Above 2,200 m it did not.',
    'SN  - 1234-5679',
    `PB  - ${journal.publisher.name}`,
    `LA  - ${journal.language}`,
    'ER  - ',
    '',
  ])
})

test('an article with little has no empty field', () => {
  const bare = {
    people: [],
    doi: null,
    pdfUrl: null,
    volume: null,
    pageNum: null,
    publishedAt: null,
    keywords: '',
    abstract: '',
  }
  expect(lines({ ...bare, source: { journal: 'Plants', publisher: null } })).toEqual([
    'TY  - JOUR',
    'TI  - Earlier flowering of Ferula assa-foetida in Balochistan',
    'T2  - Plants',
    'JO  - Plants',
    `UR  - ${TEST_URL}/blog/k7m2p9qrstvw`,
    `LA  - ${journal.language}`,
    'ER  - ',
    '',
  ])
})

test.each([
  ['IS', { issue: '7-8' }, ['7-8']],
  ['SP', { pageNum: null, elocationId: 'e0171767' }, ['e0171767']],
  ['EP', { pageNum: null, elocationId: 'e0171767' }, []],
  ['SP', { pageNum: '1-5,7-10' }, ['1']],
  ['EP', { pageNum: '1-5,7-10' }, ['10']],
  ['TI', { title: 'CO<sub>2</sub> &amp; <i>C<sub>4</sub></i>\r\nER  - ' }, ['CO2 & C4 ER -']],
  ['AU', { people: [{ fullName: 'Ferns, Mosses and Friends', isGroup: true }] }, ['Ferns Mosses and Friends']],
  ['AU', { people: [{ fullName: 'John Smith Jr.' }] }, ['Smith, John, Jr.']],
  ['AU', { people: [{ fullName: 'Ana*\nER  -  López' }] }, ['López, Ana ER -']],
  ['KW', { keywords: 'basil, 1,8-cineole, Rosa *alba' }, ['basil', '1,8-cineole', 'Rosa alba']],
  ['AB', { abstract: '<h3>Aims</h3><p>Roots.\n</p><p>Shoots.</p>' }, ['Aims: Roots. Shoots.']],
])('%s of %j', (tag, article, expected) => {
  expect(values(tag, article)).toEqual(expected)
  expect(values('ER', article)).toEqual([''])
})
