import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import type { Database, Db } from '../database/connect.ts'

/** One kind of work that this process does in the background. */
export interface BackgroundWork {
  readonly kind: string
  /** Does everything that is due, unless it is stopped. What it throws is logged, and it is tried again. */
  readonly run: (stopped: () => boolean) => Promise<unknown>
  /** A condition that holds if something is due: those of all kinds are asked for together, in one question. */
  readonly isDue?: (at: Date) => RawBuilder<unknown>
  /** How often it runs without being asked for. */
  readonly everyMs?: number
  /** What is left to do when the process ends. */
  readonly atEnd?: () => Promise<unknown>
}

/** How one kind of work gets on in this process. */
export interface WorkState {
  /** When the run under way began, in milliseconds since 1970; null between runs. */
  beganAt: number | null
  /** When the last run ended as it should; null if none has. */
  succeededAt: number | null
  /** How many runs have failed since then. */
  failures: number
}

export interface Background {
  /** How each kind of work gets on. */
  states(): ({ kind: string } & WorkState)[]
  /** Starts no further piece of work, and waits for those under way, but not for ever. */
  stop(): Promise<void>
}

/** How long work under way may take to end with the program; what has not ended then is done again. */
const END_MS = 10_000

interface Resources {
  database: Database
  log: Pick<FastifyBaseLogger, 'error'>
}

/** How long work that other processes have left, or that was put off, may wait once it is due. */
export const LOOK_EVERY_MS = 5_000

/** The longest pause after a run that has failed: that of its next failures is twice as long each time. */
const RETRY_MAX_MS = 60_000

/**
 * Does work of several kinds in the background, one run of each kind at a time. A kind runs when the process starts, as
 * often as it wants, when a transaction of this process has enqueued something for it, and when something is due: an
 * idle journal is asked one question every few seconds, whatever the number of kinds.
 */
export function startBackground({ database, log }: Resources, works: readonly BackgroundWork[]): Background {
  const lanes = new Map(works.map((work) => [work.kind, startLane(work, log)]))
  const asked = works.filter(({ isDue }) => isDue)
  const looking = startLane(
    {
      kind: 'looking for work that is due',
      everyMs: LOOK_EVERY_MS,
      run: async () => {
        const idle = asked.filter(({ kind }) => lanes.get(kind)!.mayBegin())
        const due = new Set(await dueWork(database.db, idle, new Date()))
        for (const { kind } of idle) {
          const lane = lanes.get(kind)!
          if (due.has(kind)) lane.wake()
          // Nothing is left to do: as good as done.
          else Object.assign(lane.state, { succeededAt: Date.now(), failures: 0 })
        }
      },
    },
    log,
  )
  const ignore = database.enqueued.listen((kind) => lanes.get(kind)?.wake())
  return {
    states: () => [...lanes].map(([kind, { state }]) => ({ kind, ...state })),
    stop: async () => {
      ignore()
      await Promise.all([looking, ...lanes.values()].map((lane) => lane.stop()))
    },
  }
}

/** The kinds of work of which something is due: one question, for which each condition needs an index. */
export async function dueWork(db: Db, works: readonly BackgroundWork[], at: Date): Promise<string[]> {
  if (!works.length) return []
  const conditions = works.map(({ kind, isDue }) => sql`select ${sql.lit(kind)} as kind where ${isDue!(at)}`)
  const { rows } = await sql<{ kind: string }>`${sql.join(conditions, sql` union all `)}`.execute(db)
  return rows.map(({ kind }) => kind)
}

interface Lane {
  state: WorkState
  /** False while it runs, and for a while after it has failed. */
  mayBegin(): boolean
  /** Runs now: there may be something to do. */
  wake(): void
  stop(): Promise<void>
}

function startLane({ kind, run: work, isDue, everyMs, atEnd }: BackgroundWork, log: Resources['log']): Lane {
  let run: Promise<void> | undefined
  let again = false
  let stopped = false
  const state: WorkState = { beganAt: null, succeededAt: null, failures: 0 }
  const failed = (error: unknown) => log.error({ err: error, work: kind }, 'work in the background has failed')

  let failedAt = -Infinity
  const mayBegin = () => {
    if (state.beganAt !== null) return false
    const since = Date.now() - failedAt
    // A clock that was ahead when it failed holds nothing up.
    return since < 0 || since >= Math.min(RETRY_MAX_MS, LOOK_EVERY_MS * 2 ** state.failures)
  }

  const wake = () => {
    if (stopped) return
    again = run !== undefined
    if (run) return
    state.beganAt = Date.now()
    run = work(() => stopped)
      .then(
        () => void Object.assign(state, { succeededAt: Date.now(), failures: 0 }),
        (error: unknown) => {
          state.failures++
          failedAt = Date.now()
          failed(error)
        },
      )
      .finally(() => {
        state.beganAt = null
        run = undefined
        if (again) wake()
      })
  }
  const timer = everyMs === undefined ? undefined : setInterval(wake, everyMs).unref()
  // What can be asked for is asked for at once.
  if (!isDue) wake()
  return {
    state,
    mayBegin,
    wake,
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await Promise.race([run, pause(END_MS, undefined, { ref: false })])
      await atEnd?.().catch(failed)
    },
  }
}
