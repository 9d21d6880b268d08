import { beforeEach, describe, expect, test } from 'vitest'
import { aFile, anArticle, aSignedIn } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { siteVersion } from '../../platform/database/site-version.ts'
import { saveUsage } from './save-usage.ts'
import { renewTotals } from './totals.ts'
import { UsageCounter } from './usage-counter.ts'

const MARCH = Date.UTC(2026, 2, 14, 12)
const ZERO = {
  views: 0,
  downloads: 0,
  totalInvestigations: 0,
  uniqueInvestigations: 0,
  totalRequests: 0,
  uniqueRequests: 0,
}

describe('the use of articles', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: Awaited<ReturnType<typeof aSignedIn>>
    beforeEach(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
    })

    const noted = async (
      ...clicks: [article: { id: string }, opened: 'page' | 'pdf', reader: string, at?: number][]
    ) => {
      const counter = new UsageCounter()
      for (const [article, opened, reader, at = MARCH] of clicks) counter.note(article.id, opened, reader, at)
      await saveUsage(journal.database, counter)
    }
    const overview = async (query = 'from=2026-03&to=2026-03') =>
      (await journal.get(`/usage?${query}`, { as: admin })).body

    test('a page with the full text is a request, one with the abstract alone an investigation', async () => {
      const [brief, whole] = [await anArticle(journal.database), await anArticle(journal.database)]
      await journal.database.db
        .insertInto('full_texts')
        .values({ article_id: whole.id, renderer: 1, outline: '{}', passages: '[]' })
        .execute()
      await noted(
        [brief, 'page', 'a'],
        [brief, 'pdf', 'a'],
        [brief, 'page', 'b'],
        [whole, 'page', 'a'],
        [whole, 'pdf', 'a'],
      )
      const { data, total } = await overview()
      expect(data).toMatchObject([
        {
          id: whole.id,
          views: 1,
          downloads: 1,
          totalInvestigations: 2,
          uniqueInvestigations: 1,
          totalRequests: 2,
          uniqueRequests: 1,
        },
        {
          id: brief.id,
          views: 2,
          downloads: 1,
          totalInvestigations: 3,
          uniqueInvestigations: 2,
          totalRequests: 1,
          uniqueRequests: 1,
        },
      ])
      expect(total).toMatchObject({ totalInvestigations: 5, totalRequests: 3 })
    })

    test('what is stored in several steps adds up, and months without any use are there', async () => {
      const article = await anArticle(journal.database)
      await noted([article, 'page', 'a'])
      await noted([article, 'page', 'b'], [article, 'page', 'c', Date.UTC(2026, 4, 2)])
      const { months, chart } = await overview('from=2026-02&to=2026-05')
      expect(months.map(({ month, views }: { month: string; views: number }) => [month, views])).toEqual([
        ['2026-02', 0],
        ['2026-03', 2],
        ['2026-04', 0],
        ['2026-05', 1],
      ])
      expect(chart).toMatch(/^<svg/)
      expect(chart).not.toMatch(/style|script|NaN/)
      expect((await overview('from=2020-01&to=2020-02')).total).toEqual(ZERO)
    })

    test('what cannot be stored is stored with the next', async () => {
      const counter = new UsageCounter()
      const article = await anArticle(journal.database)
      counter.note(article.id, 'page', 'a', MARCH)
      const away = { transaction: () => Promise.reject(new Error('The database is away.')) }
      await expect(saveUsage(away, counter)).rejects.toThrow('away')
      await saveUsage(journal.database, counter)
      expect((await overview()).total.views).toBe(1)
    })

    test('an article shows its numbers up to a day, made once for that day', async () => {
      const article = await anArticle(journal.database)
      const hidden = await anArticle(journal.database, { state: 'archived' })
      const shown = async (id: string) => (await journal.get(`/posts/${id}/usage`)).body
      await noted([article, 'page', 'a'], [article, 'pdf', 'a'], [hidden, 'page', 'a'])
      expect(await shown(article.id)).toBeNull()
      const before = await siteVersion(journal.database.db)
      expect(await renewTotals(journal.database, '2026-03-14')).toBe(true)
      expect(await shown(article.id)).toEqual({ views: 1, downloads: 1, until: '2026-03-14' })
      expect(await siteVersion(journal.database.db)).toBe(before + 1)
      expect(await renewTotals(journal.database, '2026-03-14')).toBe(false)
      expect(await shown(hidden.id)).toBeNull()
    })

    test('requests are counted as they are answered, those of robots and of pages loaded ahead are not', async () => {
      const file = await aFile(journal.database, { store: journal.resources.store })
      const article = await anArticle(journal.database, { pdf: file })
      const person = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
      const origin = await journal.app.listen({ port: 0, host: '127.0.0.1' })
      const ask = async (url: string, headers: Record<string, string>, method: 'GET' | 'POST' = 'GET') => {
        const json =
          method === 'POST' ? { body: '{}', headers: { ...headers, 'content-type': 'application/json' } } : { headers }
        const answer = await fetch(origin + url, { method, ...json })
        await answer.arrayBuffer()
        return answer.status
      }
      const viewed = `/api/posts/${article.id}/viewed`
      expect(await ask(viewed, person, 'POST')).toBe(200)
      await ask(viewed, { 'user-agent': 'Googlebot/2.1' }, 'POST')
      await ask(viewed, { ...person, 'sec-purpose': 'prefetch' }, 'POST')
      expect(await ask('/api/posts/nowhere/viewed', person, 'POST')).toBe(404)
      expect(await ask('/blog/nowhere.pdf', person)).toBe(404)
      const pdf = `/blog/${article.id}.pdf`
      expect(await ask(pdf, person)).toBe(200)
      const other = { 'user-agent': `${person['user-agent']} other` }
      expect(await ask(pdf, { ...other, range: 'bytes=5-9' })).toBe(206)
      expect(await ask(pdf, { ...other, range: 'bytes=0-4' })).toBe(206)
      expect(journal.resources.usageCounter.take()).toMatchObject([{ articleId: article.id, pages: 1, pdfs: 2 }])
    })

    test.each([
      // Any client may send the header: without a proxy it tells nobody apart.
      [0, ['198.51.100.1', '198.51.100.2', '198.51.100.3, 198.51.100.4'], 1],
      // One proxy adds the last address; what stands before it was sent by the reader.
      [1, ['198.51.100.1', '203.0.113.9, 198.51.100.1', '198.51.100.2'], 2],
    ])('behind %i trusted proxies a reader is who these have named', async (trustProxy, forwarded, readers) => {
      const behind = await open({ trustProxy })
      const file = await aFile(behind.database, { store: behind.resources.store })
      const { id } = await anArticle(behind.database, { pdf: file })
      const origin = await behind.app.listen({ port: 0, host: '127.0.0.1' })
      for (const address of forwarded) {
        const headers = { 'user-agent': 'Mozilla/5.0 Firefox/140.0', 'x-forwarded-for': address }
        await (await fetch(`${origin}/blog/${id}.pdf`, { headers })).arrayBuffer()
      }
      expect(behind.resources.usageCounter.take()).toMatchObject([
        { articleId: id, pdfs: readers, uniquePdfs: readers },
      ])
    })

    test('the reports of COUNTER name titles, items, metrics and months', async () => {
      const article = await anArticle(journal.database, {
        title: '=Roots, <i>Zea mays</i> and "rain"',
        doi: '10.1234/roots',
        published_at: '2025-06-01T00:00:00.000Z',
      })
      await noted([article, 'page', 'a'], [article, 'pdf', 'b'])
      const report = async (name: string, format: string) =>
        (await journal.get(`/usage/reports/${name}?from=2026-03&to=2026-04&format=${format}`, { as: admin })).body
      const items = JSON.parse((await report('IR', 'json')).text)
      expect(items.Report_Header).toMatchObject({
        Release: '5.1',
        Report_ID: 'IR',
        Report_Filters: { Begin_Date: '2026-03-01', End_Date: '2026-04-30' },
      })
      expect(items.Report_Items[0].Items[0]).toMatchObject({
        Item: '=Roots, Zea mays and "rain"',
        Item_ID: { DOI: '10.1234/roots' },
        Attribute_Performance: [
          {
            ...{ Data_Type: 'Article', YOP: '2025', Access_Type: 'Open' },
            Performance: { Total_Item_Investigations: { '2026-03': 2 }, Total_Item_Requests: { '2026-03': 1 } },
          },
        ],
      })
      const { text, name } = await report('IR', 'csv')
      expect(name).toBe('JPBR-IR-2026-03-2026-04.csv')
      const lines = text.split('\r\n')
      expect(lines[0]).toBe('Report_Name,Item Report')
      expect(lines[14]).toMatch(/Metric_Type,Reporting_Period_Total,Mar-2026,Apr-2026$/)
      expect(lines[15]).toMatch(/^"'=Roots, Zea mays and ""rain""",.*,Total_Item_Investigations,2,2,0$/)
      const title = JSON.parse((await report('TR', 'json')).text)
      expect(title.Report_Items).toHaveLength(1)
      expect(title.Report_Items[0].Attribute_Performance[0].YOP).toBe('2025')
    })

    test.each([
      ['from=2026-05&to=2026-03', 'The last month is before the first'],
      ['from=2000-01&to=2026-03', 'Please choose at most 60 months'],
      ['from=2026-13&to=2026-14', 'Please give a month as YYYY-MM'],
    ])('refuses %s', async (query, message) => {
      const { status, body } = await journal.get(`/usage?${query}`, { as: admin })
      expect([status, Object.values(body.errors)]).toEqual([400, expect.arrayContaining([message])])
    })
  })
})
