/**
 * Two real servers of one journal, each with a data folder of its own, on one PostgreSQL and one S3-compatible
 * server, behind the real nginx with `deploy/nginx-two-servers.conf`. Callers have addresses of their own: nginx distributes by them.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { API_PREFIX } from '../../src/contract/rules/site/path-roots.ts'
import { connect, type Database } from '../../src/platform/database/connect.ts'
import { tokenSecret } from '../../src/platform/secrets.ts'
import { AccessTokens } from '../../src/journal/accounts/sessions/access-tokens.ts'
import { useDefaultJournal } from '../support/default-journal.ts'
import { findPostgres, freePort, startPostgres } from '../support/postgres-server.ts'
import { openS3Server } from '../support/s3-server.ts'

useDefaultJournal()

const root = join(import.meta.dirname, '..', '..')

/** The sentence that says which program is missing; null if all are there. */
export function missingProgram(): string | null {
  if (!findPostgres()) return "PostgreSQL's server programs are not installed."
  if (spawnSync('nginx', ['-v'], { env: withSystemPrograms() }).error) return 'nginx is not installed.'
  return spawnSync('openssl', ['version']).error ? 'openssl is not installed.' : null
}

const withSystemPrograms = () => ({ PATH: `${process.env.PATH}:/usr/sbin` })

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests say with `expect` what they expect
  body: any
}

export interface Asking {
  method?: string
  body?: object
  /** A body that is not JSON. */
  raw?: Buffer
  headers?: Record<string, string>
  /** The caller's address, 127.0.0.0/8. */
  from?: string
}

export interface Server {
  port: number
  dataDir: string
  /** What it has printed. */
  said: () => string
  /** Asks it directly, as nginx would for a caller `from` there. */
  ask: (path: string, asking?: Asking) => Promise<Answer>
  kill: (signal: NodeJS.Signals) => Promise<void>
  start: () => Promise<void>
  /** Starts it and waits for it to end. */
  fail: (settings?: Record<string, string>) => Promise<string>
}

export interface TwoServers {
  database: Database
  resources: { accessTokens: AccessTokens }
  servers: [Server, Server]
  /** Asks nginx. */
  ask: (path: string, asking?: Asking) => Promise<Answer>
  /** A server more, not started. */
  another: () => Promise<Server>
  close: () => Promise<void>
}

let callers = 0
/** The address of a caller who has not called before. */
export const newCaller = (): string => {
  callers++
  return `127.7.${callers >> 8}.${callers & 255}`
}

