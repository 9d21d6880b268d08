import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openS3Server, type S3Server } from '../../../tests/support/s3-server.ts'
import { bucketStore } from './bucket-store.ts'
import { diskStore } from './disk.ts'
import { openS3Bucket } from './s3-bucket.ts'
import type { FileStore } from './store.ts'

const sha256Of = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
const CONTENT = Buffer.from('Leaves of wheat, rolled and unrolled')

describe.each(['a folder', 'a bucket'])('files in %s', (place) => {
  let server: S3Server | undefined
  let store: FileStore
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(inject('temporaryFolder'), 'store-'))
    if (place === 'a bucket') server = await openS3Server('society/journal/')
    store = server ? bucketStore(openS3Bucket(server.settings), folder) : diskStore(folder)
  })
  afterAll(() => server?.close())

  const contentOf = async (id: string) => {
    const file = await store.open(id)
    return file && buffer(file.read())
  }
  const incoming = () => readdirSync(join(folder, 'incoming'))

  test('are kept whole, and opened with their length and content', async () => {
    const parts = (async function* () {
      yield CONTENT.subarray(0, 7)
      yield CONTENT.subarray(7)
    })()
    expect(await store.keep('kept-1', parts)).toEqual({ bytes: CONTENT.length, sha256: sha256Of(CONTENT) })
    const file = (await store.open('kept-1'))!
    expect(file.bytes).toBe(CONTENT.length)
    expect(await file.verify(sha256Of(CONTENT))).toBe(true)
    expect(await file.verify(sha256Of(Buffer.from('other')))).toBe(false)
    await file.close()
    expect(await contentOf('kept-1')).toEqual(CONTENT)
    expect(incoming()).toEqual([])
  })

  test('are read in parts', async () => {
    await store.keep('parts-1', CONTENT)
    const file = (await store.open('parts-1'))!
    expect((await buffer(file.read({ first: 10, last: 14 }))).toString()).toBe('wheat')
  })

  test('of no byte, and of many', async () => {
    const many = Buffer.alloc(18 * 1024 * 1024, 'millet ')
    for (const [id, content] of [
      ['empty-1', Buffer.alloc(0)],
      ['many-1', many],
    ] as const) {
      await store.keep(id, Readable.from(content.length ? [content] : []) as AsyncIterable<Uint8Array>)
      expect(sha256Of((await contentOf(id))!)).toBe(sha256Of(content))
    }
    await store.remove('many-1')
  })

  test('are staged for checks before they are accepted', async () => {
    const staged = await store.stage('staged-1', CONTENT)
    expect(incoming()).toEqual(['staged-1'])
    expect(await store.open('staged-1')).toBeNull()
    await staged.keep()
    expect(await contentOf('staged-1')).toEqual(CONTENT)
    await staged.discard()
    expect(await store.open('staged-1')).toBeNull()
    const refused = await store.stage('staged-2', CONTENT)
    await refused.discard()
    expect(incoming()).toEqual([])
  })

  test('leave nothing behind when their sender breaks off', async () => {
    const broken = (async function* () {
      yield CONTENT
      throw new Error('gone')
    })()
    await expect(store.keep('broken-1', broken)).rejects.toThrow('gone')
    expect(await store.open('broken-1')).toBeNull()
    expect(incoming()).toEqual([])
  })

  test('are listed, and are gone when they are removed', async () => {
    const ids = async () => {
      const found: Record<string, number> = {}
      for await (const { id, bytes } of store.list()) found[id] = bytes
      return found
    }
    await store.keep('listed-1', CONTENT)
    expect(await ids()).toMatchObject({ 'kept-1': CONTENT.length, 'listed-1': CONTENT.length, 'empty-1': 0 })
    await store.remove('listed-1')
    await store.remove('listed-1')
    expect(await ids()).not.toHaveProperty('listed-1')
    expect(await store.open('listed-1')).toBeNull()
  })

  test('have ids that are no way out of it', async () => {
    for (const id of ['../../etc/passwd', 'a/b', '', '.', 'x'.repeat(65)]) {
      expect(await store.open(id)).toBeNull()
      await expect(store.stage(id, CONTENT)).rejects.toThrow('not a file id')
    }
  })

  test('can be asked for', async () => {
    await expect(store.check()).resolves.toBeUndefined()
    expect(await store.freeBytes()).toBeGreaterThan(0)
  })
})
