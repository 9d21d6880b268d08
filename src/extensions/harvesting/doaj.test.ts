import { beforeAll, describe, expect, test } from 'vitest'
import { citationRecord } from '../../contract/rules/articles/citation/record.ts'
import { TEST_URL, testArticle } from '../../../tests/support/test-article.ts'
import { affiliationsOfText } from '../../contract/rules/people/affiliations.ts'
import { anArticle, aVolume } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { journal as identity } from '../../../journal.config.ts'
import { csv } from '../../contract/rules/text/csv.ts'
import { doajArticle } from './doaj.ts'

const recordOf = (odd: Parameters<typeof testArticle>[0], issn = '1234-5679') =>
  citationRecord(testArticle(odd), TEST_URL, { ...identity, issn })

describe('an article for DOAJ', () => {
  test('has what its upload takes', () => {
    const article = testArticle({})
    const made = doajArticle(
      recordOf({
        ...{
          title: 'Light &amp; <i>Rosa</i>',
          keywords: 'a, b, c, d, e, f, g',
          pageNum: '12-20',
          issue: '3',
          doi: '10.1234/a',
        },
        ...{ publishedAt: '2026-03-05T00:00:00.000Z', abstract: '<p>One &lt; two.</p>' },
        people: [
          { fullName: 'Ayesha Malik', orcidId: '0000-0002-1825-0097', affiliations: affiliationsOfText('Kew; Oxford') },
          { fullName: 'Suharto' },
        ],
      }),
    )!
    expect(made.admin).toEqual({ publisher_record_id: article.id })
    expect(made.bibjson).toMatchObject({
      ...{
        title: 'Light & Rosa',
        year: '2026',
        month: '3',
        abstract: 'One < two.',
        keywords: ['a', 'b', 'c', 'd', 'e', 'f'],
      },
      author: [
        { name: 'Ayesha Malik', affiliation: 'Kew; Oxford', orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
        { name: 'Suharto' },
      ],
      identifier: [
        { type: 'eissn', id: '1234-5679' },
        { type: 'doi', id: '10.1234/a' },
      ],
      journal: { title: identity.name, language: ['EN'], number: '3', start_page: '12', end_page: '20' },
    })
    expect(made.bibjson.link[0]).toEqual({
      type: 'fulltext',
      url: `${TEST_URL}/blog/${article.id}`,
      content_type: 'HTML',
    })
  })

  test('is none without an ISSN, or of another journal', () => {
    expect(doajArticle(recordOf({}, ''))).toBeNull()
    expect(doajArticle(recordOf({ source: { journal: 'Plants', publisher: null } }))).toBeNull()
  })
})

test('a table of cells that run nothing', () => {
  expect(csv([['a', 'b "c"', 'd,e', 'f\ng', '=1+1', '@x', '-2', 'ü']])).toBe(
    'a,"b ""c""","d,e","f\ng",\'=1+1,\'@x,\'-2,ü\r\n',
  )
})

eachDatabase((open) => {
  let journal: TestJournal
  beforeAll(async () => (journal = await open()))

  test('the lists have the journal’s own public articles', async () => {
    const volume = await aVolume(journal.database)
    const own = await anArticle(journal.database, { volume, title: 'Own, of <i>Rosa</i>', doi: '10.1234/own' })
    const other = await anArticle(journal.database, { source_journal: 'Plants', title: 'Of another' })
    const archived = await anArticle(journal.database, { state: 'archived', title: 'Hidden' })
    const table = await journal.app.inject('/doaj/articles.csv')
    expect([table.statusCode, table.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(table.body.split('\r\n')).toHaveLength(3)
    expect(table.body).toContain(`"Own, of Rosa"`)
    expect(table.body).toContain(`http://journal.test/blog/${own.id}`)
    const list = await journal.app.inject('/doaj/articles.json')
    expect(list.json()).toHaveLength(identity.issn ? 1 : 0)
    for (const id of [other.id, archived.id, 'x', '0123456789ab', ...(identity.issn ? [] : [own.id])])
      expect((await journal.app.inject(`/doaj/${id}.json`)).statusCode, id).toBe(404)
  })
})
