import type { IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { anArticle, aSignedIn, someArticles } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { createApp } from '../../app/app.ts'
import { namesTag } from './headers.ts'
import type { CachedAnswer, PublicAnswer } from './cached-answer.ts'
import { FIXED, MOST_OF_A_PATH, MOST_RENEWED, PublicCache, type CacheLimits } from './public-cache.ts'

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

    test('may be kept by a CDN only if the operator has said for how long', async () => {
      const app = await createApp({
        resources: journal.resources,
        rates: { on: false },
        trustProxy: 0,
        cacheLimits: { othersSeconds: 60 },
      })
      const cacheControl = async (url: string, headers: Record<string, string> = {}) =>
        (await app.inject({ url, headers })).headers['cache-control']
      const { id } = await anArticle(journal.database)
      const reader = await aSignedIn(journal)
      for (const url of [`/api${LIST}`, '/feed.atom', '/sitemap.xml']) {
        expect(await cacheControl(url), url).toBe('public, max-age=0, s-maxage=60')
      }
      // What differs for people who are signed in, what is theirs, and what is not there.
      for (const path of [LIST, `/posts/details/${id}`]) {
        expect(await cacheControl(`/api${path}`, reader.headers), path).not.toContain('s-maxage')
      }
      expect(await cacheControl('/api/posts/details/222222222222')).toBe('no-store')
      expect(await cacheControl('/api/auth/sessions', reader.headers)).toBe('private, no-store')
      await app.close()
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

    test('to someone signed in is neither kept nor taken from what is kept', async () => {
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
  const aCache = (limits: CacheLimits = {}) => new PublicCache({ readSiteVersion: () => 1, headers: {}, ...limits })
  const text = async (kept: CachedAnswer) => (await kept.form('identity')).bytes.toString()
  const answer = (body: string): PublicAnswer => ({ status: 200, headers: { 'content-type': 'text/plain' }, body })

  test('is made once for all who ask at the same moment', async () => {
    const cache = aCache()
    const make = vi.fn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 10))
      return answer('leaf')
    })
    const all = await Promise.all(Array.from({ length: 50 }, () => cache.answer(1, 'page /', make)))
    expect(make).toHaveBeenCalledTimes(1)
    expect(new Set(all).size).toBe(1)
  })

  test('is kept by address until the version moves, and what depends on the program alone for good', async () => {
    const cache = aCache()
    const make = vi.fn(async () => answer('leaf'))
    for (const [version, key, made] of [
      [FIXED, 'c', 1],
      [1, 'a', 2],
      [1, 'a', 2],
      [1, 'b', 3],
      [2, 'a', 4],
      [2, 'a', 4],
      // As after a backup has been restored.
      [1, 'a', 5],
      [FIXED, 'c', 5],
    ] as const) {
      await cache.answer(version, key, make)
      expect(make, `${version} ${key}`).toHaveBeenCalledTimes(made)
    }
  })

  test('is not what was made from before a change', async () => {
    const cache = aCache()
    const slow = async () => {
      await cache.answer(2, 'other', async () => answer('newer'))
      return answer('older')
    }
    expect(await text(await cache.answer(1, 'a', slow))).toBe('older')
    expect(await text(await cache.answer(2, 'a', async () => answer('newer')))).toBe('newer')
    expect(await text(await cache.answer(1, 'a', async () => answer('again')))).toBe('again')
  })

  test('is not a failure: the next one asks again', async () => {
    const cache = aCache()
    await expect(cache.answer(1, 'a', async () => Promise.reject(new Error('no database')))).rejects.toThrow()
    const kept = await cache.answer(1, 'a', async () => answer('leaf'))
    expect(await text(kept)).toBe('leaf')
  })

  test('does not grow beyond its room: what was used longest ago goes first', async () => {
    // Space for six answers of 500 bytes, each with what an entry takes.
    const cache = aCache({ maxBytes: 6 * 3_000 })
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
      const cache = aCache({ maxBytes: 100_000 })
      const make = vi.fn(async () => ({ status: 200, headers, body: '' }))
      for (let key = 0; key < 20; key++) await cache.answer(1, `${key}${name}`, make)
      await cache.answer(1, `0${name}`, make)
      expect(make).toHaveBeenCalledTimes(21)
    }
    const cache = aCache({ maxBytes: 100_000 })
    const make = vi.fn(async () => answer(''))
    for (let key = 0; key < 5_000; key++) await cache.answer(1, String(key), make)
    await cache.answer(1, '4000', make)
    expect(make).toHaveBeenCalledTimes(5_001)
  })

  test('is bounded for each path, however many questions are asked there, and leaves the other paths theirs', async () => {
    const cache = aCache()
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

  test('is not what its maker does not want kept', async () => {
    const cache = aCache()
    const make = vi.fn(async () => ({ ...answer('leaf'), keep: false }))
    for (let time = 0; time < 2; time++) expect((await cache.answer(1, 'a', make)).status).toBe(200)
    expect(make).toHaveBeenCalledTimes(2)
  })

  test('and what is never made is refused to all who wait, and does not stand in the way of the next', async () => {
    const cache = aCache({ patienceMs: 20 })
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
    expect(await text(kept)).toBe('leaf')
  })

  test('and what is made too late is not kept', async () => {
    const cache = aCache({ patienceMs: 20 })
    const late = async () => {
      await new Promise((resolve) => setTimeout(resolve, 60))
      return answer('late')
    }
    await expect(cache.answer(1, 'a', late)).rejects.toThrow('taking too long')
    await new Promise((resolve) => setTimeout(resolve, 80))
    const kept = await cache.answer(1, 'a', async () => answer('leaf'))
    expect(await text(kept)).toBe('leaf')
  })
})

