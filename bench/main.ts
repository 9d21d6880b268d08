import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, hostname, platform, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { buildIfNeeded } from '../scripts/tasks/site-build.ts'
import { findPostgres, startPostgres } from '../tests/support/postgres-server.ts'
import { ENGINES, makeArchive, type Archive, type Engine } from './archive.ts'
import { reason, type Bench, type Group } from './line.ts'
import { rendering } from './lines/rendering.ts'
import { growth } from './lines/growth.ts'
import { kept } from './lines/kept.ts'
import { memory } from './lines/memory.ts'
import { processes } from './lines/processes.ts'
import { start } from './lines/start.ts'
import { visit } from './lines/visit.ts'
import { writes } from './lines/writes.ts'
import { startJournal } from './journal.ts'
import { startDriver } from './load.ts'
import { isWhole, readOptions } from './options.ts'
import { temporaryFolder } from './programs.ts'
import { markdown, printed, publish, type Row } from './table.ts'
import { idle } from './usage.ts'

/** Growth and writes come last: they add articles to the archives. */
const GROUPS: Group[] = [kept, rendering, memory, start, processes, visit, growth, writes]

/** As a journal's own server would run, and not as the tests' does: what is committed is on the disk. */
const POSTGRES_SETTINGS = [
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'autovacuum=on',
  'shared_buffers=512MB',
]

const ONCE_MS = 300_000

const options = readOptions(process.argv.slice(2))
const say = (line: string) => process.stdout.write(`${line}\n`)
let endPostgres = async () => {}
// All other programs end with this process. A terminal interrupts PostgreSQL's guard as well, which then leaves its
// folder behind.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => void endPostgres().finally(() => process.exit(code)))
}

buildIfNeeded()
const folder = temporaryFolder()
const driver = startDriver()
const rows: Row[] = []
for (const engine of options.engines) await measureOn(engine)
driver.stop()
await write()
process.exitCode = rows.some(({ holds }) => holds === 'failed') ? 1 : 0

async function measureOn(engine: Engine): Promise<void> {
  const programs = engine === 'postgres' ? findPostgres() : null
  if (engine === 'postgres' && programs === null) {
    say('PostgreSQL is not installed: not measured.')
    return
  }
  const server = programs === null ? null : await startPostgres(programs, POSTGRES_SETTINGS, tmpdir())
  endPostgres = async () => server?.stop()
  const archives = new Map<number, Promise<Archive>>()
  const archive = (articles: number) => {
    const make = async () => {
      const made = await makeArchive({ engine, articles, folder, postgres: server?.url ?? null })
      await settle(made, server?.processId())
      return made
    }
    const made = archives.get(articles) ?? make()
    archives.set(articles, made)
    return made
  }
  try {
    for (const group of GROUPS) {
      if (group.once && engine !== options.engines[0]) continue
      await measureGroup(group, {
        ...{ engine, archive, quick: options.quick, large: options.articles, load: driver.load },
        folder: () => mkdtempSync(join(folder, 'line-')),
        postgresPid: server?.processId() ?? null,
        wants: (line) => isWanted(group, line),
      })
    }
    for (const made of archives.values()) await (await made).remove()
  } finally {
    await endPostgres()
  }
}

/** A first start, in which the journal does what it has to do once with rows that it has not written itself. */
async function settle(archive: Archive, postgresPid: number | undefined): Promise<void> {
  const journal = await startJournal(archive)
  await idle(journal.pid, ONCE_MS)
  if (postgresPid !== undefined) await idle(postgresPid, ONCE_MS)
  await journal.stop()
}

/** A group's name stands for its lines; another word for all lines that hold it. */
function isWanted({ name }: Group, line: string): boolean {
  const word = options.only.toLowerCase()
  return GROUPS.some((group) => group.name === word) ? name === word : line.toLowerCase().includes(word)
}

async function measureGroup(group: Group, bench: Bench): Promise<void> {
  const wanted = new Set(group.lines.filter(bench.wants))
  if (!wanted.size) return
  const keep = (row: Row) => {
    rows.push(row)
    wanted.delete(row.line)
    say(printed(row))
  }
  const label = { group: group.name, database: ENGINES[bench.engine] }
  try {
    for await (const measured of group.measure(bench)) keep({ ...label, ...measured })
  } catch (error) {
    const note = reason(error)
    for (const line of wanted) keep({ ...label, line, figures: {}, goal: '–', holds: 'failed', note })
  }
}

/** Writes what was measured, named by the day and the machine. */
async function write(): Promise<void> {
  const machine = {
    name: hostname(),
    system: `${platform()} ${arch()}`,
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
  const day = new Date().toISOString().slice(0, 10)
  const command = ['npm run bench', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(' ')
  const results = join(import.meta.dirname, 'results')
  mkdirSync(results, { recursive: true })
  const measured = `Measured on ${day} by \`${command}\` on ${machine.cores} cores (${machine.processor}), ${machine.memoryGiB} GiB, ${machine.system}, Node.js ${machine.node}.`
  // What is not the whole run is not to be mistaken for it, and not to be committed (.gitignore).
  const name = `${day}-${machine.name}${isWhole(options) ? '' : '-partial'}`
  const file = join(results, name)
  const text = `# How fast the journal is\n\n${measured} [How to read it](../README.md).\n\n${markdown(GROUPS, rows)}\n`
  writeFileSync(`${file}.md`, text)
  writeFileSync(`${file}.json`, `${JSON.stringify({ day, command, machine, rows }, null, 2)}\n`)
  if (options.publish) await publish(measured, `results/${name}.md`, rows)
  say(`\nWritten to ${file}.md and .json.`)
}
