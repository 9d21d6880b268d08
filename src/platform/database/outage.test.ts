import { createServer, connect as connectTo, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCategory, anArticle, aSignedIn, type SignedIn } from '../../../tests/support/builders.ts'
import { openTestJournal, type TestJournal } from '../../../tests/support/databases.ts'
import { times } from '../../../tests/support/long.ts'
import { findPostgres, startPostgres, type PostgresServer } from '../../../tests/support/postgres-server.ts'
import { sweepFiles } from '../../journal/publication/files/sweep.ts'
import { emailWork } from '../email/deliver.ts'
import { startBackground, type Background } from '../jobs/background.ts'
import { enqueue } from '../email/outbox.ts'

/** How long an answer of a kind is waited for. */
const LONGEST_MS = 8_000

interface Answered {
  call: string
  status: number
}

let number = 0

/** Over a connection, where what is kept is answered before routing. */
const listAddress = ({ app }: TestJournal): string =>
  `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/posts/published`

/**
 * Many concurrent users until `stop`: records the answers to each call, and which categories were
 * acknowledged.
 */
function load(journal: TestJournal, admin: SignedIn) {
  const answered: Answered[] = []
  const acknowledged: string[] = []
  let going = true
  const calls: Record<string, () => Promise<{ status: number }>> = {
    'a list of articles': () => journal.get(`/posts/published?page=${++number}`),
    'a kept list': () => fetch(listAddress(journal)),
    'who I am': () => journal.get('/users/me', { as: admin }),
    'a refresh': () => journal.post('/auth/refresh', { refreshToken: admin.refreshToken }),
    'a new category': async () => {
      const name = `Under load ${++number}`
      const answer = await journal.post('/categories', { name, slug: `under-load-${number}` }, { as: admin })
      if (answer.status === 201) acknowledged.push(name)
      return answer
    },
    health: () => journal.get('/health'),
  }
  const people = Object.entries(calls).flatMap(([call, make]) =>
    Array.from({ length: 5 }, async () => {
      while (going) {
        const { status } = await make()
        answered.push({ call, status })
        await sleep(2)
      }
    }),
  )
  const stop = async () => {
    going = false
    await Promise.all(people)
    return { answered, acknowledged }
  }
  return { answered, stop, calls }
}

const kinds = (answered: Answered[]) => [...new Set(answered.map(({ call, status }) => `${call}: ${status}`))]

/** Waits for an answer of this kind after the first ones. */
const untilAnswered = (answered: Answered[], kind: string, first = 0) =>
  expect.poll(() => kinds(answered.slice(first)), { timeout: LONGEST_MS }).toContain(kind)

