import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { anArticle } from '../../../tests/builders.ts'
import { openTestJournal, type TestJournal } from '../../../tests/databases.ts'
import { createApp } from '../app.ts'
import type { RenderPage } from './mount-pages.ts'

/** A site in place of the built one: what reaches it, and what becomes of what it says. */
describe('pages', () => {
  let journal: TestJournal
  let app: FastifyInstance
  const render = vi.fn<RenderPage>()
  const page = (path: string, headers: Record<string, string> = {}) => app.inject({ url: path, headers })
  /** Over a real connection: there the address is sent as it stands. */
  const statusOf = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const { port } = app.server.address() as AddressInfo
      request({ host: '127.0.0.1', port, path, agent: false }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode!))
      })
        .on('error', reject)
        .end()
    })
  const rendered = () => render.mock.calls.map(([request]) => request.url)

  beforeAll(async () => {
    journal = await openTestJournal('sqlite', { publicUrl: 'https://journal.example.org' })
    const site = { render, files: null }
    app = await createApp({ resources: journal.resources, rates: { on: false }, trustProxy: 0, site })
    await app.listen({ host: '127.0.0.1', port: 0 })
  })
  beforeEach(async () => {
    // A new version: nothing of an earlier story is kept.
    await anArticle(journal.database)
    render.mockReset()
    render.mockImplementation(async () => new Response('<!doctype html><title>Leaf</title>'))
  })
  afterAll(async () => {
    await app.close()
    await journal.close()
  })

  test('are rendered once, for their path and page number alone', async () => {
    for (const address of ['/blog?page=2', '/blog?page=2&utm_source=mail', '/blog?x=1&page=2', '/blog?page=2#top']) {
      expect((await page(address)).statusCode).toBe(200)
    }
    expect(rendered()).toEqual(['https://journal.example.org/blog?page=2'])
  })

  test('are the same for somebody signed in, and never read a token', async () => {
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
    ...['/%00', '/%ff', '/a?page=1e400', '/[', '/?%', 'http://evil.test/x', 'http://[', '*', 'evil'],
  ])('at the odd address %s never fail, and never come from elsewhere', async (address) => {
    expect(await statusOf(address)).toBeLessThan(500)
    for (const url of rendered()) expect(new URL(url).origin).toBe('https://journal.example.org')
  })

  test('that are redirects keep their target', async () => {
    render.mockResolvedValueOnce(new Response(null, { status: 302, headers: { location: '/' } }))
    const answer = await page('/d')
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/'])
  })

  test('that are not there are answered 404 and not kept', async () => {
    render.mockImplementation(async () => new Response('<!doctype html>none', { status: 404 }))
    expect((await page('/nothing')).statusCode).toBe(404)
    expect((await page('/nothing')).headers['cache-control']).toBe('no-store')
    expect(render).toHaveBeenCalledTimes(2)
  })

  test('that fail in rendering say so without a word of the inside', async () => {
    render.mockRejectedValue(new Error('secret: /srv/journal/src/web/root.tsx:1'))
    const answer = await page('/blog')
    expect(answer.statusCode).toBe(500)
    expect(answer.headers['content-type']).toMatch(/^text\/html/)
    expect(answer.body).toContain('Something went wrong')
    expect(answer.body).not.toMatch(/secret|root\.tsx/)
  })

  test('run no script but their own', async () => {
    const script = 'document.documentElement.dataset.x = 1'
    render.mockImplementation(
      async () =>
        new Response(
          `<script>${script}</script><script src="/assets/a.js"></script><script type="application/ld+json">{"a":1}</script>`,
        ),
    )
    const answer = await page('/')
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe-inline')
    expect(policy.match(/'sha256-/g)).toHaveLength(1)
    expect(answer.headers['strict-transport-security']).toBeDefined()
  })
})
