import { DOMParser } from '@xmldom/xmldom'
import { beforeAll, describe, expect, test } from 'vitest'
import { journal as identity } from '../../../../journal.config.ts'
import { aCategory, aFile, anArticle, PRIVATE_WORDS, someArticles } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'

const SITE = 'http://journal.test'

const parsed = (text: string) => new DOMParser().parseFromString(text, 'text/xml').documentElement!
type Node = ReturnType<typeof parsed>
const all = (node: Node, tag: string): Node[] => [...node.getElementsByTagName(tag)]
const texts = (node: Node, tag: string) => all(node, tag).map(({ textContent }) => textContent)

/** RFC 822 with a year of four digits, as RSS asks for. */
const RFC_822 =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/

eachDatabase((open) => {
  describe('feeds', () => {
    let journal: TestJournal
    let category: Awaited<ReturnType<typeof aCategory>>
    let newest: Awaited<ReturnType<typeof anArticle>>
    const get = (url: string) => journal.app.inject(url)

    beforeAll(async () => {
      journal = await open()
      const { database } = journal
      category = await aCategory(database, { name: 'Ecology & Climate' })
      await someArticles(database, 25)
      newest = await anArticle(database, {
        category,
        title: 'Light &amp; <i>Rosa</i> \u0007& growth',
        excerpt: '<i>Rosa</i>: light &lt; dark & <b>shade</b>.',
        keywords: 'light, 1,8-cineole',
        pdf: await aFile(database),
        contributors: [
          { role: 'Author', full_name: 'Ayesha Malik', orcid: '0000-0002-1825-0097' },
          { role: 'Reviewer', full_name: 'Reviewer-Secret Person' },
        ],
      })
      await anArticle(database, { category, state: 'pending', title: 'Not yet' })
    })

    test.each([
      ['atom', 'application/atom+xml; charset=utf-8'],
      ['rss', 'application/rss+xml; charset=utf-8'],
      ['json', 'application/feed+json; charset=utf-8'],
    ])('the feed in %s of journal and category', async (format, type) => {
      for (const path of [`/feed.${format}`, `/category/${category.id}/feed.${format}`]) {
        const answer = await get(path)
        expect([path, answer.statusCode, answer.headers['content-type']]).toEqual([path, 200, type])
        expect(answer.body).toContain(`${SITE}/blog/${newest.id}`)
        expect(answer.body).not.toContain('Not yet')
        for (const word of PRIVATE_WORDS) expect(answer.body.toLowerCase()).not.toContain(word)
      }
      for (const id of ['nobody', "a'--", 'a%00b'])
        expect((await get(`/category/${id}/feed.${format}`)).statusCode).toBe(404)
    })

    test('of a category holds its own articles', async () => {
      const feed = (await get(`/category/${category.id}/feed.json`)).json()
      expect(feed).toMatchObject({
        title: `Ecology & Climate | ${identity.name}`,
        home_page_url: `${SITE}/category/${category.id}`,
        items: [{ id: `${SITE}/blog/${newest.id}` }],
      })
      const empty = await aCategory(journal.database)
      await journal.database.db
        .updateTable('site_version')
        .set((row) => ({ version: row('version', '+', 1) }))
        .execute()
      expect((await get(`/category/${empty.id}/feed.json`)).json()).toMatchObject({ items: [] })
      expect(texts(parsed((await get(`/category/${empty.id}/feed.atom`)).body), 'updated')).toHaveLength(1)
    })

    test('Atom has what RFC 4287 demands', async () => {
      const feed = parsed((await get('/feed.atom')).body)
      expect([feed.namespaceURI, feed.localName]).toEqual(['http://www.w3.org/2005/Atom', 'feed'])
      for (const node of [feed, ...all(feed, 'entry')]) {
        for (const tag of ['id', 'title', 'updated']) {
          const own = [...node.childNodes].filter(({ nodeName }) => nodeName === tag)
          expect([tag, own.length, own[0]?.textContent !== '']).toEqual([tag, 1, true])
        }
        expect(all(node, 'author').length).toBeGreaterThan(0)
      }
      for (const tag of ['updated', 'published']) for (const text of texts(feed, tag)) expect(text).toMatch(RFC_3339)
      expect(new Set(texts(feed, 'id')).size).toBe(21)
    })

    test('RSS has what RSS 2.0 demands', async () => {
      const feed = parsed((await get('/feed.rss')).body)
      expect([feed.nodeName, feed.getAttribute('version')]).toEqual(['rss', '2.0'])
      const [channel, ...more] = all(feed, 'channel')
      expect(more).toEqual([])
      for (const tag of ['title', 'link', 'description'])
        expect([...channel!.childNodes].filter(({ nodeName }) => nodeName === tag)).toHaveLength(1)
      expect(all(channel!, 'atom:link')[0]!.getAttribute('href')).toBe(`${SITE}/feed.rss`)
      expect(texts(channel!, 'lastBuildDate')).toEqual([expect.stringMatching(RFC_822)])
      const items = all(channel!, 'item')
      expect(items).toHaveLength(20)
      expect(new Set(texts(channel!, 'guid')).size).toBe(20)
      for (const date of texts(channel!, 'pubDate')) expect(date).toMatch(RFC_822)
      expect([texts(items[0]!, 'title'), texts(items[0]!, 'description'), texts(items[0]!, 'dc:creator')]).toEqual([
        ['Light & Rosa & growth'],
        ['<i>Rosa</i>: light &lt; dark &amp; &lt;b&gt;shade&lt;/b&gt;.'],
        ['Ayesha Malik'],
      ])
      expect(texts(items[0]!, 'category')).toEqual(['Ecology & Climate', 'light', '1,8-cineole'])
    })

    test('JSON Feed has what its version 1.1 demands', async () => {
      const feed = (await get('/feed.json')).json<{
        version: string
        feed_url: string
        items: Record<string, unknown>[]
      }>()
      expect(feed).toMatchObject({
        version: 'https://jsonfeed.org/version/1.1',
        title: identity.name,
        feed_url: `${SITE}/feed.json`,
      })
      expect(feed.items).toHaveLength(20)
      expect(new Set(feed.items.map(({ id }) => id)).size).toBe(20)
      for (const { date_published, date_modified, content_html } of feed.items) {
        expect(date_published).toMatch(RFC_3339)
        expect(date_modified).toMatch(RFC_3339)
        expect(typeof content_html).toBe('string')
      }
      expect(feed.items[0]).toMatchObject({
        title: 'Light & Rosa & growth',
        content_html: '<i>Rosa</i>: light &lt; dark &amp; &lt;b&gt;shade&lt;/b&gt;.',
        authors: [{ name: 'Ayesha Malik', url: 'https://orcid.org/0000-0002-1825-0097' }],
        tags: ['Ecology & Climate', 'light', '1,8-cineole'],
        attachments: [{ url: `${SITE}/blog/${newest.id}.pdf`, mime_type: 'application/pdf' }],
      })
    })
  })
})
