import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, hostname, platform, totalmem } from 'node:os'
import { join } from 'node:path'
import { buildIfNeeded } from '../scripts/tasks/site-build.ts'
import { findPostgres, startPostgres } from '../tests/postgres-server.ts'
import { ENGINES, makeArchive, type Archive, type Engine } from './archive.ts'
import type { Bench, Group } from './line.ts'
import { kept } from './lines/kept.ts'
import { startDriver } from './load.ts'
import { isWhole, readOptions } from './options.ts'
import { temporaryFolder } from './programs.ts'
import { markdown, printed, type Row } from './table.ts'

const GROUPS: Group[] = [kept]

/** As a journal's own server would run, and not as the tests' does: what is committed is on the disk. */
const POSTGRES_SETTINGS = [
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'autovacuum=on',
  'shared_buffers=512MB',
]

const options = readOptions(process.argv.slice(2))
const say = (line: string) => process.stdout.write(`${line}\n`)
process.on('SIGINT', () => process.exit(130)).on('SIGTERM', () => process.exit(143))

buildIfNeeded()
const folder = temporaryFolder()
const driver = startDriver()
const rows: Row[] = []
for (const engine of options.engines) await measureOn(engine)
driver.stop()
write()
process.exitCode = rows.some(({ holds }) => holds === 'failed') ? 1 : 0

async function measureOn(engine: Engine): Promise<void> {
  const programs = engine === 'postgres' ? findPostgres() : null
  if (engine === 'postgres' && programs === null) {
    say('PostgreSQL is not installed: not measured.')
    return
  }
  const server = programs === null ? null : await startPostgres(programs, POSTGRES_SETTINGS)
  try {
    for (const group of GROUPS) {
      if (group.once && engine !== options.engines[0]) continue
      await measureGroup(group, engine, server)
    }
  } finally {
    await server?.stop()
  }
}

async function measureGroup(
  group: Group,
  engine: Engine,
  server: { url: string; processId(): number } | null,
): Promise<void> {
  const wants = (line: string) => `${group.name} ${line}`.toLowerCase().includes(options.only.toLowerCase())
  const wanted = new Set(group.lines.filter(wants))
  if (!wanted.size) return
  const archives: Archive[] = []
  const bench: Bench = {
    ...{ engine, wants, quick: options.quick, large: options.articles, load: driver.load },
    folder: () => mkdtempSync(join(folder, 'line-')),
    archive: async (articles) => {
      const archive = await makeArchive({ engine, articles, folder, postgres: server?.url ?? null })
      archives.push(archive)
      return archive
    },
    postgresPid: server?.processId() ?? null,
  }
  const keep = (row: Row) => {
    rows.push(row)
    wanted.delete(row.line)
    say(printed(row))
  }
  const label = { group: group.name, database: ENGINES[engine] }
  try {
    for await (const measured of group.measure(bench)) keep({ ...label, ...measured })
  } catch (error) {
    const note = (error as Error).message
    for (const line of wanted) keep({ ...label, line, figures: {}, goal: '–', holds: 'failed', note })
  } finally {
    for (const archive of archives) await archive.remove()
  }
}

/** Writes what was measured, named by the day and the machine. */
function write(): void {
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
  const head = `# How fast the journal is\n\nMeasured on ${day} by \`${command}\` on ${machine.cores} cores (${machine.processor}), ${machine.memoryGiB} GiB, ${machine.system}, Node.js ${machine.node}. [How to read it](../README.md).`
  // What is not the whole run is not to be mistaken for it, and not to be committed (.gitignore).
  const file = join(results, `${day}-${machine.name}${isWhole(options) ? '' : '-partial'}`)
  writeFileSync(`${file}.md`, `${head}\n\n${markdown(GROUPS, rows)}\n`)
  writeFileSync(`${file}.json`, `${JSON.stringify({ day, command, machine, rows }, null, 2)}\n`)
  say(`\nWritten to ${file}.md and .json.`)
}
