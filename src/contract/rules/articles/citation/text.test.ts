import { describe, expect, test } from 'vitest'
import { journal } from '../../../../../journal.config.ts'
import { citationRecord } from './record.ts'
import { attributionPieces, attributionText, citationPieces, citationText } from './text.ts'
import { TEST_URL, testArticle } from '../../../../../tests/support/test-article.ts'

const record = (article?: Parameters<typeof testArticle>[0]) => citationRecord(testArticle(article), TEST_URL)
const people = (...names: string[]) => names.map((fullName) => ({ fullName }))
const SEVEN = people('Ada A', 'Ben B', 'Cid C', 'Dan D', 'Eve E', 'Fay F', 'Gus G')

describe('the reference', () => {
  test('as a reader cites it', () => {
    expect(citationText(record({ people: people('Rabia Khan', 'Daniel Okafor', 'Mehwish Raza') }))).toBe(
      `Khan R, Okafor D, Raza M. Earlier flowering of Ferula assa-foetida in Balochistan. ${journal.name}. 2026;4:41–56. https://doi.org/10.5555/jpbr.41`,
    )
  })

  test.each([
    ['Jan van der Berg', 'van der Berg J'],
    ['Suharto', 'Suharto'],
    ['John Smith Jr.', 'Smith J Jr'],
    ['Jean-Paul Sartre', 'Sartre JP'],
    ['J. R. R. Tolkien', 'Tolkien JR'],
    ['J.R. Tolkien', 'Tolkien JR'],
    ['JR Tolkien', 'Tolkien JR'],
    ['Émile Zola', 'Zola É'],
    ['élan Vital', 'Vital É'],
    ['李 明', '明 李'],
  ])('names %s as %s', (fullName, short) => {
    expect(citationText(record({ people: people(fullName) }))).toMatch(new RegExp(`^${short}\\. Earlier`, 'u'))
  })

  test('names people by the family name they say, and groups whole', () => {
    const authors = [
      { fullName: 'Nguyễn Thị Hòa', familyName: 'Nguyễn', givenNames: 'Thị Hòa' },
      { fullName: 'Flora of Sri Lanka Consortium', isGroup: true },
    ]
    expect(citationText(record({ people: authors }))).toMatch(/^Nguyễn TH, Flora of Sri Lanka Consortium\. Earlier/)
  })

  test.each([
    [SEVEN, 'A A, B B, C C, D D, E E, F F, et al. Earlier'],
    [SEVEN.slice(0, 6), 'A A, B B, C C, D D, E E, F F. Earlier'],
    [[], 'Earlier'],
  ])('names no more than six authors', (authors, start) => {
    expect(citationText(record({ people: authors })).startsWith(start)).toBe(true)
  })

  test.each([
    [{}, '2026;4:41–56. '],
    [{ pageNum: '1-5,7-10' }, '2026;4:1–5, 7–10. '],
    [{ pageNum: null }, '2026;4. '],
    [{ pageNum: null, elocationId: 'e17' }, '2026;4:e17. '],
    [{ issue: '3' }, '2026;4(3):41–56. '],
    [{ issue: '7-8', pageNum: null }, '2026;4(7–8). '],
    [{ issue: 'Suppl 1', volume: null }, '2026;(Suppl 1):41–56. '],
    [{ issue: '3', publishedAt: null }, '4(3):41–56. '],
    [{ volume: null }, '2026:41–56. '],
    [{ volume: null, pageNum: null }, '2026. '],
    [{ publishedAt: null }, '4:41–56. '],
    [{ publishedAt: null, volume: null, pageNum: null }, ''],
  ])('says where it stands: %j', (article, place) => {
    expect(citationText(record(article))).toContain(` ${journal.name}. ${place}https://doi.org/`)
  })

  test('ends with the page where there is no DOI, and asks no full stop after a question', () => {
    expect(citationText(record({ doi: null, title: 'Why do <i>roots</i> grow?' }))).toBe(
      `Khan R. Why do roots grow? ${journal.name}. 2026;4:41–56. ${TEST_URL}/blog/k7m2p9qrstvw`,
    )
  })

  test('keeps the marks of the title and links its end', () => {
    expect(citationPieces(record({ title: 'On <i>Rosa <sub>2</sub></i>' }))).toEqual([
      { text: 'Khan R. ', marks: [] },
      { text: 'On ', marks: [] },
      { text: 'Rosa ', marks: ['i'] },
      { text: '2', marks: ['i', 'sub'] },
      { text: `. ${journal.name}. 2026;4:41–56. `, marks: [] },
      { text: 'https://doi.org/10.5555/jpbr.41', marks: [], href: 'https://doi.org/10.5555/jpbr.41' },
    ])
  })
})

describe('the attribution', () => {
  const source = { journal: 'Plants', publisher: 'MDPI' }

  test('of an article that another journal published first', () => {
    const article = {
      source,
      people: people('Rabia Khan', 'Jan van der Berg'),
      licenceUrl: 'https://creativecommons.org/licenses/by/3.0/',
    }
    expect(attributionText(record(article), 'abstract shortened')).toBe(
      'Rabia Khan and Jan van der Berg (2026). Earlier flowering of Ferula assa-foetida in Balochistan. Plants. https://doi.org/10.5555/jpbr.41. Licensed under CC BY 3.0 (https://creativecommons.org/licenses/by/3.0/). Changes: abstract shortened.',
    )
    const links = attributionPieces(record(article))!.flatMap(({ href }) => href ?? [])
    expect(links).toEqual(['https://doi.org/10.5555/jpbr.41', 'https://creativecommons.org/licenses/by/3.0/'])
  })

  test.each([
    [{ people: SEVEN }, /^Ada A et al\. \(2026\)\. Earlier/],
    [{ people: [] }, /^\(2026\)\. Earlier/],
    [{ publishedAt: null }, /^Rabia Khan\. Earlier/],
    [{ publishedAt: null, people: [] }, /^Earlier/],
    [{ doi: null }, /Plants\. Licensed under CC BY 4\.0 \(/],
    [
      { licenceUrl: 'https://example.org/licence' },
      /Licensed under https:\/\/example\.org\/licence\. Changes: layout only\.$/,
    ],
  ])('with what is known: %j', (article, expected) => {
    expect(attributionText(record({ source, ...article }))).toMatch(expected)
  })

  test('of an article of this journal there is none', () => {
    expect(attributionText(record())).toBeNull()
  })
})
