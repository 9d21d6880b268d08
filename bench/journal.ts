import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { servingEnvironment, servingOptions } from '../scripts/serving.mjs'
import { freePort } from '../tests/support/postgres-server.ts'
import { PASSWORD, type Archive } from './archive.ts'
import { startProgram, type Program } from './programs.ts'
import { cpuSeconds } from './usage.ts'

const root = join(import.meta.dirname, '..')
export const ADMIN_EMAIL = 'admin@bench.test'
/** A first start on rows that the journal has not written itself may take minutes. */
const START_MS = 600_000

export interface Journal extends Pick<Program, 'pid' | 'stop'> {
  url: string
  /** From the start of its process to its first answer, the home page. */
  startedInMs: number
  /** What that has cost, in seconds of processor time. */
  startedInCpuSeconds: number
}

/** Starts the built journal as `npm start` does, in production, without limits on rates. */
export async function startJournal(
  { dataDir, databaseUrl }: Archive,
  settings: Record<string, string> = {},
): Promise<Journal> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const begun = performance.now()
  const program = await startProgram(
    [
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      ...servingOptions,
      join(root, 'scripts', 'tasks', 'start.ts'),
    ],
    {
      ...servingEnvironment,
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SAMPLE_CONTENT: 'off',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      WEB_CONCURRENCY: '1',
      ADMIN_EMAIL,
      ADMIN_PASSWORD: PASSWORD,
      ...settings,
    },
  )
  for (;;) {
    const answer = await fetch(url).catch(() => null)
    const startedInMs = performance.now() - begun
    const startedInCpuSeconds = answer ? cpuSeconds(program.pid) : 0
    await answer?.arrayBuffer()
    if (answer?.ok) return { pid: program.pid, stop: program.stop, url, startedInMs, startedInCpuSeconds }
    if (program.hasEnded() || startedInMs > START_MS) {
      await program.stop()
      throw new Error(`The journal did not start.\n${program.said()}`)
    }
    await pause(5)
  }
}
