import { createHash } from 'node:crypto'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { anArticle, aSignedIn } from '../../../tests/support/builders.ts'
import { openTestJournal, type TestJournal } from '../../../tests/support/databases.ts'
import { createApp } from '../../app/app.ts'
import { newId } from '../ids.ts'
import type { RenderPage } from './mount-pages.ts'

const HTML = { headers: { 'content-type': 'text/html; charset=utf-8' } }

/** A stub of the built site, to see which requests reach it and how its output is used. */
describe('pages', () => {
  let journal: TestJournal
  let app: FastifyInstance
  const render = vi.fn<RenderPage>()
  const anApp = (limits = false) =>
    createApp({
      resources: journal.resources,
      rates: { on: limits },
      trustProxy: 0,
      site: { render, files: null },
      // What is made again in the background would count as asked for.
      cacheLimits: { renewAfterMs: 60_000 },
    })
  const page = (path: string, headers: Record<string, string> = {}) => app.inject({ url: path, headers })
  /** Over a real connection, which sends the URL unmodified. */
  const raw = (path: string) =>
    new Promise<{ status: number; location: string }>((resolve, reject) => {
      const { port } = app.server.address() as AddressInfo
      request({ host: '127.0.0.1', port, path, agent: false }, (answer) => {
        const { statusCode, headers } = answer
        answer.resume().on('end', () => resolve({ status: statusCode!, location: headers.location ?? '/' }))
      })
        .on('error', reject)
        .end()
    })
  const rendered = () => render.mock.calls.map(([request]) => request.url)

  beforeAll(async () => {
    journal = await openTestJournal('sqlite', { publicUrl: 'https://journal.example.org' })
    app = await anApp()
    await app.listen({ host: '127.0.0.1', port: 0 })
  })
  beforeEach(async () => {
    // A new version, so that nothing cached by another test is used.
    await anArticle(journal.database)
    render.mockReset()
    render.mockImplementation(async () => new Response('<!doctype html><title>Leaf</title>', HTML))
  })
  afterAll(async () => {
    await app.close()
    await journal.close()
  })

  describe('that fail are logged once', () => {
    beforeEach(() => void journal.logged.splice(0))
    const lines = () => journal.logged.map((line) => (JSON.parse(line) as { msg: string }).msg)

    test('when a call failed, whose answer is plain data', async () => {
      render.mockImplementation(async (_request, { send }) => {
        const answer = await send('articles', 'nothing', {})
        expect(answer).toEqual({
          status: 500,
          body: { statusCode: 500, error: 'Internal Server Error', message: 'Something went wrong' },
        })
        return new Response('', { ...HTML, status: answer.status })
      })
      expect((await page('/blog')).statusCode).toBe(500)
      expect(lines()).toEqual(['page data: articles.nothing failed'])
    })

    test('when the site reports that rendering failed, and when it gives up', async () => {
      render.mockImplementationOnce(async (_request, { onError }) => {
        onError(new Error('a component threw'))
        return new Response('Unexpected Server Error', { status: 500 })
      })
      expect((await page('/blog')).statusCode).toBe(500)
      render.mockRejectedValueOnce(new Error('no page at all'))
      expect((await page('/about')).statusCode).toBe(500)
      expect(lines()).toEqual(['page could not be rendered', 'page could not be rendered'])
    })

    test('but not a refusal, which is an answer', async () => {
      render.mockImplementation(async (_request, { send }) => {
        const { status } = await send('articles', 'details', { id: newId() })
        return new Response('', { ...HTML, status })
      })
      expect((await page('/blog/x')).statusCode).toBe(404)
      expect(lines()).toEqual([])
    })
  })

  test('of removed articles are rendered once too, also for who follows a link to the PDF', async () => {
    const { id: removed } = await anArticle(journal.database)
    const unknown = newId()
    const admin = await aSignedIn(journal, { role: 'admin' })
    expect((await journal.send('DELETE', `/posts/delete/${removed}`, undefined, { as: admin })).status).toBe(200)
    const shows = (status: number) => render.mockImplementation(async () => new Response('', { ...HTML, status }))
    shows(410)
    for (const address of [`/blog/${removed}`, `/blog/${removed}?x`, `/blog/${removed}.pdf`, `/blog/${removed}.pdf`]) {
      const answer = await page(address, { accept: 'text/html' })
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([410, 'no-store'])
    }
    expect(render).toHaveBeenCalledTimes(1)
    // There are infinitely many URLs that never existed: their pages are not cached.
    shows(404)
    for (let time = 0; time < 2; time++) expect((await page(`/blog/${unknown}`)).statusCode).toBe(404)
    expect(render).toHaveBeenCalledTimes(3)
  })

  test('are rendered once, for their path and page number alone', async () => {
    const spellings = [
      'page=2',
      'page=02',
      'page=2&utm_source=mail',
      'x=1&page=2',
      'page=2#top',
      'page=2&page=3',
      'p%61ge=%32',
    ]
    for (const address of spellings.map((query) => `/blog?${query}`)) {
      expect((await page(address)).statusCode).toBe(200)
    }
    expect(rendered()).toEqual(['https://journal.example.org/blog?page=2'])
  })

  test('are the same for someone signed in, and never read a token', async () => {
    await page('/blog')
    const signedIn = await page('/blog', { authorization: 'Bearer x', cookie: 'session=1' })
    expect(signedIn.statusCode).toBe(200)
    expect(render).toHaveBeenCalledTimes(1)
    expect([...render.mock.calls[0]![0].headers.keys()]).toEqual([])
  })

  test('have their address from the settings, whatever the request claims', async () => {
    await page('/about', { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' })
    expect(rendered()).toEqual(['https://journal.example.org/about'])
  })

  test.each([
    ...[
      '//',
      '///',
      '//evil.test/x',
      '/.//evil.test/x',
      '/\\evil.test',
      '/a//b',
      '/../../etc/passwd',
      '/%2e%2e/%2e%2e/x',
    ],
    ...[
      '//evil.test',
      '//evil.test/',
      '/\\\\evil.test/',
      '/%5Cevil.test/',
      '/%2F%2Fevil.test/',
      '/%00',
      '/%ff',
      '/a?page=1e400',
      '/[',
      '/?%',
      'http://evil.test/x',
      'http://[',
      '*',
      'evil',
    ],
  ])('at the odd address %s never fail, and never come from or lead elsewhere', async (address) => {
    const { status, location } = await raw(address)
    expect(status).toBeLessThan(500)
    expect(location).toMatch(/^\/(?![/\\])/)
    for (const url of rendered()) expect(new URL(url).origin).toBe('https://journal.example.org')
  })

  test('that are redirects keep their target', async () => {
    render.mockResolvedValueOnce(new Response(null, { status: 302, headers: { location: '/' } }))
    const answer = await page('/d')
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/'])
  })

  test('that are not there are answered 404 and not kept', async () => {
    render.mockImplementation(async () => new Response('<!doctype html>none', { ...HTML, status: 404 }))
    expect((await page('/nothing')).statusCode).toBe(404)
    expect((await page('/nothing')).headers['cache-control']).toBe('no-store')
    expect(render).toHaveBeenCalledTimes(2)
  })

  test('that are not there are counted, and those that have ended are not', async () => {
    const { missedAddresses, database } = journal.resources
    missedAddresses.take()
    await database.db
      .insertInto('redirects')
      .values({ from_path: '/pages/ended', to_path: '', created_at: '2026-01-01T00:00:00.000Z', subject: null })
      .execute()
    render.mockImplementation(async () => new Response('<!doctype html>none', { ...HTML, status: 404 }))
    const answers = [await page('/nothing'), await page('/pages/ended'), await page('/blog/3f9k2m8x7w4q')]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 410, 404])
    expect(missedAddresses.take()).toEqual([['/nothing', 1]])
  })

  test('that fail in rendering say so without a word of the inside', async () => {
    render.mockRejectedValue(new Error('secret: /srv/journal/src/web/root.tsx:1'))
    const answer = await page('/blog')
    expect(answer.statusCode).toBe(500)
    expect(answer.headers['content-type']).toMatch(/^text\/html/)
    expect(answer.body).toContain('Something went wrong')
    expect(answer.body).not.toMatch(/secret|root\.tsx/)
  })

  test('run no script but those that carry the nonce of their rendering', async () => {
    const [own, foreign] = ['document.documentElement.dataset.x = 1', 'alert(1)']
    render.mockImplementation(
      async (_request, { nonce }) =>
        new Response(
          `<script nonce="${nonce}">${own}</script><script nonce="${nonce}" type="module" src="/assets/a.js"></script>
           <script>${foreign}</script><script nonce="">${foreign}</script><script nonce="guessed">${foreign}</script>
           <script type="application/ld+json">{"a":1}</script><link nonce="${nonce}" href="/a.css">`,
          HTML,
        ),
    )
    const answer = await page('/')
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe-|nonce-/)
    expect(policy.match(/'sha256-[^']+'/g)).toEqual([`'sha256-${createHash('sha256').update(own).digest('base64')}'`])
    // A cached page is sent to many readers, so it must not contain the nonce.
    expect(answer.body).toContain(`<script>${own}</script>`)
    expect(answer.body).toContain('<link href="/a.css">')
    expect(answer.headers['strict-transport-security']).toBeDefined()
  })

  test('each have a nonce of their own', async () => {
    await page('/')
    await page('/about')
    const nonces = render.mock.calls.map(([, { nonce }]) => nonce)
    expect(new Set(nonces).size).toBe(2)
    for (const nonce of nonces) expect(nonce.length).toBeGreaterThanOrEqual(22)
  })

  test.each(['/blog.data', '/_root.data', '/_.data', '/blog/x.data', '/x/_.data', '/a%2Edata', '/a.d%61ta', '/A.DATA'])(
    'have no data addresses: %s is not answered by the renderer, in no spelling',
    async (address) => {
      for (const spelling of [address, `${address}/`, `/${address}`, `${address}?_routes=root`, `${address}?index`]) {
        const answer = await page(spelling)
        expect(answer.statusCode, spelling).toBe(404)
        expect(answer.headers['content-security-policy'], spelling).not.toContain('script-src')
      }
      expect(render).not.toHaveBeenCalled()
    },
  )

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    'are only read: %s is not answered',
    async (method) => {
      for (const url of ['/blog', '/blog.data', '/']) {
        const answer = await app.inject({ method, url, payload: method === 'OPTIONS' ? '' : {} })
        expect(answer.statusCode).toBe(404)
        expect(answer.headers['content-type']).toMatch(/^application\/json/)
      }
      expect(render).not.toHaveBeenCalled()
    },
  )

  test('are HTML; what the renderer answers otherwise keeps its type, and no script of it is trusted', async () => {
    for (const type of ['text/x-script', 'text/plain; charset=utf-8', 'application/json', 'image/svg+xml']) {
      await anArticle(journal.database)
      render.mockImplementation(
        async (_request, { nonce }) =>
          new Response(`<script nonce="${nonce}">alert(1)</script>`, { headers: { 'content-type': type } }),
      )
      const answer = await page('/blog')
      expect(answer.headers['content-type']).toBe(type)
      expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'(?!.*script-src)/)
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
    }
  })

  test('that the renderer gives up on say so', async () => {
    render.mockImplementation(async () => new Response(null, { status: 500 }))
    const answer = await page('/blog')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
    expect(answer.body).toContain('Something went wrong')
  })

  test('whose rendering never ends are refused in time, and rendered again for the next', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let signal: AbortSignal | undefined
      render.mockImplementation((request) => {
        signal = request.signal
        return new Promise(() => {})
      })
      const [first, second] = [page('/blog'), page('/blog')]
      await expect.poll(() => render.mock.calls.length).toBe(1)
      await vi.advanceTimersByTimeAsync(20_000)
      for (const answer of [await first, await second]) {
        expect(answer.statusCode).toBe(503)
        expect(answer.headers['retry-after']).toBe('5')
        expect(answer.headers['content-type']).toMatch(/^text\/html/)
        expect(answer.body).toContain('Please try again in a moment.')
      }
      expect(signal?.aborted).toBe(true)
    } finally {
      vi.useRealTimers()
    }
    render.mockImplementation(async () => new Response('<!doctype html><title>Leaf</title>', HTML))
    expect((await page('/blog')).statusCode).toBe(200)
  })

  describe('have one address', () => {
    test.each([
      ['/blog/', '/blog'],
      ['//blog', '/blog'],
      ['/BLOG', '/blog'],
      ['/%62log?page=2&x=1', '/blog?page=2&x=1'],
      ['/Login/?next=%2Fadmin', '/login?next=%2Fadmin'],
      ['//evil.test/x', '/evil.test/x'],
      ['/a%2Fb/', '/a%2Fb'],
      ['/x%0d%0aset-cookie:a=b', '/x%0D%0Aset-cookie%3Aa%3Db'],
    ])('%s leads to %s', async (spelling, address) => {
      const answer = await page(spelling)
      expect([answer.statusCode, answer.headers.location]).toEqual([301, address])
      expect(Object.keys(answer.headers)).not.toContain('set-cookie')
      const target = await page(address)
      expect(target.statusCode).toBe(200)
    })

    test('a page that moved leads to its new address with the whole query', async () => {
      const moved = { status: 301, headers: { location: '/new' } }
      render.mockImplementation(async () => new Response(null, moved))
      const answer = await page('/old?kind=minor&q=a%26b')
      expect([answer.statusCode, answer.headers.location]).toEqual([301, '/new?kind=minor&q=a%26b'])
    })

    test('and where there is no page, other spellings are not there either', async () => {
      render.mockImplementation(async () => new Response('none', { ...HTML, status: 404 }))
      expect((await page('/assets/Gone-AbC.js')).statusCode).toBe(404)
    })
  })

  describe('are kept under what they depend on', () => {
    beforeEach(() => {
      render.mockImplementation(async (request, { send }) => {
        const number = Number(new URL(request.url).searchParams.get('page') ?? 1)
        const { body } = await send('articles', 'published', { page: number, limit: 1 })
        const { data } = body as { data: { title: string }[] }
        return new Response(`<!doctype html><title>${data[0]?.title ?? 'none'}</title>`, HTML)
      })
    })

    test('however the number of a page is written', async () => {
      for (const number of ['2', '02', '2.0', '%32', '2&page=3', '0x2', '2e0', '+2']) await page(`/blog?page=${number}`)
      expect(rendered()).toEqual(['https://journal.example.org/blog?page=2'])
    })

    test('and nothing else: a page without numbers ignores them', async () => {
      for (let number = 1; number < 50; number++) await page(`/about?page=${number}`)
      await page('/admin?page=7&q=x')
      await page('/blog/some-id?q=x')
      expect(rendered()).toEqual(
        ['about', 'admin', 'blog/some-id'].map((path) => `https://journal.example.org/${path}`),
      )
    })

    test('and pages beyond the last are not kept at all', async () => {
      for (const number of [5000, 5000, 1, 1]) expect((await page(`/blog?page=${number}`)).statusCode).toBe(200)
      expect(render).toHaveBeenCalledTimes(3)
    })
  })

  describe('have a limit', () => {
    test('that a campus does not meet, and that says when to come again', async () => {
      const limited = await anApp(true)
      const first = await limited.inject('/blog')
      const limit = Number(first.headers['x-ratelimit-limit'])
      expect(limit).toBeGreaterThanOrEqual(1000)
      for (let count = 1; count < limit; count++) await limited.inject(count % 2 ? '/blog' : '/x.data')
      const refused = await limited.inject('/about')
      expect(refused.statusCode).toBe(429)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(refused.headers['content-type']).toMatch(/^text\/html/)
      expect(refused.body).toMatch(/Too many requests\. Please try again in/)
      // Other resources and other people are counted separately.
      expect((await limited.inject('/feed.atom')).statusCode).toBe(200)
      expect((await limited.inject({ url: '/about', remoteAddress: '192.0.2.9' })).statusCode).toBe(200)
      await limited.close()
    })

    test('and searches a lower one, in every spelling of their address', async () => {
      const limited = await anApp(true)
      const spellings = ['/search?q=a', '//Search/?q=b', '/%73earch', '/search']
      const limit = Number((await limited.inject('/search')).headers['x-ratelimit-limit'])
      expect(limit).toBeLessThan(500)
      for (let count = 1; count < limit; count++) await limited.inject(spellings[count % 4]!)
      for (const url of spellings) expect((await limited.inject(url)).statusCode, url).toBe(429)
      expect((await limited.inject('/blog')).statusCode).toBe(200)
      await limited.close()
    })

    test('as have feeds, sitemaps and citations', async () => {
      const limited = await anApp(true)
      const { id } = await anArticle(journal.database)
      for (const url of [
        '/feed.atom',
        '/sitemap.xml',
        '/robots.txt',
        `/blog/${id}.bib`,
        `/blog/${id}.ris`,
        `/blog/${id}.csl.json`,
        `/blog/${id}.xml`,
      ]) {
        const answer = await limited.inject(url)
        expect([answer.statusCode, answer.headers['x-ratelimit-limit']], url).toEqual([200, '1200'])
      }
      await limited.close()
    })
  })
})
