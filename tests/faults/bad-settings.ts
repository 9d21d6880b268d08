import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { noFigures } from './driver/figures.ts'
import { newPlace, type Place } from './driver/place.ts'
import { beginServer, settingsOf, startServer } from './driver/server.ts'
import type { Scenario } from './scenario.ts'

const root = join(import.meta.dirname, '..', '..')
const AT_ONCE = 3
const ENDS_WITHIN_MS = 30_000

/** Nonsense for each setting. `{file}` is an existing file. */
const NONSENSE: Record<string, string[]> = {
  HOST: ['not a host', '203.0.113.7'],
  PORT: ['-1', '65536', 'eighty', '3000.5', '1e9'],
  PUBLIC_URL: ['journal', 'ftp://journal.test'],
  DATA_DIR: ['{file}', '/proc/nowhere'],
  DATABASE_URL: ['mysql://x', 'postgres://nobody:x@127.0.0.1:1/none', 'postgres://[', 'postgres://'],
  ADMIN_EMAIL: ['nobody'],
  ADMIN_PASSWORD: ['short', 'password1234'],
  SAMPLE_CONTENT: ['maybe'],
  ORCID_CLIENT_ID: ['APP-1'],
  ORCID_CLIENT_SECRET: ['secret'],
  ORCID_URL: ['orcid'],
  CROSSREF_USER: ['user'],
  CROSSREF_PASSWORD: ['secret'],
  CROSSREF_URL: ['crossref'],
  SMTP_URL: ['mail.test', 'http://mail.test', 'smtp://'],
  CLAMD_URL: ['clamav', 'http://127.0.0.1'],
  S3_BUCKET: ['A', 'bucket'],
  S3_ENDPOINT: ['nowhere'],
  S3_ACCESS_KEY_ID: ['key'],
  S3_SECRET_ACCESS_KEY: ['secret'],
  S3_PREFIX: ['../x'],
  BACKUP_EVERY_HOURS: ['sometimes', '-1'],
  BACKUP_TO_BUCKET: ['maybe'],
  BACKUP_S3_BUCKET: ['A', 'bucket'],
  BACKUP_S3_ENDPOINT: ['nowhere'],
  BACKUP_S3_ACCESS_KEY_ID: ['key'],
  BACKUP_S3_SECRET_ACCESS_KEY: ['secret'],
  BACKUP_S3_PREFIX: ['../x'],
  BACKUP_KEY: ['secret', 'AGE-SECRET-KEY-1QQ'],
  SECOND_FACTOR: ['perhaps'],
  OPERATOR_EMAIL: ['nobody'],
  METRICS_TOKEN: ['short'],
  DISK_RESERVE_MB: ['-1', 'much'],
  CDN_SECONDS: ['-1', 'forever'],
  REPLACE_SECRETS: ['yes'],
  LOG_ADDRESSES: ['yes'],
  RATE_LIMIT: ['yes'],
  TRUST_PROXY: ['-1', 'all'],
  WEB_CONCURRENCY: ['0', '17', 'many'],
  WORKERS: ['0', '33', 'many'],
  WORKER_MEMORY_MB: ['100', 'much'],
  LOG_LEVEL: ['loud'],
  NODE_ENV: ['prod'],
}
/** Any text is right for these. */
const ANYTHING = ['S3_REGION', 'BACKUP_S3_REGION', 'BACKUP_DIR']
/** What no schema refuses alone; `src/app/environment.test.ts` has the others. */
const SHORT = ['HOST', 'DATA_DIR', 'DATABASE_URL', 'ADMIN_PASSWORD', 'WEB_CONCURRENCY']

/** Every setting with nonsense: one sentence that names it, exit code 1, and the data as they were. */
export const badSettings: Scenario = {
  name: 'bad settings',
  engines: ['sqlite'],
  recoversInSeconds: 30,
  async run(setting) {
    const figures = noFigures()
    const place = await newPlace(setting)
    await (await startServer(place)).end()
    const before = digestOf(place)
    const file = join(place.folder, 'a-file')
    writeFileSync(file, '')

    const source = readFileSync(join(root, 'src', 'app', 'environment.ts'), 'utf8')
    const names = [...source.matchAll(/^  ([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name!)
    for (const name of names)
      if (!NONSENSE[name] && !ANYTHING.includes(name)) figures.missed.push(`no nonsense is tried for ${name}`)

    const waiting = names
      .filter((name) => setting.long || SHORT.includes(name))
      .flatMap((name) => (NONSENSE[name] ?? []).map((value) => ({ name, value: value.replace('{file}', file) })))
    const tryNext = async (): Promise<void> => {
      for (let trial = waiting.shift(); trial; trial = waiting.shift()) {
        const problem = await refused(place, trial.name, trial.value)
        if (problem) figures.missed.push(`${trial.name}=${trial.value}: ${problem}`)
        figures.faults++
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, tryNext))
    if (digestOf(place) !== before) figures.lost.push('the data have changed')

    const server = await startServer(place)
    figures.recovery.push(server.openedAfterMs / 1000)
    await server.end()
    return figures
  },
}

/** What is wrong with how a start with this setting ends; null if nothing is. */
async function refused(place: Place, name: string, value: string): Promise<string | null> {
  const program = await beginServer(place, { [name]: value })
  const timer = setTimeout(() => void program.stop(), ENDS_WITHIN_MS)
  const code = await program.ended
  clearTimeout(timer)
  const said = program.said().trim()
  if (code !== 1) return `it ended with ${code}: ${said.slice(0, 300)}`
  const sentences = said.split('\n').filter((line) => line.trim() !== '')
  if (sentences.length !== 1) return `it said ${JSON.stringify(said.slice(0, 400))}`
  if (/\bat .+:\d+:\d+|[A-Z][a-z]+Error\b/.test(said)) return `it said a stack: ${said.slice(0, 300)}`
  const { [name]: before } = settingsOf(place)
  return value.length > 3 && /PASSWORD|SECRET/.test(name) && said.includes(value)
    ? `it printed the secret ${before}`
    : null
}

/** Every file of the data folder, with its bytes. */
function digestOf({ dataDir }: Place): string {
  const hash = createHash('sha256')
  for (const name of globSync('**/*', { cwd: dataDir }).sort()) {
    const path = join(dataDir, name)
    // SQLite's own index of its log is made by every program that opens the database, and says nothing.
    if (statSync(path).isFile() && !/-(shm|wal)$/.test(name)) hash.update(name).update(readFileSync(path))
  }
  return hash.digest('hex')
}
