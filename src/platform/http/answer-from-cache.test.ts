import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect as connectTo, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject, afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { anArticle, aSignedIn, someArticles } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { createApp } from '../../app/app.ts'
import { connect } from '../database/connect.ts'
import { touchPublicSite } from '../database/site-version.ts'
import type { RenderPage } from './mount-pages.ts'

interface Asked {
  method?: 'GET' | 'HEAD'
  headers?: Record<string, string>
}

const HTML = { headers: { 'content-type': 'text/html; charset=utf-8' } }
/** What belongs to a connection and a moment. */
const OF_THE_MOMENT = /^(date|connection|keep-alive)$/
const BROWSER = 'gzip, deflate, br, zstd'

describe('answers before routing', () => {
  eachDatabase((open, engine) => {
    let journal: TestJournal
    let app: FastifyInstance
    let port: number
    let id: string
    let routed: string[] = []
    const render = vi.fn<RenderPage>()

    beforeAll(async () => {
      journal = await open({ publicUrl: 'https://journal.example.org' })
      const files = join(mkdtempSync(join(inject('temporaryFolder'), 'site-')), 'client')
      mkdirSync(join(files, 'assets'), { recursive: true })
      writeFileSync(join(files, 'assets', 'a-1f.js'), 'leaf()\n'.repeat(500))
      writeFileSync(join(files, 'icon.svg'), '<svg/>')
      app = await createApp({
        resources: journal.resources,
        rates: { on: false },
        trustProxy: 0,
        site: { render, files },
        // Nothing in the background, so that both paths find the same bytes.
        cacheLimits: { renewAfterMs: 60_000 },
      })
      app.addHook('onRequest', async ({ url }) => void routed.push(url))
      await app.listen({ host: '127.0.0.1', port: 0 })
      port = (app.server.address() as AddressInfo).port
      ;[id] = (await someArticles(journal.database, 3)).map((article) => article.id) as [string]
    })
    beforeEach(async () => {
      await anArticle(journal.database)
      render.mockReset()
      render.mockImplementation(
        async (asked) => new Response(`<!doctype html><title>${asked.url}</title>${'<p>Leaf'.repeat(200)}`, HTML),
      )
      routed = []
    })
    afterAll(() => app.close())

    /** Over a connection, where what is finished is answered before routing. */
    const ask = (path: string, { method = 'GET', headers = {} }: Asked = {}) =>
      new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
        request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('end', () => {
            const bytes = Buffer.concat(parts)
            resolve({ status: answer.statusCode!, headers: lasting(answer.statusCode!, answer.headers), bytes })
          })
        })
          .on('error', reject)
          .end()
      })
    /** By Fastify alone. */
    const askFastify = async (url: string, asked: Asked = {}) => {
      const { statusCode, headers, rawPayload } = await app.inject({ url, ...asked })
      return { status: statusCode, headers: lasting(statusCode, headers), bytes: rawPayload }
    }
    const lasting = (status: number, headers: Record<string, unknown>) => {
      const kept = Object.entries(headers).filter(([name]) => !OF_THE_MOMENT.test(name))
      // Fastify says of a 304 to HEAD that the page is empty, which it is not.
      return Object.fromEntries(kept.filter(([name]) => status !== 304 || name !== 'content-length'))
    }
    const accepting = (encoding: string, more: Record<string, string> = {}) => ({
      headers: { 'accept-encoding': encoding, ...more },
    })
    /** Asks twice, after which an answer is finished. */
    const finish = async (path: string, encoding = BROWSER) => {
      for (let time = 0; time < 2; time++) await ask(path, accepting(encoding))
      routed = []
    }
    const sent = (text: string) =>
      new Promise<string>((resolve) => {
        let all = ''
        const socket = connectTo(port, '127.0.0.1', () => socket.write(text))
        socket.on('data', (part) => (all += String(part))).on('close', () => resolve(all))
      })

    const kinds = () => [
      ...['/', '/blog?page=1', '/blog?utm_source=mail', `/blog/${id}`, '/assets/a-1f.js', '/icon.svg'],
      ...['/api/posts/published', '/api/posts/published?limit=2&page=1', `/api/posts/details/${id}`],
      ...['/feed.atom', '/sitemap.xml', '/robots.txt', `/blog/${id}.bib`, `/blog/${id}.xml`, '/api/openapi.json'],
    ]

    test('are the same as Fastify’s in every header and byte, whatever is asked for and however', async () => {
      for (const path of kinds()) {
        for (const encoding of ['br', 'gzip']) await finish(path, encoding)
        for (const encoding of [
          BROWSER,
          'gzip',
          'br;q=0, gzip',
          'gzip;q=0.1',
          '*',
          'identity;q=0',
          'BR',
          '',
          ', ,;q',
        ]) {
          const { headers } = await askFastify(path, accepting(encoding))
          const etag = String(headers.etag)
          for (const tags of [undefined, etag, `W/${etag}`, `"older", ${etag}`, '*', '"older"']) {
            for (const method of ['GET', 'HEAD'] as const) {
              const asked = { method, ...accepting(encoding, tags ? { 'if-none-match': tags } : {}) }
              expect(await ask(path, asked), `${method} ${path} ${encoding} ${tags}`).toEqual(
                await askFastify(path, asked),
              )
            }
          }
        }
      }
    })

    test('need no route', async () => {
      for (const path of kinds()) {
        if (path === '/api/openapi.json') continue
        await finish(path)
        const { headers, bytes } = await ask(path, accepting(BROWSER))
        expect(bytes.length).toBe(Number(headers['content-length']))
        const head = await ask(path, { method: 'HEAD', ...accepting(BROWSER) })
        expect([head.headers['content-length'], head.bytes.length]).toEqual([headers['content-length'], 0])
        const again = await ask(path, accepting(BROWSER, { 'if-none-match': String(headers.etag) }))
        expect([again.status, again.bytes.length]).toEqual([304, 0])
        expect(routed, path).toEqual([])
      }
    })

    test('show at once what another process has written', async () => {
      await finish('/api/posts/published')
      const other = connect(
        engine === 'sqlite'
          ? { file: join(journal.dataDir, 'journal.sqlite') }
          : { url: `${inject('postgres')}/${await nameOfDatabase()}` },
      )
      for (let time = 0; time < 5; time++) {
        const title = `Written elsewhere ${time}`
        await other.transaction(async (tx) => {
          await tx.updateTable('articles').set({ title }).execute()
          await touchPublicSite(tx)
        })
        expect((await ask('/api/posts/published')).bytes.toString()).toContain(title)
      }
      await other.close()
    })
    const nameOfDatabase = async () =>
      (await sql<{ name: string }>`select current_database() as name`.execute(journal.database.db)).rows[0]!.name

    test('are sent while a transaction is open, which they do not show', async () => {
      await finish('/blog')
      let finishIt = () => {}
      const open = journal.database.transaction(async (tx) => {
        await touchPublicSite(tx)
        await new Promise<void>((resolve) => (finishIt = resolve))
      })
      expect((await ask('/blog', accepting(BROWSER))).status).toBe(200)
      expect(routed).toEqual([])
      expect(render).toHaveBeenCalledTimes(1)
      finishIt()
      await open
      await ask('/blog', accepting(BROWSER))
      expect(render).toHaveBeenCalledTimes(2)
    })

    test('are for readers without a session: a request with one is answered by its session', async () => {
      const admin = await aSignedIn(journal, { role: 'admin' })
      const path = `/api/posts/details/${id}`
      await finish(path)
      const asAdmin = await ask(path, { headers: { ...admin.headers, 'if-none-match': '*' } })
      expect([asAdmin.status, asAdmin.headers['cache-control']]).toEqual([200, 'private, no-store'])
      expect(JSON.parse(asAdmin.bytes.toString())).toHaveProperty('comments')
      expect((await ask(path, { headers: { authorization: 'Bearer x' } })).status).toBe(401)
      expect(JSON.parse((await ask(path)).bytes.toString())).not.toHaveProperty('comments')
    })

    test('are not those of another spelling, method or kind of client', async () => {
      await finish('/blog')
      for (const path of ['/Blog/', '//blog', '/BLOG', '/%62log']) {
        for (let time = 0; time < 3; time++) expect((await ask(path)).headers.location, path).toBe('/blog')
      }
      const { id: removed } = await anArticle(journal.database)
      const admin = await aSignedIn(journal, { role: 'admin' })
      await journal.send('DELETE', `/posts/delete/${removed}`, undefined, { as: admin })
      render.mockImplementation(async () => new Response('gone', { ...HTML, status: 410 }))
      const pdf = `/blog/${removed}.pdf`
      for (let time = 0; time < 3; time++) {
        expect((await ask(pdf, { headers: { accept: 'text/html' } })).headers['content-type']).toMatch(/^text\/html/)
        expect((await ask(pdf)).headers['content-type']).toMatch(/^application\/json/)
        expect((await ask(`/blog/${removed}`)).status).toBe(410)
      }
      expect(await sent('POST /blog HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')).toMatch(
        / 404 /,
      )
    })

    test('do not mind odd requests', async () => {
      await finish('/icon.svg')
      const get = (lines: string, body = '') => `GET /icon.svg HTTP/1.1\r\nHost: x\r\n${lines}\r\n${body}`
      const last = get('Connection: close\r\n')
      for (const odd of [
        get('Content-Length: 4\r\n', 'leaf'),
        get('Transfer-Encoding: chunked\r\n', '4\r\nleaf\r\n0\r\n\r\n'),
        get('Content-Type: multipart/form-data; boundary=x\r\n'),
        get('Expect: 100-continue\r\n'),
        get('Range: bytes=0-1\r\n'),
        'GET http://evil.test/icon.svg HTTP/1.1\r\nHost: x\r\n\r\n',
      ]) {
        const answers = await sent(odd + last)
        expect(answers.match(/HTTP\/1\.1 200 OK/g), odd).toHaveLength(2)
        expect(answers.match(/<svg\/>/g), odd).toHaveLength(2)
      }
      expect(await sent('GET /icon.svg HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 OK[^]*<svg\/>$/)
      expect(await sent('GET /icon.svg HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/)
    })

    test('keep nobody waiting when the app closes', async () => {
      const closing = await createApp({
        resources: journal.resources,
        rates: { on: false },
        trustProxy: 0,
        site: { render, files: null },
      })
      const address = await closing.listen({ host: '127.0.0.1', port: 0 })
      const { port } = new URL(address)
      let all = ''
      const socket = connectTo(Number(port), '127.0.0.1')
        .on('data', (part) => (all += String(part)))
        .on('error', () => {})
      const ended = new Promise((resolve) => socket.on('close', resolve))
      const get = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
      for (let time = 1; time < 4; time++) {
        get('/blog')
        await expect.poll(() => all.match(/ 200 OK/g)).toHaveLength(time)
      }
      let renderNow = () => {}
      render.mockImplementation(
        () => new Promise((resolve) => (renderNow = () => resolve(new Response('<!doctype html>slow', HTML)))),
      )
      get('/about')
      await expect.poll(() => render.mock.calls.length).toBe(2)
      const closed = closing.close()
      renderNow()
      await closed
      await ended
      expect(all).toContain('slow')
      expect(all.match(/ 200 OK/g)).toHaveLength(4)
    })

    test('keep their place among others on one connection', async () => {
      await finish('/blog', 'identity')
      const get = (path: string, end = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${end}\r\n`
      const all = await sent(
        `${get('/icon.svg')}${get('/about')}${get('/blog')}${get('/api/nothing')}${get('/blog', 'Connection: close\r\n')}`,
      )
      const seen = all.match(/<svg\/>|example\.org\/(?:about|blog)|Unknown API address/g)
      expect(seen).toEqual([
        '<svg/>',
        'example.org/about',
        'example.org/blog',
        'Unknown API address',
        'example.org/blog',
      ])
    })

    describe('while the database is away', () => {
      const away = async (shownMs?: number) => {
        const own = await open()
        const { id: article } = await anArticle(own.database)
        const admin = await aSignedIn(own, { role: 'admin' })
        app = await createApp({
          resources: own.resources,
          rates: { on: false },
          trustProxy: 0,
          site: { render, files: null },
          cacheLimits: { renewAfterMs: 60_000, othersSeconds: 60, ...(shownMs === undefined ? {} : { shownMs }) },
        })
        await app.listen({ host: '127.0.0.1', port: 0 })
        port = (app.server.address() as AddressInfo).port
        const seen = ['/blog', '/api/posts/published', `/api/posts/details/${article}`, '/feed.atom']
        for (const path of seen) await finish(path)
        const before = await Promise.all(seen.map((path) => ask(path, accepting(BROWSER))))
        await own.database.close()
        return { seen, before, admin, article }
      }
      afterEach(() => app.close())

      test('show readers what was last known to be current, marked, and nobody keeps it for longer', async () => {
        const { seen, before, article } = await away()
        for (const [at, path] of seen.entries()) {
          for (const found of [await ask(path, accepting(BROWSER)), await askFastify(path, accepting(BROWSER))]) {
            expect([found.status, found.bytes.equals(before[at]!.bytes)], path).toEqual([200, true])
            expect(found.headers).toEqual({
              ...before[at]!.headers,
              'cache-control': 'no-cache',
              age: expect.stringMatching(/^[0-9]$/),
              'cache-status': 'journal; hit; detail=database-away',
            })
          }
          const again = accepting(BROWSER, { 'if-none-match': String(before[at]!.headers.etag) })
          const unchanged = await ask(path, again)
          expect([unchanged.status, unchanged.headers.age, unchanged.bytes.length]).toEqual([304, '0', 0])
        }
        const ready = await ask('/api/health/ready')
        expect([ready.status, JSON.parse(ready.bytes.toString())]).toEqual([
          200,
          { status: 'degraded', checks: { database: 'away', files: 'ok' } },
        ])
        expect((await ask('/api/health')).status).toBe(503)
        // What nobody has asked for before cannot be known.
        for (const path of [`/blog/${article}.bib`, '/api/posts/published?page=2']) {
          const refused = await ask(path)
          expect([refused.status, refused.headers.age, refused.headers['cache-control']], path).toEqual([
            503,
            undefined,
            'no-store',
          ])
        }
      })

      test('show nothing of that to someone who is signed in', async () => {
        const { article, admin } = await away()
        const answer = await ask(`/api/posts/details/${article}`, admin)
        expect([answer.status, answer.headers.age]).toEqual([503, undefined])
      })

      test('show nothing any more after some minutes, and then the journal is not ready', async () => {
        const { seen } = await away(0)
        for (const path of seen.slice(1)) expect((await ask(path, accepting(BROWSER))).status, path).toBe(503)
        expect((await ask('/api/health/ready')).status).toBe(503)
      })
    })
  })
})