export async function startTwoServers(settings: Record<string, string> = {}): Promise<TwoServers> {
  const folder = mkdtempSync(join(tmpdir(), 'journal-two-servers-'))
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    const postgres = await startPostgres(findPostgres()!)
    closing.push(() => postgres.stop())
    const client = new pg.Client({ connectionString: `${postgres.url}/postgres` })
    await client.connect()
    await client.query('create database journal')
    await client.end()
    const url = `${postgres.url}/journal`
    const nginxPort = await freePort()
    const s3 = await openS3Server()
    closing.push(() => s3.close())
    const common = {
      DATABASE_URL: url,
      PUBLIC_URL: `https://127.0.0.1:${nginxPort}`,
      TRUST_PROXY: '1',
      ...s3.environment,
      ...settings,
    }
    const made: Server[] = []
    const another = async (): Promise<Server> => {
      const dataDir = join(folder, `server-${made.length + 1}`)
      mkdirSync(dataDir, { mode: 0o700 })
      const server = serverOn(await freePort(), dataDir, common)
      closing.push(() => server.kill('SIGKILL'))
      made.push(server)
      return server
    }
    const first = await another()
    await first.start()
    const second = await another()
    for (const secret of ['token-secret', 'address-secret']) {
      copyFileSync(join(first.dataDir, secret), join(second.dataDir, secret))
    }
    await second.start()
    closing.push(await startNginx(folder, nginxPort, [first.port, second.port]))
    const database = connect({ url })
    closing.push(() => database.close())
    return {
      database,
      resources: { accessTokens: new AccessTokens(tokenSecret(first.dataDir)) },
      servers: [first, second],
      ask: (path, asking) => asked(nginxPort, path, asking),
      another,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const LOOK_OFTEN = pathToFileURL(join(root, 'tests', 'support', 'look-often.ts')).href

function serverOn(port: number, dataDir: string, settings: Record<string, string>): Server {
  const main = pathToFileURL(join(root, 'src', 'app', 'main.ts')).href
  // It ends with the pipe to this process, however that ends.
  const program = `process.stdin.resume().on('end', () => process.exit()).unref()
    await (await import(${JSON.stringify(main)})).main()`
  let child: ChildProcess | undefined
  let said = ''
  const spawned = (onTop: Record<string, string> = {}) => {
    said = ''
    child = spawn(process.execPath, ['--import', LOOK_OFTEN, '--input-type=module', '--eval', program], {
      env: {
        ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, NODE_NO_WARNINGS: '1' },
        ...{ NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir },
        ...{ SAMPLE_CONTENT: 'off', BACKUP_EVERY_HOURS: 'off', LOG_LEVEL: 'error', ...settings, ...onTop },
      },
    })
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (part: Buffer) => (said += String(part)))
    return child
  }
  return {
    port,
    dataDir,
    said: () => said,
    ask: (path, { from = newCaller(), headers, ...asking } = {}) =>
      asked(port, path, { ...asking, headers: { 'x-forwarded-for': from, ...headers } }, false),
    start: async () => {
      const started = spawned()
      for (const patience = Date.now() + 150_000; !said.includes('The journal is open at');) {
        if (started.exitCode !== null || Date.now() > patience) {
          throw new Error(`A server did not start.\n${said}`)
        }
        await new Promise((resolve) => setTimeout(resolve, 30))
      }
    },
    fail: async (onTop) => {
      await once(spawned(onTop), 'close')
      return said
    },
    kill: async (signal) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}

/** nginx with the file of `deploy/`: with other names, ports, certificates and one shorter time. */
async function startNginx(folder: string, port: number, servers: [number, number]): Promise<() => Promise<void>> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=127.0.0.1', '-keyout', key, '-out', certificate],
  ])
  if (made.status !== 0) throw new Error(`openssl made no certificate.\n${String(made.stderr)}`)
  const replaced: [string, string][] = [
    ['10.0.0.11:3000', `127.0.0.1:${servers[0]}`],
    ['10.0.0.12:3000', `127.0.0.1:${servers[1]}`],
    ['listen 80;', `listen 127.0.0.1:${await freePort()};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    ['/etc/letsencrypt/live/journal.example.org/fullchain.pem', certificate],
    ['/etc/letsencrypt/live/journal.example.org/privkey.pem', key],
    ['journal.example.org', '127.0.0.1'],
    // Tests need not wait as long until a server that was away is tried again.
    ['fail_timeout=5s', 'fail_timeout=1s'],
    // A place with headers of its own has no others: tests ask there, too, which server was asked.
    ['add_header Retry-After 5 always;', 'add_header Retry-After 5 always; add_header x-server $upstream_addr always;'],
  ]
  let journal = readFileSync(join(root, 'deploy', 'nginx-two-servers.conf'), 'utf8')
  for (const [from, to] of replaced) {
    if (!journal.includes(from)) throw new Error(`deploy/nginx-two-servers.conf has no "${from}".`)
    journal = journal.replaceAll(from, to)
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const configuration = join(folder, 'nginx.conf')
  writeFileSync(
    configuration,
    `daemon off; worker_processes 2; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 512; }
    http { access_log off; add_header x-server $upstream_addr always; ${temporary.map((kind) => `${kind}_temp_path ${folder}/nginx-${kind};`).join(' ')}
    ${journal} }`,
  )
  const nginx = spawn('nginx', ['-p', folder, '-c', configuration, '-e', join(folder, 'nginx.log')], {
    env: withSystemPrograms(),
  })
  let said = ''
  nginx.stderr.on('data', (part: Buffer) => (said += String(part)))
  for (const patience = Date.now() + 15_000; ;) {
    const answer = await asked(port, '/api/health').catch(() => null)
    if (answer?.status === 200) break
    if (nginx.exitCode !== null || Date.now() > patience) throw new Error(`nginx did not start.\n${said}`)
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  return async () => {
    const ended = once(nginx, 'exit')
    nginx.kill('SIGTERM')
    await ended
  }
}

const agents = { tls: new Agent({ rejectUnauthorized: false }), plain: new PlainAgent() }

/** One call over a connection of its own. */
function asked(port: number, path: string, asking: Asking = {}, tls = true): Promise<Answer> {
  const { method, body, raw, headers = {}, from } = asking
  const content = raw ?? (body && Buffer.from(JSON.stringify(body)))
  const options = {
    ...{ host: '127.0.0.1', port, path, method: method ?? (content ? 'POST' : 'GET') },
    ...(from === undefined ? {} : { localAddress: from }),
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(content && { 'content-length': content.length }),
      ...headers,
    },
    timeout: 30_000,
  }
  return new Promise((resolve, reject) => {
    const sent = tls ? request({ ...options, agent: agents.tls }) : plainRequest({ ...options, agent: agents.plain })
    sent.on('timeout', () => sent.destroy(new Error(`${path} was not answered in time`)))
    sent.on('error', reject).on('response', async (response) => {
      const parts: Buffer[] = []
      try {
        for await (const part of response) parts.push(part as Buffer)
      } catch (error) {
        return reject(error as Error)
      }
      const text = Buffer.concat(parts).toString('utf8')
      let parsed: unknown
      if (path.startsWith(API_PREFIX)) {
        try {
          parsed = JSON.parse(text)
        } catch {
          // Not every failure is the journal's.
        }
      }
      resolve({ status: response.statusCode!, headers: response.headers, text, body: parsed })
    })
    sent.end(content)
  })
}
