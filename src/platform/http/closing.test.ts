import { request } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestJournal } from '../../../tests/support/databases.ts'
import { HOUR_MS } from '../../contract/rules/text/dates.ts'
import { cutIdleConnections } from './closing.ts'
import { PATIENCE } from './slow-senders.ts'

/** How a closing app treats its connections, each in a state that a client may leave it in. */
describe('closing', () => {
  let app: FastifyInstance
  let answerNow: () => void
  let begun: Promise<void>
  let asItBegins: () => Promise<void>
  const sockets: Socket[] = []

  beforeEach(async () => {
    // No other timeout ends a connection before the test does.
    app = Fastify({
      keepAliveTimeout: HOUR_MS,
      requestTimeout: HOUR_MS,
      connectionTimeout: HOUR_MS,
      return503OnClosing: false,
    })
    asItBegins = async () => {}
    app.addHook('preClose', () => asItBegins())
    cutIdleConnections(app)
    let begin: () => void
    begun = new Promise((resolve) => (begin = resolve))
    const answered = new Promise<void>((resolve) => (answerNow = resolve))
    app.get('/', async () => 'leaf')
    app.get('/slow', async () => {
      begin()
      await answered
      return 'slow leaf'
    })
    app.post('/upload', async (sent) => sent.body)
    await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    answerNow()
    await app.close()
  })

  const port = () => (app.server.address() as AddressInfo).port

  /** A connection on which `sent` was sent, and everything received until it is closed. */
  async function aConnection(
    sent = '',
  ): Promise<{ socket: Socket; all: Promise<string>; some: () => Promise<unknown> }> {
    const socket = connect(port(), '127.0.0.1')
    sockets.push(socket)
    await new Promise((resolve) => socket.once('connect', resolve))
    let text = ''
    const all = new Promise<string>((resolve) => {
      socket
        .on('data', (part) => (text += String(part)))
        .on('error', () => {})
        .on('close', () => resolve(text))
    })
    if (sent) socket.write(sent)
    const some = () => expect.poll(() => text).not.toBe('')
    return { socket, all, some }
  }

  const GET = 'GET / HTTP/1.1\r\nHost: leaf\r\n\r\n'

  test('cuts at once what waits: unused, kept alive, or in the middle of a request’s head', async () => {
    const unused = await aConnection()
    const keptAlive = await aConnection(GET)
    await keptAlive.some()
    const halfSent = await aConnection('GET / HTTP/1.1\r\nHost: le')
    const second = await aConnection(GET)
    await second.some()
    second.socket.write('GET / HT')
    await new Promise((resolve) => setTimeout(resolve, 50))
    await app.close()
    expect(await unused.all).toBe('')
    expect(await keptAlive.all).toMatch(/leaf$/)
    expect(await halfSent.all).not.toContain('leaf')
    expect(await second.all).toMatch(/leaf$/)
  })

  test('finishes what is under way, says that the connection ends, and ends it', async () => {
    const slow = await aConnection('GET /slow HTTP/1.1\r\nHost: leaf\r\nConnection: keep-alive\r\n\r\n')
    const idle = await aConnection()
    await begun
    const closing = app.close()
    await idle.all
    answerNow()
    await closing
    const answer = await slow.all
    expect(answer).toMatch(/^HTTP\/1\.1 200/)
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    expect(answer).toMatch(/slow leaf$/)
  })

  test('answers what arrives just as it begins to close', async () => {
    const kept = await aConnection(GET)
    await kept.some()
    asItBegins = async () => {
      kept.socket.write('GET /slow HTTP/1.1\r\nHost: leaf\r\n\r\n')
      await Promise.race([begun, kept.all])
    }
    const idle = await aConnection()
    const closing = app.close()
    await idle.all
    answerNow()
    await closing
    expect(await kept.all).toMatch(/\r\nconnection: close\r\n[^]*slow leaf$/i)
  })

  test('takes what is still being sent with a request that has begun', async () => {
    const body = JSON.stringify({ leaf: 'x'.repeat(1000) })
    const head = `POST /upload HTTP/1.1\r\nHost: leaf\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    const arrived = new Promise((resolve) => app.server.once('request', resolve))
    const upload = await aConnection(head + body.slice(0, 100))
    await arrived
    const idle = await aConnection()
    const closing = app.close()
    await idle.all
    upload.socket.write(body.slice(100))
    await closing
    expect(await upload.all).toContain(body)
  })

  test('ends a connection only after the last of several requests on it', async () => {
    const pipelined = await aConnection(`${'GET /slow HTTP/1.1\r\nHost: leaf\r\n\r\n'}${GET}`)
    const idle = await aConnection()
    await begun
    const closing = app.close()
    await idle.all
    answerNow()
    await closing
    expect(await pipelined.all).toContain('slow leaf')
  })

  test('refuses who comes later', async () => {
    const address = port()
    await app.close()
    const late = new Promise((resolve, reject) =>
      request({ host: '127.0.0.1', port: address }, resolve).on('error', reject).end(),
    )
    await expect(late).rejects.toThrow('ECONNREFUSED')
  })
})

test('the journal itself closes so', async () => {
  const journal = await openTestJournal('sqlite')
  await journal.app.listen({ host: '127.0.0.1', port: 0 })
  const unused = connect((journal.app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  await new Promise((resolve) => unused.once('connect', resolve))
  const start = performance.now()
  await journal.close()
  expect(performance.now() - start).toBeLessThan(PATIENCE.headersMs)
  unused.destroy()
})
