import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API_PREFIX } from '../../contract/rules/site/path-roots.ts'
import { aSignedIn, type SignedIn } from '../../../tests/support/builders.ts'
import { openTestJournal, type TestJournal } from '../../../tests/support/databases.ts'
import { RawRequest, RawUpload } from '../../../tests/support/raw-upload.ts'
import { PATIENCE, type Patience } from './slow-senders.ts'

/** The journal's own limits, scaled down a hundredfold at the same rate. */
const FASTER = 100
const QUICK: Patience = {
  headersMs: PATIENCE.headersMs / FASTER,
  bodyMs: PATIENCE.bodyMs / FASTER,
  windowMs: PATIENCE.windowMs / FASTER,
  windowBytes: PATIENCE.windowBytes,
  // Longer than a busy machine leaves a process waiting.
  lingerMs: PATIENCE.lingerMs / 20,
  checkMs: 50,
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('slow senders', () => {
  let journal: TestJournal
  let author: SignedIn
  let port: number
  beforeAll(async () => {
    journal = await openTestJournal('sqlite', { patience: QUICK })
    await journal.app.listen({ host: '127.0.0.1', port: 0 })
    port = (journal.app.server.address() as AddressInfo).port
    author = await aSignedIn(journal)
  })
  afterAll(() => journal.close())

  /** Sends the rest of an upload at this many bytes a second, until the connection is closed. */
  async function trickle(upload: RawUpload, bytesPerSecond: number): Promise<void> {
    const all = Buffer.concat(upload.rest)
    const piece = Math.ceil(bytesPerSecond / 50)
    for (let at = 0; at < all.length && !upload.socket.destroyed; at += piece) {
      upload.send(all.subarray(at, at + piece))
      await pause(20)
    }
  }
  const reservations = async () =>
    (await journal.database.db.selectFrom('upload_reservations').select('id').execute()).length

  test('an honest author on a thin line has the time that it takes', async () => {
    // 0.8 Mbit/s, scaled a hundredfold: 10 MB would take 105 s, a hundredth of it 1 s.
    const content = Buffer.alloc(10_485_760, 'seed,1\n')
    const started = Date.now()
    const upload = new RawUpload(port, author, { name: 'data.csv', content }, content.length)
    await trickle(upload, 100_000 * FASTER)
    expect((await upload.answer)?.status).toBe(201)
    // Longer than the limit of any other request.
    expect(Date.now() - started).toBeGreaterThan(QUICK.bodyMs)
  })

  test('a pause in a tunnel is forgiven; a line that is dead is not', async () => {
    const content = Buffer.alloc(400_000, 'seed,1\n')
    const paused = new RawUpload(port, author, { name: 'data.csv', content }, 200_000)
    await pause(QUICK.windowMs * 0.9)
    expect((await paused.finish())?.status).toBe(201)

    const dead = new RawUpload(port, author, { name: 'data.csv', content }, 200_000)
    const answer = await dead.answer
    expect([answer?.status, answer?.headers.connection, answer?.body.message]).toEqual([
      408,
      'close',
      'The connection was too slow, and the request did not arrive in time. Please try again.',
    ])
    await dead.closed
    await expect.poll(reservations).toBe(0)
  })

  test('an upload that only drips is cut', async () => {
    const content = Buffer.alloc(400_000, 'seed,1\n')
    const upload = new RawUpload(port, author, { name: 'data.csv', content }, content.length)
    await trickle(upload, (QUICK.windowBytes / QUICK.windowMs) * 1000 * 0.5)
    expect((await upload.answer)?.status).toBe(408)
    await upload.closed
    await expect.poll(reservations).toBe(0)
  })

  test('a server that takes its time does not blame the sender', async () => {
    const { looking } = journal.resources.uploads
    const { run } = looking
    Object.assign(looking, {
      run: async (work: () => Promise<unknown>) => {
        await pause(QUICK.windowMs * 3)
        return run.call(looking, work)
      },
    })
    const upload = new RawUpload(port, author, { name: 'a.txt', content: Buffer.from('seeds') }, 0)
    expect((await upload.finish())?.status).toBe(201)
    Object.assign(looking, { run })
  })

  test('headers that do not come to an end are cut', async () => {
    const request = new RawRequest(port)
    request.send('GET /api/health HTTP/1.1\r\n')
    const drip = setInterval(() => request.send('x-a: b\r\n'), 50)
    const answer = await request.answer
    clearInterval(drip)
    expect(answer?.status ?? 408).toBe(408)
    await request.closed
  })

  test('JSON has a fixed time, however steadily it drips', async () => {
    const body = JSON.stringify({ email: 'a@plants.test', password: 'x'.repeat(7_000) })
    const request = new RawRequest(port)
    request.send(
      `POST ${API_PREFIX}/auth/login HTTP/1.1\r\nhost: journal.test\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
    )
    let at = 0
    const drip = setInterval(() => request.send(body.slice(at, (at += 20))), 10)
    const answer = await request.answer
    clearInterval(drip)
    expect(answer?.status).toBe(408)
    // Steadily sent, the body would have taken longer: it was given up before its end.
    expect(at).toBeLessThan(body.length)
    await request.closed
  })

  test('an upload that is refused may be sent to its end: browsers read the answer only then', async () => {
    const content = Buffer.alloc(4_000_000, 'seed,1\n')
    const upload = new RawUpload(port, author, { name: 'data.exe', content }, content.length)
    const started = Date.now()
    const sent = trickle(upload, 10_000 * FASTER)
    expect((await upload.answer)?.status).toBe(415)
    await sent
    expect(Date.now() - started).toBeGreaterThan(QUICK.lingerMs * 2)
    expect(upload.socket.destroyed).toBe(false)
    upload.socket.destroy()
  })

  test.each([
    ['an upload without a length', '/files/upload', 'multipart/form-data; boundary=x', 401],
    ['a body of a type that is not taken', '/auth/login', 'text/plain', 415],
  ])('%s is not listened to for ever after its answer', async (_what, path, type, status) => {
    const request = new RawRequest(port)
    request.send(
      `POST ${API_PREFIX}${path} HTTP/1.1\r\nhost: journal.test\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`,
    )
    const flood = setInterval(() => request.send(`10000\r\n${'x'.repeat(0x10000)}\r\n`), 20)
    expect((await request.answer)?.status).toBe(status)
    await request.closed
    clearInterval(flood)
  })

  test('an upload that never comes to its file is cut', async () => {
    const request = new RawRequest(port)
    const head = { ...author.headers, host: 'journal.test', 'content-type': 'multipart/form-data; boundary=x' }
    const lines = Object.entries({ ...head, 'transfer-encoding': 'chunked' }).map(
      ([name, value]) => `${name}: ${value}`,
    )
    request.send(`POST ${API_PREFIX}/files/upload HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    let sent = 0
    const flood = setInterval(() => {
      request.send(`40000\r\n${'x'.repeat(0x40000)}\r\n`)
      sent += 0x40000
    }, 5)
    await request.closed
    clearInterval(flood)
    expect(sent).toBeGreaterThan(10_485_760)
    await expect.poll(reservations).toBe(0)
  })

  test('500 slow ones are cut while others are served', async () => {
    const slow = Array.from({ length: 500 }, (_, number) => {
      const request = new RawRequest(port)
      if (number % 2) request.send('GET / HTTP/1.1\r\nhost: jour')
      else request.send('POST /api/posts HTTP/1.1\r\nhost: journal.test\r\ncontent-length: 100\r\n\r\n{')
      return request
    })
    for (let time = 0; time < 10; time++) {
      expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200)
      await pause(20)
    }
    await Promise.all(slow.map((request) => request.closed))
  })

  test('none of this is an error of ours', () => {
    expect(journal.logged).toEqual([])
  })
})
