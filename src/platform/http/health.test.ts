import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase, watchQueries, type TestJournal } from '../../../tests/support/databases.ts'
import { HOUR_MS } from '../../contract/rules/text/dates.ts'
import { connect } from '../database/connect.ts'
import { Draining, LIMIT_MS, mountHealth, ReadyCheck } from './health.ts'

describe('health', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open({ limits: true })
    })

    test('a journal that can work is live and ready, and nobody keeps the answer', async () => {
      for (const [path, body] of [
        ['/health/live', { status: 'live' }],
        ['/health/ready', { status: 'ready', checks: { database: 'ok', files: 'ok' } }],
        ['/health', { status: 'ok' }],
      ] as const) {
        const answer = await journal.get(path)
        expect([answer.status, answer.body, answer.headers['cache-control']], path).toEqual([200, body, 'no-store'])
      }
    })

    test('a thousand who ask at once share one check, and nobody is refused', async () => {
      const app = Fastify()
      let statuses: number[] = []
      const queries = await watchQueries(journal.database, async (database) => {
        mountHealth(app, { ...journal.resources, database }, { showsPages: false })
        const answers = await Promise.all(Array.from({ length: 1000 }, () => app.inject('/api/health/ready')))
        statuses = answers.map(({ statusCode }) => statusCode)
      })
      expect(new Set(statuses)).toEqual(new Set([200]))
      expect(queries).toHaveLength(1)
      for (let count = 0; count < 1500; count++) expect((await journal.get('/health/live')).status).toBe(200)
    })

    test('without its files it is degraded; without its newest change of the tables it is live, and not ready', async () => {
      const fresh = await open()
      fresh.resources.store.open = async () => {
        throw new Error('the bucket is away')
      }
      const answer = await fresh.get('/health/ready')
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({ status: 'degraded', checks: { database: 'ok', files: 'away' } })
      const other = await open()
      await other.database.db.deleteFrom('migrations').where('name', '>=', '0028').execute()
      const behind = await other.get('/health/ready')
      expect([behind.status, behind.body.checks]).toEqual([503, { database: 'failing', files: 'ok' }])
      expect((await other.get('/health/live')).status).toBe(200)
    })
  })

  describe('when the database accepts connections and never answers', () => {
    const sockets = new Set<Socket>()
    let server: Server
    beforeAll(async () => {
      server = createServer((socket) => void sockets.add(socket.on('error', () => {})))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    })
    afterAll(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })

    test.each([
      ['not ready', 503, false],
      ['degraded, with pages to show', 200, true],
    ] as const)('it is %s, and says so within two seconds, however many ask', async (words, status, showsPages) => {
      sockets.clear()
      const { port } = server.address() as AddressInfo
      const database = connect({ url: `postgres://nobody@127.0.0.1:${port}/nothing` })
      const app = Fastify()
      const store = { freeBytes: async () => 1, open: async () => null } as never
      mountHealth(app, { database, store }, { showsPages })
      // Nobody answers before the limit has passed.
      expect(LIMIT_MS).toBeLessThan(2_000)
      for (let time = 0; time < 2; time++) {
        const answers = await Promise.all(Array.from({ length: 50 }, () => app.inject('/api/health/ready')))
        for (const answer of answers) {
          expect(answer.statusCode).toBe(status)
          expect(answer.json()).toEqual({ status: words.split(',')[0], checks: { database: 'away', files: 'ok' } })
        }
      }
      expect(sockets.size).toBe(1)
      await database.close()
    })
  })

  test('what hangs is asked once, and is good again when it answers', async () => {
    let asked = 0
    let answer = () => {}
    const check = new ReadyCheck(
      { files: () => (asked++, new Promise<void>((resolve) => (answer = resolve))) },
      { limitMs: 20, sharedMs: 0 },
    )
    expect(await check.verdicts()).toEqual({ files: 'away' })
    expect(await check.verdicts()).toEqual({ files: 'away' })
    expect(asked).toBe(1)
    answer()
    await new Promise(setImmediate)
    const later = check.verdicts()
    answer()
    expect(await later).toEqual({ files: 'ok' })
    expect(asked).toBe(2)
  })

  describe('before it closes', () => {
    const longestMs = HOUR_MS
    const tellingMs = 20

    test('a balancer that watches is told, and then has a moment', async () => {
      const draining = new Draining({ longestMs, tellingMs })
      const app = Fastify()
      mountHealth(app, { database: {}, store: {} } as never, { showsPages: false }, draining)
      draining.asked()
      let mayClose = false
      const begun = draining.begin().then(() => (mayClose = true))
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(mayClose).toBe(false)
      const answer = await app.inject('/api/health/ready')
      expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'closing' }])
      expect((await app.inject('/api/health/live')).statusCode).toBe(200)
      await begun
    })

    test('one that asks no more is not waited for long, and without one it closes at once', async () => {
      const watched = new Draining({ longestMs: 200, tellingMs })
      watched.asked()
      const began = performance.now()
      await watched.begin()
      expect(performance.now() - began).toBeGreaterThan(150)
      await new Draining({ longestMs, tellingMs }).begin()
    })
  })
})
