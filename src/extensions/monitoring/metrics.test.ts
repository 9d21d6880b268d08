import { beforeAll, describe, expect, test } from 'vitest'
import { anArticle } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { RequestCounts } from '../../platform/http/request-counts.ts'

const TOKEN = 'a-token-of-this-test'

describe('metrics', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open({ metricsToken: TOKEN })
    })
    const scrape = async (of = journal) =>
      (await of.get('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })).text
    const valueOf = (text: string, series: string): number | undefined => {
      const line = text.split('\n').find((each) => each.startsWith(`${series} `))
      return line === undefined ? undefined : Number(line.slice(series.length + 1))
    }

    test('are given for the token alone, and without the setting there are none', async () => {
      for (const authorization of [undefined, 'Bearer', `Bearer ${TOKEN}x`, `bearer ${TOKEN}`, TOKEN, 'Bearer ']) {
        const answer = await journal.get('/metrics', authorization === undefined ? {} : { headers: { authorization } })
        expect(answer.status, authorization).toBe(401)
        expect(answer.text).not.toContain('journal_')
      }
      const answer = await journal.get('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
      expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
      expect(answer.headers['content-type']).toContain('text/plain; version=0.0.4')
      const without = await open()
      expect((await without.get('/metrics', { headers: { authorization: 'Bearer undefined' } })).status).toBe(404)
    })

    test('name each thing to watch', async () => {
      const text = await scrape()
      for (const work of [
        'emails',
        'deposits',
        'pictures',
        'texts',
        'index',
        'pdfTexts',
        'cleaning',
        'typesetting',
        'noticePdfs',
      ])
        expect(valueOf(text, `journal_queue_length{work="${work}"}`), work).toBeGreaterThanOrEqual(0)
      for (const name of [
        'journal_database_up',
        'journal_oldest_unsent_email_seconds',
        'journal_failing_emails',
        'journal_disk_free_bytes',
        'journal_uploads_under_way{process="1"}',
        'journal_database_waiting{process="1"}',
        'journal_database_wait_seconds_total{process="1"}',
        'process_resident_memory_bytes{process="1"}',
        'nodejs_eventloop_lag_p99_seconds{process="1"}',
      ])
        expect(valueOf(text, name), name).toBeDefined()
      expect(text).toMatch(/journal_version_info\{version="[\d.]+",node="v\d+[\d.]+",process="1"\} 1/)
      expect(text).not.toContain('journal_newest_backup_seconds')
    })

    test('count answers by route and status, from the cache and not', async () => {
      await anArticle(journal.database)
      const before = await scrape()
      const route = '/api/posts/published'
      for (let time = 0; time < 3; time++) await journal.get('/posts/published')
      const after = await scrape()
      const grown = (series: string) => (valueOf(after, series) ?? 0) - (valueOf(before, series) ?? 0)
      expect(grown(`journal_request_duration_seconds_count{route="${route}",status="2xx",process="1"}`)).toBe(3)
      expect(
        grown(`journal_request_duration_seconds_bucket{le="+Inf",route="${route}",status="2xx",process="1"}`),
      ).toBe(3)
      expect(grown('journal_cache_misses_total{of="call",process="1"}')).toBe(1)
      expect(grown('journal_cache_hits_total{of="call",process="1"}')).toBe(2)
    })

    test('have as many series after 10,000 different addresses as before', async () => {
      const shapes = [
        '/api/nothing/',
        '/api/posts/details/',
        '/api/posts/published?page=',
        '/blog/',
        '/',
        '/feed.atom?',
        '/api/files/',
      ]
      const ask = async (name: string) => {
        for (const shape of shapes) await journal.app.inject(shape + name)
      }
      await ask('one')
      const series = async () =>
        (await scrape()).split('\n').filter((line) => line.startsWith('journal_request')).length
      const before = await series()
      const each = Math.ceil(10_000 / shapes.length)
      for (let count = 0; count < each; count += 20)
        await Promise.all(Array.from({ length: 20 }, (_none, at) => ask(`x${count + at}`)))
      expect(await series()).toBe(before)
      expect(before).toBeLessThan(20 * shapes.length * 2)
    }, 120_000)
  })

  test('a count goes into the class of its time, and costs little more than to look it up', () => {
    const counts = new RequestCounts()
    counts.note('/x', 200, 0.4)
    counts.note('/x', 204, 0.9)
    counts.note('/x', 304, 20_000)
    const [, , good, kept] = counts.byRoute.get('/x')!
    expect(good!.classes.slice(0, 3)).toEqual([1, 1, 0])
    expect(kept!.classes.at(-1)).toBe(1)
    const cost = (work: () => void) => {
      const began = process.cpuUsage()
      for (let count = 0; count < 1_000_000; count++) work()
      const { user, system } = process.cpuUsage(began)
      return user + system
    }
    const looked: unknown[] = []
    const lookUp = cost(() => (looked[0] = counts.byRoute.get(`/${looked.length ? 'x' : 'y'}`)))
    expect(cost(() => counts.note('/x', 200, 0.1))).toBeLessThan(20 * lookUp)
  })
})
