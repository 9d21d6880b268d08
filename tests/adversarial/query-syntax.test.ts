import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { apiTable } from '../../src/contract/api/api.ts'
import type { Endpoint } from '../../src/contract/api/endpoint.ts'
import { pathNames, paths } from '../../src/contract/rules/site/paths.ts'
import { SEARCH_FILTERS } from '../../src/contract/rules/site/search.ts'
import { newId } from '../../src/platform/ids.ts'
import { MOST_MATCHES } from '../../src/journal/discovery/search/matches.ts'
import { anArticle, aSignedIn, type SignedIn } from '../support/builders.ts'
import { eachDatabase, type TestJournal } from '../support/databases.ts'
import { searchable } from '../support/searchable.ts'

/** What means something to a database, to its index of words, to a list of values or to an address. */
const SIGNS = [
  ...[
    '"',
    '""',
    '"a',
    'a"',
    `a" OR "b`,
    `"a"*`,
    `a" OR "b"* OR "c`,
    'a*',
    '*',
    '^a',
    'a:b',
    '-a',
    '{a b}:c',
    'NEAR(',
    'AND',
  ],
  ...['NEAR(a b, 2)', 'OR', 'NOT', 'a AND', 'a + b', '(', ')', '()', '((a)', 'marks:a', '§', '§c', '§aa_b'],
  ...[
    "'",
    "''",
    "a'",
    `a' | 'b`,
    `a' <-> 'b`,
    '&',
    '|',
    '!',
    '!a',
    ':',
    'a:*',
    'a:A',
    '<',
    '>',
    '<->',
    '<2>',
    '\\',
    "\\'",
    'a\\',
  ],
  ...[
    '%',
    '_',
    '%_%',
    ';',
    '--',
    '/*',
    '$1',
    '?',
    '{"a":1}',
    '[',
    '[]',
    '$.a',
    '->>',
    'asc',
    'title desc',
    ',',
    ',,',
    '"," ',
    '1e9',
  ],
  ...[
    '-1',
    '0',
    '٣',
    'NaN',
    'null',
    '2024-02-30',
    '0000-00-00',
    '\u0000',
    'a\u0000b',
    '\ud83c',
    '\udf31a',
    '\ufffe',
    '\u0301',
  ],
  ...[
    'ﷺ'.repeat(130),
    '"'.repeat(300),
    "'".repeat(300),
    'a '.repeat(100),
    'a" '.repeat(60),
    'x'.repeat(10_000),
    "'*".repeat(5_000),
  ],
]

/** Encoded for an address: half a character is sent as the bytes that it would be. */
const inAddress = (text: string) => (text.isWellFormed() ? encodeURIComponent(text) : 'a%ED%A0%BC')

const endpoints = Object.entries(apiTable).flatMap(([noun, verbs]) =>
  Object.entries(verbs).map(([verb, endpoint]): [string, Endpoint] => [`${noun}.${verb}`, endpoint]),
)
const fieldsOf = ({ input, path }: Endpoint): string[] => {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties).filter((name) => !pathNames(path).includes(name))
}
const lists = endpoints.filter(([, each]) => each.method === 'GET' && fieldsOf(each).length > 0)

const chunksOf = <T>(size: number, items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))

describe('what is typed is never syntax', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    let articleId: string
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
      // More than are looked at: the engine itself then takes the filters.
      const article = await anArticle(journal.database, { title: 'Grain weight', submitter: null })
      articleId = article.id
      const copy = (_: unknown, at: number) => ({ ...article, id: newId(), slug: `grain-weight-${at}` })
      for (const copies of chunksOf(100, Array.from({ length: MOST_MATCHES }, copy)))
        await journal.database.db.insertInto('articles').values(copies).execute()
      await searchable(journal.database)
    })
    const expectCalm = async (method: string, url: string) => {
      const answer = await journal.app.inject({ method: method as 'GET', url, headers: admin.headers })
      const what = `${url.slice(0, 200)}\n${journal.logged.splice(0).join('\n')}`
      expect(answer.statusCode, what).toBeLessThan(500)
      expect(what.trim()).toBe(url.slice(0, 200))
      return answer
    }

    test.each(lists)('%s: every filter', async (_name, endpoint) => {
      const path = `/api${endpoint.path.replace(/\{\w+\}/g, articleId)}`
      const fields = fieldsOf(endpoint)
      for (const sign of SIGNS) {
        const said = inAddress(sign)
        for (const field of fields) await expectCalm(endpoint.method, `${path}?${field}=${said}`)
        await expectCalm(endpoint.method, `${path}?${fields.map((field) => `${field}=${said}`).join('&')}`)
      }
    })

    test('the filters of a search that has more matches than are looked at', async () => {
      const whole = JSON.parse((await expectCalm('GET', '/api/search?q=grain')).body) as { limited: boolean }
      expect(whole.limited).toBe(true)
      for (const sign of SIGNS) {
        for (const filter of SEARCH_FILTERS) {
          const answer = await expectCalm('GET', `/api/search?q=grain&${filter}=${inAddress(sign)}`)
          // No value that stands for nothing finds anything.
          if (answer.statusCode !== 200 || !sign.replaceAll(',', '').trim()) continue
          const found = JSON.parse(answer.body) as { meta: { totalItems: number } }
          expect(found.meta.totalItems, `${filter}=${sign}`).toBe(0)
        }
      }
    })

    test('what harvesters, feeds and pages of lists are asked', async () => {
      const args = ['metadataPrefix', 'from', 'until', 'set', 'identifier', 'resumptionToken', 'verb', 'unknown']
      for (const sign of SIGNS) {
        const said = inAddress(sign)
        for (const verb of ['Identify', 'ListSets', 'ListRecords', 'ListIdentifiers', 'GetRecord'])
          for (const arg of args)
            await expectCalm('GET', `${paths.oai}?verb=${verb}&metadataPrefix=oai_dc&${arg}=${said}`)
        for (const set of ['category-', 'volume-'])
          await expectCalm('GET', `${paths.oai}?verb=ListRecords&metadataPrefix=oai_dc&set=${set}${said}`)
        for (const url of ['/feed.atom', '/sitemap.xml', `/blog/${articleId}.bib`, `/blog/${articleId}.xml`])
          await expectCalm('GET', `${url}?page=${said}&q=${said}`)
      }
    })
  })
})
