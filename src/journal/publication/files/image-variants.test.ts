import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { aFile, anArticle, aSignedIn, type ArticleOptions, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aPicture } from '../../../../tests/support/png.ts'
import { siteVersion } from '../../../platform/database/site-version.ts'
import { makeDueVariants, queueVariants } from './image-variants.ts'
import type { EncodedImage } from './encode.ts'
import type { FileResources } from './resources.ts'
import { sweepFiles } from './sweep.ts'

const PICTURE = aPicture(700, 350)

eachDatabase((open) => {
  let journal: TestJournal
  let author: SignedIn

  beforeEach(async () => {
    journal ??= await open()
    author ??= await aSignedIn(journal)
    journal.logged.length = 0
    await journal.database.db.deleteFrom('jobs').execute()
  })

  async function anIllustrated(options: ArticleOptions = {}, content: Buffer = PICTURE) {
    const { database, resources } = journal
    const image = await aFile(database, {
      ...{ name: 'pod.png', mediaType: 'image/png', content, store: resources.store, owner: author.user },
    })
    const article = await anArticle(database, { submitter: author.user, image, ...options })
    await database.transaction((tx) => queueVariants(tx, image.id))
    return { image, article, url: `/images/${image.id}/640.avif` }
  }

  const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    journal.app.inject({ method, url, headers })
  const due = () => journal.database.db.selectFrom('jobs').selectAll().where('kind', '=', 'pictures').execute()
  const rowsOf = ({ id }: { id: string }) =>
    journal.database.db.selectFrom('image_variants').selectAll().where('file_id', '=', id).execute()
  const pathOf = (id: string) => join(journal.dataDir, 'files', id.slice(0, 2), id)
  const encoding = (encodeImage: FileResources['uploads']['encodeImage']): FileResources => ({
    ...journal.resources,
    uploads: { ...journal.resources.uploads, encodeImage },
  })
  const copyOf = (content: string): EncodedImage => ({
    size: { width: 400, height: 300 },
    variants: (['avif', 'webp'] as const).map((format) => ({ width: 320, format, content: Buffer.from(content) })),
  })

  describe('the copies of a public image', () => {
    test('are sent in their type, and the article knows its size', async () => {
      const { article, image } = await anIllustrated()
      const version = await siteVersion(journal.database.db)
      expect((await journal.get(`/posts/details/${article.id}`)).body.imageSize).toBeNull()
      expect(await makeDueVariants(journal.resources)).toBe(1)
      expect(await siteVersion(journal.database.db)).toBe(version + 1)
      expect((await journal.get(`/posts/details/${article.id}`)).body.imageSize).toEqual({
        width: 700,
        height: 350,
      })
      for (const [name, type] of [
        ['320.avif', 'image/avif'],
        ['640.webp', 'image/webp'],
      ]) {
        const answer = await ask(`/images/${image.id}/${name}`)
        expect(answer.statusCode).toBe(200)
        expect(answer.headers).toMatchObject({
          'content-type': type,
          'content-length': String(answer.rawPayload.length),
          'cache-control': 'private, max-age=3600',
          'content-security-policy': "default-src 'none'; sandbox",
        })
        const head = await ask(`/images/${image.id}/${name}`, {}, 'HEAD')
        expect([head.headers['content-length'], head.body]).toEqual([answer.headers['content-length'], ''])
        const known = await ask(`/images/${image.id}/${name}`, { 'if-none-match': String(answer.headers.etag) })
        expect([known.statusCode, known.body]).toEqual([304, ''])
      }
      expect(await due()).toEqual([])
      expect(await makeDueVariants(journal.resources)).toBe(0)
    })

    test('are the image itself until they are made, and where it is smaller', async () => {
      const { image, url } = await anIllustrated()
      const early = await ask(url)
      expect([early.headers['content-type'], early.headers['cache-control']]).toEqual([
        'image/png',
        'private, no-store',
      ])
      expect(early.rawPayload.equals(PICTURE)).toBe(true)
      await makeDueVariants(journal.resources)
      expect((await ask(url)).headers['content-type']).toBe('image/avif')
      expect((await ask(`/images/${image.id}/1280.avif`)).headers['content-type']).toBe('image/png')
    })

    test.each(['641.avif', '0640.avif', '640.png', '640.avif/x', '%36%34%30.avif2', '640', ''])(
      'have no other address: %s',
      async (name) => {
        const { image } = await anIllustrated()
        expect((await ask(`/images/${image.id}/${name}`)).statusCode).toBe(404)
      },
    )

    test('are of images only', async () => {
      const pdf = await aFile(journal.database, { owner: author.user, store: journal.resources.store })
      expect((await ask(`/images/${pdf.id}/640.avif`, author.headers)).statusCode).toBe(404)
      expect((await ask('/images/bcdfghjkmnpq/640.avif', author.headers)).statusCode).toBe(404)
    })
  })

  describe('the copies of an image that is not public', () => {
    test('are for those who may read the image, and nobody keeps them', async () => {
      const { image, url, article } = await anIllustrated({ state: 'pending' })
      const version = await siteVersion(journal.database.db)
      await makeDueVariants(journal.resources)
      expect(await siteVersion(journal.database.db)).toBe(version)
      const stranger = await aSignedIn(journal)
      expect((await ask(url)).statusCode).toBe(404)
      expect((await ask(url, stranger.headers)).statusCode).toBe(404)
      expect((await ask(`${url}?key=x`)).statusCode).toBe(404)
      const other = await aFile(journal.database, { owner: author.user })
      const wrong = await journal.resources.fileLinks.make(other.id)
      expect((await ask(`${url}?key=${wrong}`)).statusCode).toBe(404)
      const key = await journal.resources.fileLinks.make(image.id)
      for (const answer of [await ask(url, author.headers), await ask(`${url}?key=${key}`)]) {
        expect(answer.statusCode).toBe(200)
        expect(answer.headers).toMatchObject({ 'content-type': 'image/avif', 'cache-control': 'private, no-store' })
      }
      const mine = await journal.get('/posts/my-posts', { as: author })
      const own = mine.body.data.find(({ id }: { id: string }) => id === article.id)
      expect(own.imageSize).toEqual({ width: 700, height: 350 })
    })

    test('are hidden again with their article', async () => {
      const { article, url } = await anIllustrated()
      await makeDueVariants(journal.resources)
      expect((await ask(url)).statusCode).toBe(200)
      await journal.database.db
        .updateTable('articles')
        .set({ archived_at: new Date().toISOString() })
        .where('id', '=', article.id)
        .execute()
      expect((await ask(url)).statusCode).toBe(404)
    })
  })

  describe('on a bad day', () => {
    test('an image that cannot be read is tried three times, and is sent as it is', async () => {
      const { image, url, article } = await anIllustrated(
        {},
        Buffer.concat([PICTURE.subarray(0, 60), Buffer.alloc(99)]),
      )
      for (let attempt = 1; attempt <= 4; attempt++) {
        expect(await makeDueVariants(journal.resources)).toBe(0)
        expect((await due())[0]!.attempts).toBe(Math.min(attempt, 3))
        await journal.database.db.updateTable('jobs').set({ run_after: '2026-01-01T00:00:00.000Z' }).execute()
      }
      expect((await ask(url)).headers['content-type']).toBe('image/png')
      expect((await journal.get(`/posts/details/${article.id}`)).body.imageSize).toBeNull()
      expect(await rowsOf(image)).toEqual([])
    })

    test('one bad image does not keep the others waiting', async () => {
      await anIllustrated({}, Buffer.from('not a picture'))
      const { image } = await anIllustrated()
      await anIllustrated({}, Buffer.from('nor this'))
      expect(await makeDueVariants(journal.resources)).toBe(1)
      expect(await rowsOf(image)).toHaveLength(4)
    })

    test('two processes share the work', async () => {
      await anIllustrated()
      await anIllustrated()
      let begun = 0
      const resources = encoding(async () => {
        begun++
        return copyOf('copy')
      })
      const made = await Promise.all([makeDueVariants(resources), makeDueVariants(resources)])
      expect([made[0] + made[1], begun]).toEqual([2, 2])
    })

    test.each([
      ['missing', (path: string) => rmSync(path)],
      ['damaged', (path: string) => writeFileSync(path, 'weeds')],
    ])('a copy that is %s is made again, and the image is sent meanwhile', async (_how, damage) => {
      const { image, url } = await anIllustrated()
      await makeDueVariants(journal.resources)
      const before = await rowsOf(image)
      damage(pathOf(before.find(({ width, media_type }) => width === 640 && media_type === 'image/avif')!.id))
      const answer = await ask(url)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
      for (const { id } of before) expect(await journal.resources.store.open(id)).toBeNull()
      expect(await makeDueVariants(journal.resources)).toBe(1)
      expect((await ask(url)).headers['content-type']).toBe('image/avif')
    })

    test('a copy that cannot be read at the moment stays, and the image is sent', async () => {
      const { image, url } = await anIllustrated()
      await makeDueVariants(journal.resources)
      const before = await rowsOf(image)
      for (const { id } of before) {
        rmSync(pathOf(id))
        // Opening it fails, but not because it is missing.
        symlinkSync(pathOf(id), pathOf(id))
      }
      const answer = await ask(url)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
      expect(await rowsOf(image)).toEqual(before)
      expect(await due()).toEqual([])
      expect(journal.logged.join()).toContain('a copy of an image could not be read')
      journal.logged.length = 0
    })

    test('an image that is deleted meanwhile leaves nothing behind', async () => {
      const { image, article } = await anIllustrated()
      const kept: string[] = []
      const { store } = journal.resources
      const resources = {
        ...encoding(async () => {
          await journal.database.db.deleteFrom('articles').where('id', '=', article.id).execute()
          await journal.database.db.deleteFrom('files').where('id', '=', image.id).execute()
          return copyOf('copy')
        }),
        store: { ...store, keep: (id: string, content: Uint8Array) => (kept.push(id), store.keep(id, content)) },
      }
      expect(await makeDueVariants(resources)).toBe(0)
      expect(kept).toHaveLength(2)
      for (const id of kept) expect(await store.open(id)).toBeNull()
    })

    test('on a disk that is nearly full none is begun', async () => {
      const { image } = await anIllustrated()
      const uploads = { ...journal.resources.uploads, spareBytes: Number.MAX_SAFE_INTEGER }
      expect(await makeDueVariants({ ...journal.resources, uploads })).toBe(0)
      expect((await due()).map(({ subject, attempts }) => [subject, attempts])).toEqual([[image.id, 0]])
    })
  })

  test('copies are removed with their image', async () => {
    const { image, article } = await anIllustrated()
    await makeDueVariants(journal.resources)
    const rows = await rowsOf(image)
    await sweepFiles(journal.resources)
    expect(await rowsOf(image)).toEqual(rows)
    await journal.database.db.deleteFrom('articles').where('id', '=', article.id).execute()
    await sweepFiles(journal.resources)
    expect(await rowsOf(image)).toEqual([])
    for (const { id } of [image, ...rows]) expect(await journal.resources.store.open(id)).toBeNull()
  })
})