describe.skipIf(findPostgres() === null)('when PostgreSQL is lost under load', () => {
  let server: PostgresServer
  let journal: TestJournal
  let admin: SignedIn
  let deliveries: Background
  beforeAll(async () => {
    // An acknowledged commit has to survive the crash, as on a real server.
    server = await startPostgres(findPostgres()!, ['synchronous_commit=on'])
    journal = await openTestJournal('postgres', {
      databaseUrl: `${server.url}/postgres`,
      databasePatience: { connectMs: 1_000, statementMs: 1_000, answerMs: 1_500 },
    })
    await journal.app.listen({ host: '127.0.0.1', port: 0 })
    admin = await aSignedIn(journal, { role: 'admin' })
    await aCategory(journal.database)
    // Background work continues as well: an email that cannot be sent keeps it busy.
    const mailer = {
      send: async () => {
        await sleep(5)
        throw new Error('no mail server')
      },
    }
    for (let n = 0; n < 50; n++) {
      await anEmail()
    }
    deliveries = startBackground(journal.resources, [emailWork({ ...journal.resources, mailer })])
  })
  afterAll(async () => {
    await deliveries.stop()
    await journal.close()
    await server.stop()
  })

  const anEmail = () =>
    journal.database.transaction((tx) =>
      enqueue(tx, { kind: 'email-changed', recipient: 'a@plants.test', data: { name: 'A', to: 'b@plants.test' } }),
    )

  /** Everything works as before, and nothing that was acknowledged is lost. */
  const expectAllWell = async (calls: ReturnType<typeof load>['calls'], acknowledged: string[]) => {
    for (const [call, make] of Object.entries(calls)) expect((await make()).status, call).toBeLessThan(300)
    const names = await journal.database.db.selectFrom('categories').select('name').execute()
    expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(acknowledged))
  }

  const expectOnlyRefusals = (answered: Answered[]) => {
    expect(kinds(answered).filter((kind) => !/: (200|201|503)$/.test(kind))).toEqual([])
  }

  test('calls are answered 503 while it is away, and all is well when it is back', { timeout: 120_000 }, async () => {
    for (let round = 0; round < times(2, 20); round++) {
      const { answered, stop, calls } = load(journal, admin)
      await sleep(100 + 37 * round)
      await anEmail()
      void sweepFiles(journal.resources).catch(() => {})
      await server.crash()
      await sleep(150)
      await server.restart()
      await sleep(200)
      const { acknowledged } = await stop()
      expectOnlyRefusals(answered)
      expect(kinds(answered), `round ${round}`).toContain('health: 503')
      await expectAllWell(calls, acknowledged)
    }
  })

  test('readers get what was read before, the balancer hears that it is degraded, and then all is current', async () => {
    const read = async () => {
      const answer = await fetch(listAddress(journal))
      return { status: answer.status, age: answer.headers.get('age'), text: await answer.text() }
    }
    const before = await read()
    expect(before).toMatchObject({ status: 200, age: null })
    await server.crash()
    for (let time = 0; time < 5; time++) {
      expect(await read()).toEqual({ ...before, age: expect.stringMatching(/^\d+$/) })
      expect((await journal.get('/health')).status).toBe(503)
    }
    await server.restart()
    await expect.poll(async () => (await read()).age, { timeout: LONGEST_MS }).toBe(null)
    const { title } = await anArticle(journal.database)
    expect((await read()).text).toContain(title)
  })

  test('connections that are cut one by one are replaced', { timeout: 180_000 }, async () => {
    const cutter = new pg.Client({ connectionString: `${server.url}/postgres` })
    await cutter.connect()
    const { answered, stop, calls } = load(journal, admin)
    for (let time = 0; time < times(20, 200); time++) {
      await sleep(15)
      await cutter.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'postgres' and pid <> pg_backend_pid()`,
      )
    }
    const { acknowledged } = await stop()
    await cutter.end()
    expectOnlyRefusals(answered)
    expect(answered.filter(({ status }) => status === 503).length).toBeGreaterThan(0)
    await expectAllWell(calls, acknowledged)
  })

  test('a row that someone else keeps locked, and connections that are all in use, are waited for so long', async () => {
    const other = new pg.Client({ connectionString: `${server.url}/postgres` })
    await other.connect()
    await other.query('begin; lock table categories in access exclusive mode')
    const { calls, answered, stop } = load(journal, admin)
    await untilAnswered(answered, 'a new category: 503')
    await sleep(500)
    await other.query('rollback')
    await other.end()
    const { acknowledged } = await stop()
    expectOnlyRefusals(answered)
    await expectAllWell(calls, acknowledged)
  })

  test('a server that accepts and never answers is given up', { timeout: 180_000 }, async () => {
    const proxy = await silentProxy(Number(new URL(server.url).port))
    const address = new URL(`${server.url}/postgres`)
    address.port = String(proxy.port)
    const behind = await openTestJournal('postgres', {
      databaseUrl: address.href,
      databasePatience: { connectMs: 500, statementMs: 0, answerMs: 700 },
    })
    await behind.app.listen({ host: '127.0.0.1', port: 0 })
    const { answered, stop, calls } = load(behind, await aSignedIn(behind, { user: admin.user }))
    await sleep(100)
    proxy.silent = true
    await untilAnswered(answered, 'health: 503')
    await sleep(500)
    proxy.silent = false
    await untilAnswered(answered, 'health: 200', answered.length)
    const { acknowledged } = await stop()
    expectOnlyRefusals(answered)
    await sql`select 1`.execute(behind.database.db)
    await expectAllWell(calls, acknowledged)
    await behind.close()
    await proxy.close()
  })
})

/** A local proxy that forwards connections, but drops what arrives while it is silent. */
async function silentProxy(target: number) {
  const sockets = new Set<Socket>()
  const state = { silent: false, port: 0, close: async () => {} }
  const server = createServer((client) => {
    const behind = connectTo(target, '127.0.0.1')
    for (const [from, to] of [
      [client, behind],
      [behind, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (part) => !state.silent && to.write(part))
      from.on('close', () => to.destroy())
      from.on('error', () => {})
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  state.port = (server.address() as { port: number }).port
  state.close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return state
}
