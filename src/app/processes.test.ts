import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { aSignedIn } from '../../tests/support/builders.ts'
import { eachDatabase } from '../../tests/support/databases.ts'
import { migratedDatabase, type Engine } from '../../tests/support/fresh-database.ts'
import { API_PREFIX } from '../contract/rules/site/path-roots.ts'
import { connect, type Database } from '../platform/database/connect.ts'
import { tokenSecret } from '../platform/secrets.ts'
import { AccessTokens } from '../journal/accounts/sessions/access-tokens.ts'
import { pauseAfter } from './processes.ts'

const PROGRAM = join(import.meta.dirname, '..', '..', 'tests', 'support', 'processes-server.ts')

/** Starting takes a second or two, and much longer on a machine that is busy with other tests. */
const START_MS = 60_000

interface Running {
  child: ChildProcess
  /** Everything that it has printed. */
  printed: () => string
  ended: Promise<number | null>
}

/** A connection of its own, so that it stays with the process that has answered first. */
interface Connection {
  ask: (path: string, options?: { body?: object; headers?: Record<string, string> }) => Promise<Answer>
}
interface Answer {
  status: number
  process: number
  body: string
}

const running: Running[] = []
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
  for (const close of closing.splice(0)) await close()
})

function start(settings: Record<string, string>): Running {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM], {
    env: {
      PATH: process.env.PATH,
      // Three processes load the same code.
      NODE_COMPILE_CACHE: join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'compiled'),
      NODE_ENV: 'test',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      PORT: '0',
      SAMPLE_CONTENT: 'off',
      WEB_CONCURRENCY: '2',
      ...settings,
    },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (printed += String(part)))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  running.push({ child, printed: () => printed, ended })
  return running.at(-1)!
}

async function opened({ printed, ended }: Running): Promise<number> {
  const address = /The journal is open at http:\/\/127\.0\.0\.1:(\d+)\n/
  await Promise.race([expect.poll(printed, { timeout: START_MS }).toMatch(address), ended])
  return Number(address.exec(printed())![1])
}

function connection(port: number): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  closing.push(() => agent.destroy())
  const ask: Connection['ask'] = (path, { body, headers = {} } = {}) =>
    new Promise((resolve, reject) => {
      const sent = body && JSON.stringify(body)
      const asked = request({
        port,
        path,
        agent,
        method: sent ? 'POST' : 'GET',
        headers: { ...headers, ...(sent && { 'content-type': 'application/json' }) },
      })
      asked.on('error', reject).on('response', async (response) => {
        let text = ''
        response.on('error', reject)
        for await (const part of response) text += String(part)
        resolve({ status: response.statusCode!, process: Number(response.headers['x-process']), body: text })
      })
      asked.end(sent)
    })
  return { ask }
}

/** A connection to each of `processes`. */
async function connections(port: number, processes: number): Promise<Map<number, Connection>> {
  const found = new Map<number, Connection>()
  await expect
    .poll(
      async () => {
        const next = connection(port)
        found.set((await next.ask('/api/health')).process, next)
        return found.size
      },
      { timeout: START_MS, interval: 20 },
    )
    .toBe(processes)
  return found
}

async function aJournal(
  engine: Engine,
): Promise<{ settings: Record<string, string>; database: Database; dataDir: string }> {
  const { where, dataDir, remove } = await migratedDatabase(engine)
  const database = connect(where)
  closing.push(async () => {
    await database.close()
    await remove()
  })
  const settings = { DATA_DIR: dataDir, ...('url' in where ? { DATABASE_URL: where.url } : {}) }
  return { settings, database, dataDir }
}

