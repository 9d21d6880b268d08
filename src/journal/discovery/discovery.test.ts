import { DOMParser } from '@xmldom/xmldom'
import { beforeAll, describe, expect, test } from 'vitest'
import { journal as identity } from '../../../journal.config.ts'
import {
  aCategory,
  aFile,
  anArticle,
  aVolume,
  ARTICLE_STATES,
  PRIVATE_WORDS,
  someArticles,
} from '../../../tests/support/builders.ts'
import { eachDatabase, watchQueries, type TestJournal } from '../../../tests/support/databases.ts'
import { SECURITY_HEADING } from '../../contract/rules/site/paths.ts'
import { feed as feedFile } from './feeds/feed.ts'
import { securityTxt } from './site-files.ts'

const URL_OF_SITE = 'http://journal.test'
const xml = (text: string) => new DOMParser().parseFromString(text, 'text/xml').documentElement!
type Node = ReturnType<typeof xml>
const all = (node: Node, tag: string): Node[] => [...node.getElementsByTagName(tag)]
const textOf = (node: Node, tag: string): string | null | undefined => all(node, tag)[0]?.textContent

eachDatabase((open) => {
  let journal: TestJournal
  const get = (url: string, headers: Record<string, string> = {}) => journal.app.inject({ url, headers })

  describe('citation downloads', () => {
    beforeAll(async () => (journal = await open()))

    test.each([
      ['bib', 'application/x-bibtex; charset=utf-8', /^@article\{malik2026co2/],
      ['ris', 'application/x-research-info-systems; charset=utf-8', /^TY {2}- JOUR\r\nAU {2}- Malik, Ayesha\r\n/],
      ['enw', 'application/x-endnote-refer; charset=utf-8', /^%0 Journal Article\r\n%A Malik, Ayesha\r\n/],
      ['csl.json', 'application/vnd.citationstyles.csl+json; charset=utf-8', /^\[\n {2}\{\n {4}"id": "malik2026co2"/],
      [
        'xml',
        'application/xml; charset=utf-8',
        /^<\?xml version="1.0" encoding="UTF-8"\?>\n<!DOCTYPE article [^\n]*\n<article /,
      ],
    ])('.%s', async (format, type, start) => {
      const article = await anArticle(journal.database, {
        title: 'CO<sub>2</sub> &amp; <i>Rosa</i>',
        slug: `co2-rosa-${format}`,
      })
      const answer = await get(`/blog/${article.id}.${format}`)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({
        'content-type': type,
        'content-disposition': `attachment; filename=${identity.abbreviation.toLowerCase()}-co2-rosa-${format}.${format}`,
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
      })
      expect(answer.body).toMatch(start)
      expect(answer.body).toContain(`${URL_OF_SITE}/blog/${article.id}`)
      for (const word of PRIVATE_WORDS) expect(answer.body.toLowerCase()).not.toContain(word)
      const again = await get(`/blog/${article.id}.${format}?x=1`, { 'if-none-match': String(answer.headers.etag) })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    })

    test('only of public articles', async () => {
      for (const state of ARTICLE_STATES.filter((each) => each !== 'public')) {
        const { id } = await anArticle(journal.database, { state })
        for (const format of ['bib', 'enw', 'ris', 'csl.json', 'linkset.json', 'xml', 'pdf']) {
          const answer = await get(`/blog/${id}.${format}`)
          expect([state, answer.statusCode, answer.json().message]).toEqual([
            state,
            404,
            format === 'pdf' ? 'PDF not found' : 'Post not found',
          ])
          expect(answer.headers['cache-control']).toBe('no-store')
        }
      }
    })

    test.each(['nobody', 'a%00b', 'a.b', '', `${'x'.repeat(65)}`, "a'--", 'a%2Fb', '%D8%00'])(
      'not of "%s"',
      async (id) => {
        expect((await get(`/blog/${id}.bib`)).statusCode).toBe(404)
        expect((await get(`/blog/${id}.xml`)).statusCode).toBe(404)
        expect((await get(`/blog/${id}.pdf`)).statusCode).toBe(404)
      },
    )

    test('an archived article is gone at once', async () => {
      const article = await anArticle(journal.database)
      expect((await get(`/blog/${article.id}.bib`)).statusCode).toBe(200)
      await journal.database.transaction(async (tx) => {
        await tx.updateTable('articles').set({ archived_at: article.created_at }).where('id', '=', article.id).execute()
        await tx
          .updateTable('site_version')
          .set((row) => ({ version: row('version', '+', 1) }))
          .execute()
      })
      expect((await get(`/blog/${article.id}.bib`)).statusCode).toBe(404)
    })
  })

  describe('the feed', () => {
    beforeAll(async () => (journal = await open()))

    test('of an empty journal is a feed', async () => {
      const feed = xml((await get('/feed.atom')).body)
      expect(textOf(feed, 'updated')).toBe(`${identity.society.foundedIn}-01-01T00:00:00.000Z`)
      expect(all(feed, 'entry')).toEqual([])
    })

    test('tells of the newest articles', async () => {
      await someArticles(journal.database, 25)
      await anArticle(journal.database, { state: 'pending', title: 'Not yet' })
      await anArticle(journal.database, { state: 'archived', title: 'No more' })
      const category = await aCategory(journal.database, { name: 'Ecology & Climate' })
      const newest = await anArticle(journal.database, {
        category,
        title: 'Light &amp; <i>Rosa</i> \u0007& growth',
        excerpt: '<i>Rosa</i>: light &lt; dark & <b>shade</b>.',
        keywords: 'light, 1,8-cineole',
        copyright: '© 2026 Malik',
        pdf: await aFile(journal.database),
        contributors: [
          { role: 'Author', full_name: 'Ayesha Malik', orcid: '0000-0002-1825-0097' },
          { role: 'Author', full_name: 'Bruno Kovář' },
          { role: 'Reviewer', full_name: 'Reviewer-Secret Person' },
        ],
      })
      const answer = await get('/feed.atom')
      expect(answer.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
      for (const word of PRIVATE_WORDS) expect(answer.body.toLowerCase()).not.toContain(word)
      const feed = xml(answer.body)
      const page = `${URL_OF_SITE}/blog/${newest.id}`
      expect(textOf(feed, 'id')).toBe(`${URL_OF_SITE}/feed.atom`)
      expect(textOf(feed, 'title')).toBe(identity.name)
      expect(textOf(feed, 'updated')).toBe(newest.updated_at)
      const entries = all(feed, 'entry')
      expect(entries).toHaveLength(20)
      const entry = entries[0]!
      expect(textOf(entry, 'id')).toBe(page)
      expect(all(entry, 'title')[0]!.getAttribute('type')).toBe('html')
      expect(textOf(entry, 'title')).toBe('Light &amp; <i>Rosa</i> &amp; growth')
      expect(all(entry, 'summary')[0]!.getAttribute('type')).toBe('html')
      expect(textOf(entry, 'summary')).toBe('<i>Rosa</i>: light &lt; dark &amp; &lt;b&gt;shade&lt;/b&gt;.')
      expect(textOf(entry, 'published')).toBe(newest.published_at)
      expect(textOf(entry, 'rights')).toBe(
        `© 2026 Malik. Licensed under ${identity.licence.shortName} (${identity.licence.url})`,
      )
      expect(all(entry, 'name').map((name) => name.textContent)).toEqual(['Ayesha Malik', 'Bruno Kovář'])
      expect(all(entry, 'uri').map((uri) => uri.textContent)).toEqual(['https://orcid.org/0000-0002-1825-0097'])
      expect(all(entry, 'category').map((each) => each.getAttribute('term'))).toEqual([
        'Ecology & Climate',
        'light',
        '1,8-cineole',
      ])
      expect(all(entry, 'link').map((link) => [link.getAttribute('rel'), link.getAttribute('href')])).toEqual([
        ['alternate', page],
        ['enclosure', `${page}.pdf`],
      ])
      expect(answer.body).not.toMatch(/Not yet|No more/)
    })

    test('asks the database the same few questions however many articles there are', async () => {
      const asked = await watchQueries(journal.database, (database) => feedFile(database.db, URL_OF_SITE, 'atom'))
      expect(asked.length).toBeLessThanOrEqual(9)
    })
  })

  describe('the small files', () => {
    beforeAll(async () => (journal = await open()))

    test('robots.txt', async () => {
      const answer = await get('/robots.txt')
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
      const lines = answer.body.split('\n')
      expect(lines).toEqual(
        expect.arrayContaining([
          'User-agent: *',
          'Allow: /',
          'Disallow: /dashboard',
          'Disallow: /cases/',
          'Disallow: /admin',
          'Disallow: /api/',
        ]),
      )
      expect(lines).toContain(`Sitemap: ${URL_OF_SITE}/sitemap.xml`)
    })

    test('site.webmanifest', async () => {
      const answer = await get('/site.webmanifest')
      expect(answer.headers['content-type']).toBe('application/manifest+json; charset=utf-8')
      expect(answer.json()).toMatchObject({
        name: identity.name,
        short_name: identity.abbreviation,
        icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }],
      })
    })

    test('security.txt', async () => {
      const answer = await get('/.well-known/security.txt')
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
      expect(answer.body).toContain(`Contact: mailto:${identity.contact.securityEmail}\n`)
      const days = (Date.parse(/^Expires: (.*)$/m.exec(answer.body)![1]!) - Date.now()) / 86_400_000
      expect(days).toBeGreaterThan(270)
      expect(days).toBeLessThan(365)
    })

    test.each([
      ['2026-01-01T00:00:00Z', '2026-12-01T00:00:00.000Z'],
      ['2026-01-31T23:59:59Z', '2026-12-01T00:00:00.000Z'],
      ['2028-02-29T12:00:00Z', '2029-01-01T00:00:00.000Z'],
    ])(
      'on %s, security.txt of a site with https holds for less than a year and names its policy',
      async (day, until) => {
        const lines = String(securityTxt('https://journal.test', new Date(day)).body)
          .trimEnd()
          .split('\n')
        expect(lines).toEqual([
          `Contact: mailto:${identity.contact.securityEmail}`,
          `Expires: ${until}`,
          `Preferred-Languages: ${identity.language}`,
          'Canonical: https://journal.test/.well-known/security.txt',
          'Policy: https://journal.test/about#security-problems',
        ])
        expect(Date.parse(until) - Date.parse(day)).toBeLessThan(365 * 86_400_000)
        // RFC 9116 allows no other kind of address there.
        expect((await get('/.well-known/security.txt')).body).not.toMatch(/http:/)
        const page = await get('/api/pages/about')
        expect(page.body).toContain(SECURITY_HEADING)
      },
    )

    test('a volume without articles is no reason to fail', async () => {
      await aVolume(journal.database)
      expect((await get('/sitemap.xml')).statusCode).toBe(200)
    })
  })
})