describe('after a change', () => {
  const answer = (body: string): PublicAnswer => ({ status: 200, headers: { 'content-type': 'text/plain' }, body })
  const LONG = 'leaf '.repeat(500)
  let version = 1
  let cache: PublicCache
  let made: string[]
  const page = (key: string) => async () => {
    made.push(`${key} ${version}`)
    return answer(LONG + key + version)
  }
  const ask = (key: string) => cache.answer(version, key, page(key))
  const change = async () => {
    version++
    made = []
    await cache.lookForChange()
  }
  beforeEach(() => {
    version = 1
    made = []
    cache = new PublicCache({ readSiteVersion: () => version, headers: {}, renewAfterMs: 0 })
  })
  afterEach(() => cache.stop())

  test('what is asked for most is made again before anybody asks, and what was asked for once is not', async () => {
    for (const [key, times] of Object.entries({ once: 1, twice: 2, often: 5 })) {
      for (let time = 0; time < times; time++) await (await ask(key)).form('br')
    }
    cache.remember('/often', 'often')
    await change()
    await expect.poll(() => made).toEqual(['often 2', 'twice 2'])
    await ask('often')
    expect(made).toEqual(['often 2', 'twice 2'])
    // Found without routing again, and compressed as it is asked for.
    const found = await cache.finished({ url: '/often' } as IncomingMessage)
    await expect.poll(() => found?.answer.held('br')).toBeDefined()
  })

  test('what nobody asks for any more is forgotten', async () => {
    for (let time = 0; time < 4; time++) await ask('a')
    for (const expected of [['a 2'], ['a 3'], []]) {
      await change()
      await new Promise((resolve) => setTimeout(resolve, 30))
      await expect.poll(() => made).toEqual(expected)
    }
  })

  test('a reader who comes meanwhile gets what is new, made once', async () => {
    for (let time = 0; time < 3; time++) await ask('a')
    await change()
    const reader = await ask('a')
    expect((await reader.form('identity')).bytes.toString()).toContain('a2')
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(made).toEqual(['a 2'])
  })

  test('no more than the most used are made, and none for a version that has passed', async () => {
    for (let key = 0; key < 70; key++) for (let time = 0; time < 5; time++) await ask(`${key}`)
    await change()
    await expect.poll(() => made.length).toBeGreaterThan(2)
    await change()
    await expect.poll(() => made.length, { timeout: 10_000 }).toBe(MOST_RENEWED)
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(made).toHaveLength(MOST_RENEWED)
    expect(made.filter((each) => !each.endsWith(' 3'))).toEqual([])
  })

  test('what fails or never ends holds up neither the others nor the end', async () => {
    for (const key of ['fails', 'well', 'hangs']) {
      for (let time = key.length; time < 9; time++) {
        await cache.answer(version, key, async (signal) => {
          if (version === 1) return answer(LONG)
          if (key === 'fails') throw new Error('no database')
          if (key === 'hangs') return new Promise((_resolve, reject) => signal.addEventListener('abort', reject))
          return page(key)()
        })
      }
    }
    await change()
    await expect.poll(() => made).toEqual(['well 2'])
    expect((await ask('fails')).status).toBe(200)
    await cache.stop()
  })
})