eachDatabase((_open, engine) => {
  test(
    'two processes serve one journal, and one that is killed is replaced',
    async () => {
      const { settings, database, dataDir } = await aJournal(engine)
      const journal = start(settings)
      const port = await opened(journal)
      const [[killed, first], [, second]] = [...(await connections(port, 2))] as [
        [number, Connection],
        [number, Connection],
      ]

      // What is written through one is seen by the next read through the other.
      const accessTokens = new AccessTokens(tokenSecret(dataDir))
      const { headers } = await aSignedIn({ database, resources: { accessTokens } }, { role: 'admin' })
      for (let time = 0; time < 6; time++) {
        const [writer, reader] = time % 2 ? [first, second] : [second, first]
        const name = `Ferns ${time}`
        const written = await writer.ask(`${API_PREFIX}/categories`, { body: { name, slug: `ferns-${time}` }, headers })
        expect(written.status).toBe(201)
        expect((await reader.ask(`${API_PREFIX}/categories`)).body).toContain(name)
      }

      // One is killed while both are read: only what it was just answering fails.
      let reading = true
      const failed: unknown[] = []
      const readers = Array.from({ length: 8 }, async () => {
        let own = connection(port)
        while (reading) {
          const answer = await own.ask('/api/health').catch((error: unknown) => void failed.push(error))
          if (answer) expect(answer.status).toBe(200)
          else own = connection(port)
        }
      })
      process.kill(killed, 'SIGKILL')
      await expect
        .poll(journal.printed, { timeout: START_MS })
        .toContain('a process has ended; another one takes its place')
      const now = await connections(port, 2)
      reading = false
      await Promise.all(readers)
      expect(failed.length).toBeLessThanOrEqual(8)
      expect(now.has(killed)).toBe(false)

      // Printed once.
      for (const said of ['The journal is open at', 'An administrator was created']) {
        expect(journal.printed().split(said)).toHaveLength(2)
      }
      journal.child.kill('SIGTERM')
      expect(await journal.ended).toBe(0)
      for (const pid of now.keys()) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
      await expect(connection(port).ask('/')).rejects.toThrow('ECONNREFUSED')
    },
    2 * START_MS,
  )
})

test(
  'several processes that cannot start end with the sentence that says why, once',
  { timeout: START_MS },
  async () => {
    const { settings } = await aJournal('sqlite')
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    closing.push(() => other.close())
    const { port } = other.address() as AddressInfo
    const used = start({ ...settings, PORT: String(port) })
    const away = start({ ...settings, DATABASE_URL: 'postgres://journal@127.0.0.1:9/journal' })
    expect(await used.ended).toBe(1)
    expect(used.printed().split(`Another program already uses 127.0.0.1:${port}.`)).toHaveLength(2)
    expect(await away.ended).toBe(1)
    expect(away.printed().split('The database that DATABASE_URL names does not answer.')).toHaveLength(2)
  },
)

test(
  'the metrics of two processes hold the series of both, whichever is asked, and of the one that takes a place',
  { timeout: 2 * START_MS },
  async () => {
    const { settings } = await aJournal('sqlite')
    const journal = start({ ...settings, METRICS_TOKEN: 'a-token-of-this-test' })
    const port = await opened(journal)
    const [[killed, first], [, second]] = [...(await connections(port, 2))] as [
      [number, Connection],
      [number, Connection],
    ]
    const headers = { authorization: 'Bearer a-token-of-this-test' }
    const seriesOf = async (asked: Connection) => {
      const { status, body } = await asked.ask(`${API_PREFIX}/metrics`, { headers })
      expect(status).toBe(200)
      const counted = (route: string, number: string): number =>
        Number(
          new RegExp(
            `^journal_request_duration_seconds_count\\{route="${route}",status="2xx",process="${number}"\\} (\\d+)$`,
            'm',
          ).exec(body)?.[1] ?? 0,
        )
      const numbers = [...body.matchAll(/^journal_version_info\{.*process="(\d+)"\} 1$/gm)].map(([, number]) => number!)
      return { numbers, asked: numbers.map((number) => counted(`${API_PREFIX}/posts/published`, number)), body }
    }
    for (let time = 0; time < 3; time++) await first.ask(`${API_PREFIX}/posts/published`)
    for (let time = 0; time < 5; time++) await second.ask(`${API_PREFIX}/posts/published`)
    for (const asked of [first, second]) {
      const series = await seriesOf(asked)
      expect(series.numbers.sort()).toEqual(['1', '2'])
      expect(series.asked.sort()).toEqual([3, 5])
      // What is of the whole journal is there once.
      expect(series.body.match(/^journal_database_up.* 1$/gm)).toEqual(['journal_database_up 1'])
    }

    // A new one counts from nothing, and the numbers of the one that ended are gone.
    process.kill(killed, 'SIGKILL')
    await connections(port, 2)
    await expect
      .poll(async () => (await seriesOf(second)).asked.sort(), { timeout: START_MS, interval: 100 })
      .toEqual([0, 5])
  },
)

test('the pause before a process is replaced grows to a minute', () => {
  expect([1, 2, 3, 10, 11, 5000].map(pauseAfter)).toEqual([100, 200, 400, 51_200, 60_000, 60_000])
})
