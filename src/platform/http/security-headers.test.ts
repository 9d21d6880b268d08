import { afterEach, describe, expect, test } from 'vitest'
import { openTestJournal, type TestJournal } from '../../../tests/support/databases.ts'
import { createApp } from '../../app/app.ts'
import { pagePolicy } from './security-headers.ts'

const ADDRESSES = [
  ...['/', '/nothing', '/blog.data', '/blog/no%00id', '/%zz', '/feed.atom', '/sitemap.xml', '/files/none/a.pdf'],
  ...['/api/posts/published', '/api/users/me', '/api/nothing', '/api/docs', '/api/health', '/x'.repeat(3_000)],
]

describe('every answer, whatever is asked for', () => {
  let journal: TestJournal
  afterEach(() => journal.close())

  const ask = async (publicUrl: string) => {
    journal = await openTestJournal('sqlite', { publicUrl })
    const html = { headers: { 'content-type': 'text/html; charset=utf-8' } }
    const render = async () => new Response('<!doctype html><title>Leaf</title>', html)
    const app = await createApp({
      resources: journal.resources,
      rates: { on: false },
      trustProxy: 0,
      site: { render, files: null },
    })
    const answers = await Promise.all(ADDRESSES.map(async (url) => [url, (await app.inject({ url })).headers] as const))
    await app.close()
    return answers
  }

  test('says that it is not to be framed, sniffed or opened by others', async () => {
    for (const [url, headers] of await ask('https://journal.example.org')) {
      expect(headers, url.slice(0, 40)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'strict-transport-security': 'max-age=31536000',
      })
      const policy = String(headers['content-security-policy'])
      expect(policy, url).toMatch(/^default-src 'none';/)
      expect(policy, url).toContain("base-uri 'none'")
      expect(policy, url).toContain("frame-ancestors 'none'")
      expect(policy, url).not.toMatch(/unsafe-|\*/)
    }
  })

  test('asks for HTTPS only where the journal has it', async () => {
    for (const [url, headers] of await ask('http://127.0.0.1:3000')) {
      expect(headers['strict-transport-security'], url.slice(0, 40)).toBeUndefined()
    }
  })
})

test('a page loads nothing but pictures from elsewhere', () => {
  const elsewhere = pagePolicy()
    .split('; ')
    .filter((directive) => !/ '(?:self|none)'$/.test(directive))
  expect(elsewhere).toEqual(["img-src 'self' data: https: http:"])
})
