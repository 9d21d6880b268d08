import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anArticle, aSignedIn, someArticles } from '../../../tests/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/databases.ts'
import { MOST_OF_A_PATH, PublicCache, type PublicAnswer } from './public-cache.ts'

const LIST = '/posts/published'
const accepting = (encoding: string, more: Record<string, string> = {}) => ({
  headers: { 'accept-encoding': encoding, ...more },
})

describe('a public answer', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeEach(async () => {
      journal = await open()
      await someArticles(journal.database, 3)
    })

    test('is the same, byte for byte, as long as nothing public changes', async () => {
      const [one, other] = [await journal.get(LIST), await journal.get(LIST)]
      expect(other.bytes.equals(one.bytes)).toBe(true)
      expect(other.headers.etag).toBe(one.headers.etag)
      expect(one.headers['cache-control']).toBe('no-cache')
    })

    test('is new as soon as something public has changed', async () => {
      const before = await journal.get(LIST)
      const { id } = await anArticle(journal.database)
      const after = await journal.get(LIST)
      expect(after.body.data[0].id).toBe(id)
      expect(after.headers.etag).not.toBe(before.headers.etag)
    })

    test('is made from what was kept, not from the database, until the version moves on', async () => {
      const before = await journal.get(LIST)
      // Written directly to the database, without incrementing the version.
      await journal.database.db.updateTable('articles').set({ title: 'Changed' }).execute()
      expect((await journal.get(LIST)).text).toBe(before.text)
      await anArticle(journal.database)
      expect((await journal.get(LIST)).text).toContain('Changed')
    })

    test('comes as Brotli, gzip or plain, as the caller takes it', async () => {
      const plain = await journal.get(LIST)
      expect(plain.headers['content-encoding']).toBeUndefined()
      const br = await journal.get(LIST, accepting('gzip, deflate, br, zstd'))
      expect(br.headers['content-encoding']).toBe('br')
      expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true)
      const gzip = await journal.get(LIST, accepting('gzip'))
      expect(gzip.headers['content-encoding']).toBe('gzip')
      expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true)
      for (const encoding of ['identity', 'br;q=0, gzip;q=0', 'zstd', 'BR;q=0']) {
        const answer = await journal.get(LIST, accepting(encoding))
        expect(answer.headers['content-encoding'], encoding).toBeUndefined()
        expect(answer.bytes.equals(plain.bytes)).toBe(true)
      }
      for (const answer of [plain, br, gzip]) expect(answer.headers.vary).toMatch(/accept-encoding/i)
      expect(new Set([plain, br, gzip].map((answer) => answer.headers.etag)).size).toBe(3)
    })

    test('is not sent again to those who have it', async () => {
      for (const encoding of ['br', 'gzip', 'identity']) {
        const { headers, bytes } = await journal.get(LIST, accepting(encoding))
        expect(bytes.length).toBeGreaterThan(0)
        for (const tags of [`${headers.etag}`, `W/${headers.etag}`, `"older", ${headers.etag}`, '*']) {
          const again = await journal.get(LIST, accepting(encoding, { 'if-none-match': tags }))
          expect(again.status).toBe(304)
          expect(again.bytes).toHaveLength(0)
          expect(again.headers.etag).toBe(headers.etag)
        }
        const older = await journal.get(LIST, accepting(encoding, { 'if-none-match': '"older"' }))
        expect(older.status).toBe(200)
      }
    })

    test('has a tag of its own encoding: Brotli bytes are not taken for gzip ones', async () => {
      const br = await journal.get(LIST, accepting('br'))
      const gzip = await journal.get(LIST, accepting('gzip', { 'if-none-match': String(br.headers.etag) }))
      expect(gzip.status).toBe(200)
    })

    test('to somebody signed in is neither kept nor taken from what is kept', async () => {
      const admin = await aSignedIn(journal, { role: 'admin' })
      const { id } = await anArticle(journal.database)
      const path = `/posts/details/${id}`
      const asAdmin = await journal.get(path, { as: admin })
      const asVisitor = await journal.get(path)
      const asAdminAgain = await journal.get(path, { as: admin, ...{ headers: { 'if-none-match': '*' } } })
      expect(asAdmin.body).toHaveProperty('comments')
      expect(asVisitor.body).not.toHaveProperty('comments')
      expect(asAdminAgain.status).toBe(200)
      expect(asAdminAgain.text).toBe(asAdmin.text)
      expect(asAdmin.headers.etag).toBeUndefined()
    })

    test('is one however its question is written', async () => {
      await journal.get(`${LIST}?page=2&limit=1`)
      await journal.get(LIST)
      // Written directly to the database: a page that is rendered again shows it.
      await journal.database.db.updateTable('articles').set({ title: 'Changed' }).execute()
      for (const query of ['page=2&limit=1', 'limit=1&page=2', 'page=02&limit=1', `page=${'0'.repeat(400)}2&limit=1`]) {
        expect((await journal.get(`${LIST}?${query}`)).text, query).not.toContain('Changed')
      }
      for (const query of ['', '?page=1', '?limit=6&page=0x1', '?page=%31']) {
        expect((await journal.get(`${LIST}${query}`)).text, query).not.toContain('Changed')
      }
    })

    test('beyond the last page is not kept', async () => {
      const beyond = `${LIST}?page=4000`
      const { category_id: categoryId } = await anArticle(journal.database)
      expect((await journal.get(beyond)).body.meta).toEqual({ page: 4000, totalPages: 1, totalItems: 4 })
      await journal.get(`/posts/category/${categoryId}/published?page=9`)
      await journal.database.db.updateTable('articles').set({ archived_at: new Date().toISOString() }).execute()
      expect((await journal.get(beyond)).body.meta.totalItems).toBe(0)
      expect((await journal.get(`/posts/category/${categoryId}/published?page=9`)).body.meta.totalItems).toBe(0)
    })

    test('that is a refusal is never kept', async () => {
      const { id } = await anArticle(journal.database, { state: 'pending' })
      const path = `/posts/details/${id}`
      const refused = await journal.get(path)
      expect(refused.status).toBe(404)
      expect(refused.headers['cache-control']).toBe('no-store')
      const at = new Date().toISOString()
      await journal.database.db
        .updateTable('articles')
        .set({ published_at: at, approved_at: at })
        .where('id', '=', id)
        .execute()
      expect((await journal.get(path)).status).toBe(200)
    })
  })
})

