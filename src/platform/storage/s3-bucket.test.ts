import { randomBytes } from 'node:crypto'
import { createServer, type Server, type Socket, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { aSignedIn } from '../../../tests/support/builders.ts'
import { openTestJournal, type TestJournal } from '../../../tests/support/databases.ts'
import { aMultipart, aPdf } from '../../../tests/support/multipart.ts'
import { openS3Server, type S3Server } from '../../../tests/support/s3-server.ts'
import { checkStore } from '../../app/open.ts'
import { StorageUnavailable } from './store.ts'
import { bucketStore } from './bucket-store.ts'
import { diskStore } from './disk.ts'
import { openS3Bucket } from './s3-bucket.ts'

let s3: S3Server
beforeAll(async () => {
  s3 = await openS3Server()
})
afterAll(() => s3.close())

const HASTY = { connectMs: 300, silentMs: 500 }

/** A server that does `trouble` with each connection. */
async function aBrokenServer(trouble: (socket: Socket) => void): Promise<{ server: Server; endpoint: string }> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    trouble(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

describe('a bucket', () => {
  test('lists more objects than the store gives at once, and only those of its prefix', async () => {
    const [one, other] = ['one/', 'other/'].map((prefix) => openS3Bucket({ ...s3.settings, prefix }))
    const keys = Array.from({ length: 1003 }, (_, at) => `copies/${String(at).padStart(4, '0')}`)
    for (let at = 0; at < keys.length; at += 50) {
      await Promise.all(keys.slice(at, at + 50).map((key) => one!.put(key, Buffer.from('a'), { bytes: 1 })))
    }
    await other!.put('copies/9999', Buffer.from('b'), { bytes: 1 })
    const found: string[] = []
    for await (const { key } of one!.list('copies/')) found.push(key)
    expect(found.sort()).toEqual(keys)
    expect(await buffer(await other!.get('copies/9999'))).toEqual(Buffer.from('b'))
  }, 180_000)

  test('takes keys of any characters', async () => {
    const bucket = openS3Bucket({ ...s3.settings, prefix: 'odd/' })
    const keys = ['a b+c', "it's (1)!*", 'ä/ß ÷', '100%25', 'a&b=c?d#e', '<i>']
    for (const key of keys) {
      await bucket.put(key, Buffer.from(key), { bytes: Buffer.byteLength(key) })
      expect(String(await buffer(await bucket.get(key)))).toBe(key)
    }
    const found: string[] = []
    for await (const { key } of bucket.list('')) found.push(key)
    // The server of the tests escapes a name twice where XML has to escape it.
    const plain = (key: string) => !/[&<']/.test(key)
    expect(found.filter(plain).sort()).toEqual(keys.filter(plain).sort())
    expect(found).toHaveLength(keys.length)
  })

  test('puts large objects together from parts, and gives pieces of them', async () => {
    const bucket = openS3Bucket({ ...s3.settings, prefix: 'parts/' })
    const content = randomBytes(20 * 1024 * 1024 + 1)
    await bucket.put('large', Readable.from([content.subarray(0, 1), content.subarray(1)]), { bytes: content.length })
    expect((await buffer(await bucket.get('large'))).equals(content)).toBe(true)
    expect(await bucket.head('large')).toMatchObject({ bytes: content.length, sha256: null })
    const piece = await buffer(await bucket.get('large', { first: 9_000_000, last: 9_000_999 }))
    expect(piece.equals(content.subarray(9_000_000, 9_001_000))).toBe(true)

    const broken = Readable.from(
      (async function* () {
        yield content
        throw new Error('The disk is gone')
      })(),
    )
    await expect(bucket.put('broken', broken, { bytes: 2 * content.length })).rejects.toThrow('The disk is gone')
    expect(await bucket.head('broken')).toBeNull()
  }, 180_000)

  test.each([
    ['is not there', { bucket: 'another' }, 'There is no such bucket'],
    ['is asked with a wrong key', { accessKeyId: 'wrong' }, 'refuses access'],
  ])('that %s is refused, with the reason', async (_how, wrong, reason) => {
    const error = await openS3Bucket({ ...s3.settings, ...wrong })
      .check()
      .catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(StorageUnavailable)
    expect(error).toMatchObject({ isRefusal: true, message: expect.stringContaining(reason) })
  })

  test.each([
    ['answers nothing', () => {}],
    ['closes every connection', (socket: Socket) => void socket.destroy()],
    ['stops in the middle of an answer', (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Le')],
    ['answers something else', (socket: Socket) => void socket.end('220 mail.example.org ESMTP\r\n')],
  ])('of a store that %s is away, in time', async (_how, trouble) => {
    const { server, endpoint } = await aBrokenServer(trouble)
    const began = Date.now()
    const error = await openS3Bucket({ ...s3.settings, endpoint }, HASTY)
      .put('a', Buffer.from('a'), { bytes: 1 })
      .catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(StorageUnavailable)
    expect(error).toMatchObject({ isRefusal: false })
    expect(Date.now() - began).toBeLessThan(5_000)
    server.close()
  })

  test('that hangs in the middle of an object ends the reading', async () => {
    const { server, endpoint } = await aBrokenServer(
      (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf of it'),
    )
    const bucket = openS3Bucket({ ...s3.settings, endpoint }, HASTY)
    await expect(bucket.get('a').then(buffer)).rejects.toThrow()
    server.close()
  })
})

describe('a journal whose files are in a bucket', () => {
  let journal: TestJournal
  beforeAll(async () => {
    journal = await openTestJournal('sqlite', { s3: { ...s3.settings, prefix: 'whole/' } })
  })
  afterAll(() => journal.close())

  const upload = async (content = aPdf()) => {
    const author = await aSignedIn(journal)
    const { headers, body } = aMultipart({ name: 'manuscript.pdf', content })
    const answer = await journal.post('/files/upload', body, { as: author, headers })
    return { author, answer, content }
  }

  test('takes uploads, and gives them back', async () => {
    const { author, answer, content } = await upload()
    expect(answer.status, answer.text).toBe(201)
    const sent = await journal.app.inject({ url: answer.body.url, headers: author.headers })
    expect(sent.statusCode).toBe(200)
    expect(sent.rawPayload).toEqual(Buffer.from(content))
    const part = await journal.app.inject({ method: 'HEAD', url: answer.body.url, headers: author.headers })
    expect(part.headers['content-length']).toBe(String(content.length))
  })

  test('says so when its bytes are altered or gone, and that it is away when the store is', async () => {
    const { author, answer } = await upload()
    const bucket = openS3Bucket({ ...s3.settings, prefix: 'whole/' })
    const [, , id] = (answer.body.url as string).split('/')
    await bucket.put(`files/${id}`, Buffer.alloc(aPdf().length, 'x'), { bytes: aPdf().length })
    const altered = await journal.app.inject({ url: answer.body.url, headers: author.headers })
    expect(altered.statusCode).toBe(503)
    expect(altered.json().message).toContain('missing or damaged')

    const { server, endpoint } = await aBrokenServer((socket) => void socket.destroy())
    const away = await openTestJournal('sqlite', { s3: { ...s3.settings, endpoint } })
    const other = await aSignedIn(away)
    const { headers, body } = aMultipart({ name: 'manuscript.pdf', content: aPdf() })
    const refused = await away.post('/files/upload', body, { as: other, headers })
    expect(refused.status).toBe(503)
    expect(refused.body.message).toContain('cannot reach its files')
    expect(await away.database.db.selectFrom('files').selectAll().execute()).toEqual([])
    await away.close()
    server.close()
  }, 180_000)
})

describe('the start with a bucket', () => {
  let journal: TestJournal
  beforeAll(async () => {
    journal = await openTestJournal('sqlite')
  })
  afterAll(() => journal.close())
  const opened = (settings = s3.settings) =>
    bucketStore(openS3Bucket(settings), mkdtempSync(join(inject('temporaryFolder'), 'spool-')))
  const start = (settings = s3.settings) =>
    checkStore(journal.database, opened(settings), journal.dataDir, journal.resources.log)

  test('goes on with one that can be used', async () => {
    await expect(start()).resolves.toBeUndefined()
  })

  test('ends with a sentence where access is refused or nothing is there', async () => {
    await expect(start({ ...s3.settings, bucket: 'another' })).rejects.toThrow(/no such bucket.*check the settings/)
    await expect(start({ ...s3.settings, accessKeyId: 'wrong' })).rejects.toThrow(/refuses access.*check the sett/)
  })

  test('goes on, and says so in the log, while the store is away', async () => {
    const { server, endpoint } = await aBrokenServer((socket) => void socket.destroy())
    await expect(start({ ...s3.settings, endpoint })).resolves.toBeUndefined()
    expect(journal.logged.join()).toContain('does not answer')
    server.close()
  }, 180_000)

  test('ends with a sentence where the files are still in the data folder', async () => {
    const author = await aSignedIn(journal)
    const { headers, body } = aMultipart({ name: 'manuscript.pdf', content: aPdf() })
    const answer = await journal.post('/files/upload', body, { as: author, headers })
    await expect(start()).rejects.toThrow(/files of this journal are in DATA_DIR.*npm run backup/)
    const [, , id] = (answer.body.url as string).split('/')
    const file = await diskStore(join(journal.dataDir, 'files')).open(id!)
    await opened().keep(id!, await buffer(file!.read()))
    await expect(start()).resolves.toBeUndefined()
  })
})