describe('while the version cannot be read', () => {
  const away = () => Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
  const leaf: PublicAnswer = { status: 200, headers: { 'content-type': 'text/plain' }, body: 'leaf' }
  const request = () => ({ url: '/leaf' }) as IncomingMessage
  let read: () => number | Promise<number>
  const aCache = async (limits: CacheLimits = {}) => {
    read = () => Promise.resolve(1)
    const cache = new PublicCache({ readSiteVersion: () => read(), headers: {}, ...limits })
    await cache.answer(await cache.version(request()), 'page leaf', async () => leaf)
    cache.remember('/leaf', 'page leaf')
    return cache
  }

  test('it is taken to be the one before, until it is read again', async () => {
    const cache = await aCache()
    expect(cache.showsPages).toBe(true)
    for (const fail of [
      () => Promise.reject(away()),
      () => {
        throw away()
      },
    ]) {
      // prettier-ignore
      read = fail
      const asked = request()
      expect((await cache.finished(asked))?.key).toBe('page leaf')
      expect(cache.ageOf(asked)).toBe(0)
    }
    read = () => Promise.resolve(2)
    const asked = request()
    expect([await cache.finished(asked), cache.ageOf(asked)]).toEqual([undefined, undefined])
  })

  test('nobody waits long for a database that does not answer, and least when it is known to be away', async () => {
    const cache = await aCache()
    let answers = (_version: number) => {}
    const silent = new Promise<number>((resolve) => (answers = resolve))
    read = () => silent
    expect((await cache.finished(request()))?.key).toBe('page leaf')
    read = () => new Promise<number>(() => {})
    const many = Array.from({ length: 100 }, () => cache.finished(request()))
    expect((await Promise.all(many)).every((entry) => entry?.key === 'page leaf')).toBe(true)
    // An answer that came too late counts for those who ask next.
    answers(2)
    await silent
    expect(await cache.version(request())).toBe(2)
  })

  test('nothing is shown that was last known to be current too long ago, or if something else is wrong', async () => {
    const old = await aCache({ shownMs: 0 })
    read = () => Promise.reject(away())
    await expect(old.finished(request())).rejects.toThrow('gone')
    expect(old.showsPages).toBe(false)
    const cache = await aCache()
    read = () => Promise.reject(new Error('no such table'))
    await expect(cache.finished(request())).rejects.toThrow('no such table')
  })
})

describe('the bytes that are kept', () => {
  const leaf: PublicAnswer = {
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: Array.from({ length: 2_000 }, (_, at) => `<p>Leaf ${at * 7919}`).join(''),
  }
  let cache: PublicCache
  beforeEach(() => void (cache = new PublicCache({ readSiteVersion: () => 1, headers: {}, renewAfterMs: 0 })))
  afterEach(() => cache.stop())
  const ask = () => cache.answer(1, 'leaf', async () => leaf)

  test('are compressed lightly for the first reader and well from the second on, and remain the same page', async () => {
    const light = await (await ask()).form('br')
    const kept = await ask()
    await expect.poll(() => kept.held('br')?.bytes.length).toBeLessThan(light.bytes.length * 0.95)
    const strong = await kept.form('br')
    for (const { bytes } of [light, strong]) expect(brotliDecompressSync(bytes).toString()).toBe(leaf.body)
    // The light bytes are not the last of their name; a reader who has them need not load the page again.
    expect(light.etag).toBe(`W/${strong.etag}`)
    for (const [mine, theirs] of [
      [light, strong],
      [strong, light],
    ]) {
      expect(namesTag(mine!.etag, theirs!.etag!)).toBe(true)
    }
  })

  test('are only those that were asked for, in memory of their own', async () => {
    const kept = await ask()
    expect(kept.encodings).toEqual(['identity'])
    for (const encoding of ['br', 'gzip'] as const) {
      const { bytes } = await kept.form(encoding)
      expect(bytes.buffer.byteLength).toBe(bytes.length)
    }
    expect(kept.encodings.sort()).toEqual(['br', 'gzip'])
    expect((await kept.form('identity')).bytes.toString()).toBe(leaf.body)
    expect(kept.encodings.sort()).toEqual(['br', 'gzip'])
  })

  test('are made once for all who wait for them', async () => {
    const kept = await ask()
    const forms = await Promise.all(Array.from({ length: 20 }, (_, at) => kept.form(at % 2 ? 'br' : 'gzip')))
    expect(new Set(forms).size).toBe(2)
  })

  test('are found by a few URLs, however many lead there', async () => {
    await ask()
    const urls = Array.from({ length: 10_000 }, (_, at) => `/leaf?utm_source=${at}`)
    for (const url of urls) cache.remember(url, 'leaf')
    cache.remember(`/leaf?${'x'.repeat(1_000)}`, 'leaf')
    cache.remember('/none', 'none')
    const found = [...urls, `/leaf?${'x'.repeat(1_000)}`, '/none'].filter((url) =>
      cache.finished({ url } as IncomingMessage),
    )
    expect(found).toEqual(urls.slice(-4))
  })
})
