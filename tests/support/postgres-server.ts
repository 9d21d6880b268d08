import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { folderForData } from './temporary-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the tests' own PostgreSQL server, without a database name; null if skipped. */
    postgres: string | null
  }
}

export const POSTGRES_LEFT_OUT =
  'PostgreSQL tests were left out: its server programs are not installed (on Debian: apt-get install postgresql).'

/** Vitest's global set-up: one PostgreSQL server for the whole run, if its programs are installed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = findPostgres()
  if (!programs) {
    project.provide('postgres', null)
    return async () => {}
  }
  const server = await startPostgres(programs)
  project.provide('postgres', server.url)
  return server.stop
}

/** The folder of PostgreSQL's server programs. Debian installs them outside the PATH. */
export function findPostgres(): string | null {
  const newestFirst = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  const folders = [...newestFirst, ...(process.env.PATH ?? '').split(delimiter)]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))) ?? null
}

export interface PostgresServer {
  /** Without a database's name. */
  url: string
  /** Of its first process, the parent of all others. */
  processId(): number
  stop(): Promise<void>
  /** Ends it as `pg_ctl stop -m immediate` does: connections are cut, nothing is finished. */
  crash(): Promise<void>
  /** Starts it again on the same port with the same data. */
  restart(): Promise<void>
}

/**
 * Starts a server on a free port with its data in a temporary folder and a generated password. It never
 * outlives this process, however that ends.
 */
export async function startPostgres(
  programs: string,
  settingsOnTop: string[] = [],
  place = folderForData(),
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(place, 'journal-postgres-'))
  const password = randomBytes(16).toString('hex')
  const person = unprivileged()
  try {
    writeFileSync(join(folder, 'password'), password, { mode: 0o600 })
    if (person) {
      chownSync(folder, person.uid, person.gid)
      chownSync(join(folder, 'password'), person.uid, person.gid)
    }
    chmodSync(folder, 0o700)
    const data = join(folder, 'data')
    const made = spawnSync(
      join(programs, 'initdb'),
      [
        '-D',
        data,
        '-U',
        'postgres',
        '-A',
        'password',
        `--pwfile=${join(folder, 'password')}`,
        '-E',
        'UTF8',
        '--locale=C',
        '--no-sync',
      ],
      { ...person, cwd: folder, encoding: 'utf8' },
    )
    if (made.status !== 0) throw new Error(`PostgreSQL's initdb failed.\n${made.error?.message ?? made.stderr}`)

    const port = await freePort()
    const settings = [
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      'max_connections=200',
      'fsync=off',
      'synchronous_commit=off',
      'full_page_writes=off',
      'autovacuum=off',
      'log_min_messages=fatal',
      'log_min_error_statement=panic',
      ...settingsOnTop,
    ]
    // The shell waits on its input, a pipe that closes when this process ends, even by kill -9. A line on it
    // restarts a server that has ended.
    const server = spawn(
      '/bin/sh',
      [
        '-c',
        'folder=$1; shift; "$@" & while read -r again; do wait $!; "$@" & done; kill -INT $!; wait $!; rm -rf "$folder"',
        'postgres-for-tests',
        folder,
        join(programs, 'postgres'),
        '-D',
        data,
        '-p',
        String(port),
        ...settings.flatMap((setting) => ['-c', setting]),
      ],
      { ...person, cwd: folder, stdio: ['pipe', 'ignore', 'pipe'] },
    )
    let said = ''
    server.stderr.on('data', (part: Buffer) => (said += part.toString()))
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    const stop = async (): Promise<void> => {
      server.ref()
      server.stdin.end()
      await ended
      // Interrupted in a terminal, the shell ends before the server has written its last files.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    }
    // A running server alone must not keep this process alive.
    server.unref()
    ;(server.stdin as unknown as { unref(): void }).unref()
    ;(server.stderr as unknown as { unref(): void }).unref()

    const url = `postgres://postgres:${password}@127.0.0.1:${port}`
    const processId = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    try {
      await untilItAnswers(`${url}/postgres`)
    } catch (error) {
      await stop()
      throw new Error(`PostgreSQL did not start.\n${said}`, { cause: error })
    }
    return {
      url,
      processId,
      stop,
      crash: async () => {
        process.kill(processId(), 'SIGQUIT')
        while (await listens(port)) await new Promise((resolve) => setTimeout(resolve, 5))
      },
      restart: async () => {
        server.stdin.write('again\n')
        await untilItAnswers(`${url}/postgres`)
      },
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** PostgreSQL refuses to run as root: its own user is used then, or nobody. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string, name: string) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: idOf('-u', name), gid: idOf('-g', name) }
    } catch {
      // There is no such user here.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody to run it as.')
}

/** A free port of this machine. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const say = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => say(true)).once('error', () => say(false))
  })

async function untilItAnswers(url: string): Promise<void> {
  const patience = Date.now() + 20_000
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch (error) {
      if (Date.now() > patience) throw error
      await new Promise((resolve) => setTimeout(resolve, 30))
    } finally {
      await client.end().catch(() => {})
    }
  }
}