describe('what is kept', () => {
  const answer = (body: string): PublicAnswer => ({ status: 200, headers: { 'content-type': 'text/plain' }, body })

  test('is made once for all who ask at the same moment', async () => {
    const cache = new PublicCache()
    const make = vi.fn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 10))
      return answer('leaf')
    })
    const all = await Promise.all(Array.from({ length: 50 }, () => cache.answer(1, 'page /', make)))
    expect(make).toHaveBeenCalledTimes(1)
    expect(new Set(all).size).toBe(1)
  })

  test('is kept by version and by address', async () => {
    const cache = new PublicCache()
    const make = vi.fn(async () => answer('leaf'))
    for (const [version, key] of [
      [1, 'a'],
      [1, 'a'],
      [1, 'b'],
      [2, 'a'],
    ] as const) {
      await cache.answer(version, key, make)
    }
    expect(make).toHaveBeenCalledTimes(3)
  })

  test('is not a failure: the next one asks again', async () => {
    const cache = new PublicCache()
    await expect(cache.answer(1, 'a', async () => Promise.reject(new Error('no database')))).rejects.toThrow()
    const kept = await cache.answer(1, 'a', async () => answer('leaf'))
    expect(kept.bytes.identity.toString()).toBe('leaf')
  })

  test('does not grow beyond its room: what was used longest ago goes first', async () => {
    // Space for six answers of 500 bytes, which are not worth compressing: each counts once, plus its entry.
    const cache = new PublicCache(6 * 1_600)
    const leaf = 'x'.repeat(500)
    const make = vi.fn(async () => answer(leaf))
    for (const key of ['a', 'b', 'c', 'd', 'e']) await cache.answer(1, key, make)
    await cache.answer(1, 'a', make)
    expect(make).toHaveBeenCalledTimes(5)
    for (let key = 0; key < 5; key++) await cache.answer(1, `more ${key}`, make)
    make.mockClear()
    await cache.answer(1, 'a', make)
    expect(make).toHaveBeenCalledTimes(0)
    await cache.answer(1, 'b', make)
    expect(make).toHaveBeenCalledTimes(1)
  })

  test('counts whole: a small answer with a long name, or with long headers, takes their room too', async () => {
    const long = 'x'.repeat(10_000)
    const cases: [name: string, headers: Record<string, string>][] = [
      [long, {}],
      ['', { link: long }],
    ]
    for (const [name, headers] of cases) {
      const cache = new PublicCache(100_000)
      const make = vi.fn(async () => ({ status: 200, headers, body: '' }))
      for (let key = 0; key < 20; key++) await cache.answer(1, `${key}${name}`, make)
      await cache.answer(1, `0${name}`, make)
      expect(make).toHaveBeenCalledTimes(21)
    }
    const cache = new PublicCache(100_000)
    const make = vi.fn(async () => answer(''))
    for (let key = 0; key < 5_000; key++) await cache.answer(1, String(key), make)
    await cache.answer(1, '4000', make)
    expect(make).toHaveBeenCalledTimes(5_001)
  })

  test('is bounded for each path, however many questions are asked there, and leaves the other paths theirs', async () => {
    const cache = new PublicCache()
    const make = vi.fn(async () => answer('leaf'))
    const asked = (page: number) => cache.answer(1, `api /posts/published?page=${page}`, make)
    await cache.answer(1, 'page /blog', make)
    for (let page = 0; page < MOST_OF_A_PATH; page++) await asked(page)
    await asked(0)
    expect(make).toHaveBeenCalledTimes(1 + MOST_OF_A_PATH)
    for (let page = 1_000; page < 2_000 + MOST_OF_A_PATH; page++) await asked(page)
    make.mockClear()
    // The latest ones are cached, the earlier ones are not, and the page was never evicted.
    for (let page = 2_000; page < 2_000 + MOST_OF_A_PATH; page++) await asked(page)
    await cache.answer(1, 'page /blog', make)
    expect(make).toHaveBeenCalledTimes(0)
    await asked(0)
    await asked(1_999)
    expect(make).toHaveBeenCalledTimes(2)
  })

  test('of a path in an older version gives way to what is asked there now', async () => {
    const cache = new PublicCache()
    const make = vi.fn(async () => answer('leaf'))
    for (const version of [1, 2]) {
      for (let page = 0; page < MOST_OF_A_PATH; page++) await cache.answer(version, `page /blog?page=${page}`, make)
    }
    make.mockClear()
    await cache.answer(2, 'page /blog?page=0', make)
    expect(make).toHaveBeenCalledTimes(0)
    await cache.answer(1, `page /blog?page=${MOST_OF_A_PATH - 1}`, make)
    expect(make).toHaveBeenCalledTimes(1)
  })

  test('is not what its maker does not want kept', async () => {
    const cache = new PublicCache()
    const make = vi.fn(async () => ({ ...answer('leaf'), keep: false }))
    for (let time = 0; time < 2; time++) expect((await cache.answer(1, 'a', make)).status).toBe(200)
    expect(make).toHaveBeenCalledTimes(2)
  })

  test('and what is never made is refused to all who wait, and does not stand in the way of the next', async () => {
    const cache = new PublicCache(undefined, 20)
    let told: AbortSignal | undefined
    const never = vi.fn((signal: AbortSignal) => {
      told = signal
      return new Promise<PublicAnswer>(() => {})
    })
    const waiting = await Promise.allSettled([cache.answer(1, 'a', never), cache.answer(1, 'a', never)])
    for (const { status } of waiting) expect(status).toBe('rejected')
    expect(never).toHaveBeenCalledTimes(1)
    expect(told?.aborted).toBe(true)
    const kept = await cache.answer(1, 'a', async () => answer('leaf'))
    expect(kept.bytes.identity.toString()).toBe('leaf')
  })

  test('and what is made too late is not kept', async () => {
    const cache = new PublicCache(undefined, 20)
    const late = async () => {
      await new Promise((resolve) => setTimeout(resolve, 60))
      return answer('late')
    }
    await expect(cache.answer(1, 'a', late)).rejects.toThrow('taking too long')
    await new Promise((resolve) => setTimeout(resolve, 80))
    const kept = await cache.answer(1, 'a', async () => answer('leaf'))
    expect(kept.bytes.identity.toString()).toBe('leaf')
  })
})
