import { DOMParser } from '@xmldom/xmldom'
import { beforeAll, describe, expect, test } from 'vitest'
import { aCategory, anArticle, aVolume, someArticles } from '../../../tests/support/builders.ts'
import { eachDatabase, watchQueries, type TestJournal } from '../../../tests/support/databases.ts'
import type { PublicAnswer } from '../../platform/http/cached-answer.ts'
import { sitemap, sitemapPart } from './sitemap.ts'

const SITE = 'http://journal.test'

const root = (text: string) => new DOMParser().parseFromString(text, 'text/xml').documentElement!
const addresses = ({ body }: Pick<PublicAnswer, 'body'>): string[] =>
  [...root(String(body)).getElementsByTagName('loc')].map((loc) => loc.textContent!)

/** Of the articles that the tests build. */
const KEYWORDS = ['/keyword/drought', '/keyword/roots', '/keyword/wheat']

const FEW = 20
const POLICIES = [
  '/submission-guidelines',
  '/privacy-statement',
  '/peer-review',
  '/editorial-policy',
  '/copyright-notice',
  '/open-access-policy',
  '/publication-ethics',
  '/publication-fee',
]
const TEXTS = ['/about', ...POLICIES]

eachDatabase((open) => {
  let journal: TestJournal

  describe('the sitemap', () => {
    beforeAll(async () => (journal = await open()))

    test('names every public page, and articles with their last change', async () => {
      const category = await aCategory(journal.database)
      const volume = await aVolume(journal.database)
      const article = await anArticle(journal.database, {
        ...{ category, volume, updated_at: '2026-02-03T04:05:06.000Z', keywords: 'Tree ferns, tree  ferns, 水稻' },
        contributors: [
          { full_name: 'Ayesha Malik', orcid: '0000-0002-1694-233X' },
          { full_name: 'Bruno Kovář' },
          { full_name: 'Secret Reviewer', role: 'Reviewer', orcid: '0000-0001-5109-3700' },
        ],
      })
      const hidden = await anArticle(journal.database, {
        ...{ category, state: 'archived', keywords: 'hidden moss' },
        contributors: [{ full_name: 'Hidden Author', orcid: '0000-0002-1825-0097' }],
      })
      const answer = await journal.app.inject('/sitemap.xml')
      expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8')
      expect(root(answer.body).getAttribute('xmlns')).toBe('http://www.sitemaps.org/schemas/sitemap/0.9')
      expect(addresses(answer).sort()).toEqual(
        [
          '/',
          '/blog',
          '/categories',
          `/category/${category.id}`,
          '/archived',
          `/volume/${volume.id}`,
          '/notices',
          '/about',
          '/editorial-members',
          ...POLICIES,
          '/keyword/tree-ferns',
          `/keyword/${encodeURIComponent('水稻')}`,
          '/author/0000-0002-1694-233x',
          `/blog/${article.id}`,
        ]
          .map((path) => SITE + path)
          .sort(),
      )
      expect(answer.body).toContain(`/blog/${article.id}</loc><lastmod>2026-02-03T04:05:06.000Z</lastmod>`)
      expect(answer.body).not.toContain(hidden.id)
    })
  })

  describe('a large sitemap', () => {
    beforeAll(async () => {
      journal = await open()
      await someArticles(journal.database, 45)
    })

    test('becomes an index of parts that hold every address once, oldest articles first', async () => {
      const { db } = journal.database
      const index = await sitemap(db, SITE, TEXTS, FEW)
      expect(root(String(index.body)).tagName).toBe('sitemapindex')
      expect(addresses(index)).toEqual([1, 2, 3, 4, 'browsing'].map((part) => `${SITE}/sitemap-${part}.xml`))
      expect(addresses(await sitemapPart(db, SITE, { part: 'browsing', ofTexts: TEXTS }, FEW))).toEqual(
        KEYWORDS.map((path) => SITE + path),
      )
      const parts = [1, 2, 3, 4].map(async (part) =>
        addresses(await sitemapPart(db, SITE, { part: String(part), ofTexts: TEXTS }, FEW)),
      )
      const [pages, ...articles] = await Promise.all(parts)
      expect(articles.map((part) => part.length)).toEqual([20, 20, 5])
      const oldestFirst = await db
        .selectFrom('public_articles')
        .select('id')
        .orderBy('published_at')
        .orderBy('id')
        .execute()
      expect(articles.flat()).toEqual(oldestFirst.map(({ id }) => `${SITE}/blog/${id}`))
      expect(pages).toContain(`${SITE}/about`)
    })

    test('asks for ids and dates alone', async () => {
      const asked = await watchQueries(journal.database, async ({ db }) => {
        expect(addresses(await sitemap(db, SITE, TEXTS))).toHaveLength(46 + 15 + KEYWORDS.length)
      })
      expect(asked).toHaveLength(10)
      expect(asked.every(({ sql }) => !sql.includes('abstract'))).toBe(true)
    })

    test.each(['0', '3', '01', '-1', '1.5', '99999999', 'x', '%00'])('has no part %s', async (part) => {
      expect((await journal.app.inject(`/sitemap-${part}.xml`)).statusCode).toBe(404)
    })
  })
})
