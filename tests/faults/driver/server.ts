import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { startProgram, type Program } from '../../../bench/programs.ts'
import { servingEnvironment, servingOptions } from '../../../scripts/serving.mjs'
import type { Place } from './place.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const LOOK_OFTEN = pathToFileURL(join(root, 'tests', 'support', 'look-often.ts')).href

export const ADMIN = { email: 'editor@faults.test', password: 'Sunflower-42-fields' }

const START_MS = 60_000

export interface Server {
  url: string
  pid: number
  /** From the start of the process to its first answer. */
  openedAfterMs: number
  said(): string
  /** SIGKILL: nothing can be finished. */
  kill(): Promise<void>
  /** SIGTERM; the exit code. */
  end(): Promise<number>
}

/** The settings of a journal at this place, as an operator gives them. */
export const settingsOf = ({ dataDir, databaseUrl, port }: Place): NodeJS.ProcessEnv => ({
  ...servingEnvironment,
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: String(port),
  DATA_DIR: dataDir,
  ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  SAMPLE_CONTENT: 'off',
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'error',
  // Copies have tests of their own; here they would only take the processor.
  BACKUP_EVERY_HOURS: 'off',
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
})

/** Begins to start the journal as `npm start` does, in a process of its own; it need not come to be open. */
export const beginServer = (place: Place, settings: NodeJS.ProcessEnv = {}): Promise<Program> =>
  startProgram(
    [
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      ...servingOptions,
      '--import',
      LOOK_OFTEN,
      join(root, 'scripts', 'tasks', 'start.ts'),
    ],
    { ...settingsOf(place), ...settings },
  )

/** Begins one of the commands of an operator, such as `backup`, with the settings of the journal at this place. */
export const beginTask = (place: Place, settings: NodeJS.ProcessEnv, task: string, ...args: string[]) =>
  startProgram(
    [process.execPath, '--disable-warning=ExperimentalWarning', join(root, 'scripts', 'tasks', `${task}.ts`), ...args],
    { ...settingsOf(place), ...settings },
  )

/** Starts the journal and waits until it answers. */
export async function startServer(place: Place, settings: NodeJS.ProcessEnv = {}): Promise<Server> {
  const begun = performance.now()
  const program = await beginServer(place, settings)
  const url = `http://127.0.0.1:${settings.PORT ?? place.port}`
  for (;;) {
    const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
    await answer?.arrayBuffer().catch(() => null)
    if (answer?.ok) break
    if (program.hasEnded() || performance.now() - begun > START_MS) {
      await program.stop()
      throw new Error(`The journal did not start.\n${program.said()}`)
    }
    await pause(10)
  }
  return {
    url,
    pid: program.pid,
    openedAfterMs: performance.now() - begun,
    said: program.said,
    kill: () => kill(program),
    end: () => {
      signal(program, 'SIGTERM')
      return program.ended
    },
  }
}

export async function kill(program: Program): Promise<void> {
  signal(program, 'SIGKILL')
  await program.ended
}

function signal({ pid }: Program, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
