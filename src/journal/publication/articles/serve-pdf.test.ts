import { once } from 'node:events'
import { truncateSync } from 'node:fs'
import { get as httpGet, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { journal as identity } from '../../../../journal.config.ts'
import { aFile, anArticle, ARTICLE_STATES } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { createApp } from '../../../app/app.ts'
import type { StoredFile } from '../../../platform/storage/store.ts'

const BYTES = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(200_000, 'plant')])

eachDatabase((open) => {
  let journal: TestJournal
  let url: string
  let etag: string

  beforeAll(async () => {
    journal = await open()
    const pdf = await aFile(journal.database, { content: BYTES, store: journal.resources.store })
    const article = await anArticle(journal.database, { pdf, slug: 'root-growth' })
    url = `/blog/${article.id}.pdf`
    etag = `"${pdf.sha256}"`
  })
  const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    journal.app.inject({ method, url, headers })

  describe('the PDF of a public article', () => {
    test('comes whole', async () => {
      const answer = await get()
      expect(answer.statusCode).toBe(200)
      expect(answer.rawPayload.equals(BYTES)).toBe(true)
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(BYTES.length),
        'content-disposition': `inline; filename=${identity.abbreviation.toLowerCase()}-root-growth.pdf`,
        'accept-ranges': 'bytes',
        'cache-control': 'no-cache',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
        'x-content-type-options': 'nosniff',
        etag,
      })
    })

    test.each(['*', 'etag', 'weak', 'among others'])('is not sent again to those who have it: %s', async (how) => {
      const known = { '*': '*', etag, weak: `W/${etag}`, 'among others': `"x", ${etag}` }[how]!
      const answer = await get({ 'if-none-match': known })
      expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', etag])
    })

    test.each([
      ['bytes=0-8', 0, 8],
      ['bytes=70000-140000', 70_000, 140_000],
      ['bytes=-5', BYTES.length - 5, BYTES.length - 1],
      ['bytes=199999-', 199_999, BYTES.length - 1],
    ])('comes in part: %s', async (range, first, last) => {
      const answer = await get({ range })
      expect(answer.statusCode).toBe(206)
      expect(answer.headers['content-range']).toBe(`bytes ${first}-${last}/${BYTES.length}`)
      expect(answer.headers['content-length']).toBe(String(last - first + 1))
      expect(answer.rawPayload.equals(BYTES.subarray(first, last + 1))).toBe(true)
    })

    test('a range beyond the end is refused', async () => {
      const answer = await get({ range: 'bytes=999999-' })
      expect([answer.statusCode, answer.headers['content-range'], answer.body]).toEqual([
        416,
        `bytes */${BYTES.length}`,
        '',
      ])
    })

    test('a range of another version, or several ranges, is answered whole', async () => {
      expect((await get({ range: 'bytes=0-8', 'if-range': '"old"' })).statusCode).toBe(200)
      expect((await get({ range: 'bytes=0-8', 'if-range': etag })).statusCode).toBe(206)
      expect((await get({ range: 'bytes=0-8,10-12' })).statusCode).toBe(200)
    })

    test('HEAD tells its size without it', async () => {
      const answer = await get({ range: 'bytes=0-8' }, 'HEAD')
      expect([answer.statusCode, answer.headers['content-length'], answer.body]).toEqual([
        200,
        String(BYTES.length),
        '',
      ])
    })
  })

  describe('no PDF', () => {
    test.each(ARTICLE_STATES.filter((state) => state !== 'public'))('of an article that is %s', async (state) => {
      const pdf = await aFile(journal.database, { store: journal.resources.store })
      const { id } = await anArticle(journal.database, { state, pdf })
      const answer = await journal.app.inject(`/blog/${id}.pdf`)
      expect(answer.statusCode).toBe(404)
      expect(answer.headers).not.toHaveProperty('etag')
    })

    test('where the article has none', async () => {
      const { id } = await anArticle(journal.database)
      expect((await journal.app.inject(`/blog/${id}.pdf`)).statusCode).toBe(404)
    })
  })

  test('readers who leave half-way, or stop reading, leave no file open', async () => {
    const opened: { destroyed: boolean; closed: boolean }[] = []
    const { resources } = journal
    const large = await aFile(journal.database, { content: Buffer.alloc(8_000_000, 'plant'), store: resources.store })
    const { id } = await anArticle(journal.database, { pdf: large })
    const store = {
      ...resources.store,
      open: async (file: string): Promise<StoredFile | null> => {
        const found = await resources.store.open(file)
        if (!found) return null
        const read: StoredFile['read'] = (range) => {
          const body = found.read(range)
          opened.push(body)
          return body
        }
        return { ...found, read }
      },
    }
    const app = await createApp({ resources: { ...resources, store }, rates: { on: false }, trustProxy: 0 })
    await app.listen({ host: '127.0.0.1', port: 0 })
    try {
      const { port } = app.server.address() as AddressInfo
      const path = `/blog/${id}.pdf`
      for (const range of [{}, { range: 'bytes=10-7999990' }]) {
        const request = httpGet({ port, path, headers: range })
        const [response] = (await once(request, 'response')) as [IncomingMessage]
        await once(response, 'data')
        response.destroy()
        const stopped = (await once(httpGet({ port, path, headers: range }), 'response')) as [IncomingMessage]
        stopped[0].pause()
        await new Promise((resolve) => setTimeout(resolve, 20))
        expect(opened.at(-1)!.closed).toBe(false)
        stopped[0].destroy()
      }
      await expect.poll(() => opened.map(({ closed }) => closed)).toEqual([true, true, true, true])
    } finally {
      await app.close()
    }
  })

  test('a hundred readers at once get the same bytes', async () => {
    const { id } = await anArticle(journal.database, {
      pdf: await aFile(journal.database, { content: BYTES, store: journal.resources.store }),
    })
    const answers = await Promise.all(Array.from({ length: 100 }, () => journal.app.inject(`/blog/${id}.pdf`)))
    for (const answer of answers) expect(answer.rawPayload.equals(BYTES)).toBe(true)
  })

  test('a file that is cut while it is sent breaks off', async () => {
    const { resources, dataDir } = journal
    const content = Buffer.alloc(32_000_000, 'plant')
    const pdf = await aFile(journal.database, { content, store: resources.store })
    const { id } = await anArticle(journal.database, { pdf })
    const app = await createApp({ resources, rates: { on: false }, trustProxy: 0 })
    await app.listen({ host: '127.0.0.1', port: 0 })
    try {
      const { port } = app.server.address() as AddressInfo
      const [response] = (await once(httpGet({ port, path: `/blog/${id}.pdf` }), 'response')) as [IncomingMessage]
      truncateSync(join(dataDir, 'files', pdf.id.slice(0, 2), pdf.id), 1000)
      const received = async () => {
        for await (const _part of response);
      }
      await expect(received()).rejects.toThrow('aborted')
    } finally {
      await app.close()
    }
  })

  test('the page of the article is still a page', async () => {
    const render = async (request: Request) => new Response(`page ${new URL(request.url).pathname}`)
    const app = await createApp({
      resources: journal.resources,
      rates: { on: false },
      trustProxy: 0,
      site: { render, files: null },
    })
    for (const path of ['/blog', '/blog/abc', '/blog/abc.doc', '/blog/abc.pdfs', '/blog/abc.pdf/more']) {
      expect((await app.inject(path)).body).toBe(`page ${path}`)
    }
    expect((await app.inject(url)).headers['content-type']).toBe('application/pdf')
    await app.close()
  })
})
