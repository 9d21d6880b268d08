import type { FastifyBaseLogger } from 'fastify'
import type { JobKind } from '../../contract/rules/health/job-kinds.ts'
import type { Database } from '../database/connect.ts'
import { startRounds, type Rounds } from '../rounds.ts'
import { claimJob, dueKinds, finishJob, JobFailure, retryLater, type Job } from './claim.ts'

/** How jobs of one kind are done. */
export interface JobHandler {
  readonly kind: JobKind
  /** How long to wait after each failed attempt; after one more, the job is given up. */
  readonly pausesMs: readonly number[]
  /** Longer than an attempt can take: then another process takes over. */
  readonly leaseMs: number
  /**
   * Does the job, and should finish it (`finishJob`) in the transaction that stores what came of it; otherwise it is
   * finished afterwards. It may be done twice: by a process that was taken for dead. True if something was made.
   */
  readonly run: (job: Job) => Promise<boolean>
  /** False if none may begin now, as when the disk is full. */
  readonly mayBegin?: () => Promise<boolean>
}

interface JobResources {
  database: Database
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

interface Options {
  stopped?: () => boolean
  clock?: () => Date
}

const UNEXPECTED = 'Something went wrong that the program did not expect. The log has the details.'
const ENDED = 'The program ended each time while it worked on this.'

/** Does the jobs of a kind that are due, one after the other; returns of how many something was made. */
export async function runDueJobs(
  resources: JobResources,
  handler: JobHandler,
  { stopped = () => false, clock = () => new Date() }: Options = {},
): Promise<number> {
  const { database } = resources
  let made = 0
  while (!stopped() && (await dueKinds(database.db, [handler.kind], clock())).length) {
    if (handler.mayBegin && !(await handler.mayBegin())) break
    const job = await claimJob(database, handler.kind, handler.leaseMs, clock())
    if (job && (await runJob(resources, handler, job, clock))) made++
  }
  return made
}

async function runJob(
  { database, log }: JobResources,
  { run, pausesMs }: JobHandler,
  job: Job,
  clock: () => Date,
): Promise<boolean> {
  const { kind, subject } = job
  // No attempt of those that were counted has come back.
  if (job.attempts > pausesMs.length + 1) {
    await retryLater(database.db, job, ENDED, null, clock())
    return false
  }
  try {
    const made = await run(job)
    await finishJob(database.db, job)
    return made
  } catch (error) {
    const isKnown = error instanceof JobFailure
    if (isKnown) log.warn({ kind, subject, reason: error.message }, 'a job has failed')
    else log.error({ err: error, kind, subject }, 'a job has failed')
    const pause = isKnown && error.isFinal ? null : (pausesMs[job.attempts - 1] ?? null)
    await retryLater(database.db, job, isKnown ? error.message : UNEXPECTED, pause, clock())
    return false
  }
}

/** How long jobs that other processes have enqueued, or that are put off, may wait once they are due. */
const EVERY_MS = 5_000

export type RunningJobs = Record<JobKind, Rounds>

/**
 * Does jobs of all kinds in the background: one at a time of each kind, woken by the transactions of this process that
 * enqueue them. For all others one question is asked every few seconds, for all kinds together.
 */
export function startJobs(resources: JobResources, handlers: readonly JobHandler[]): Partial<RunningJobs> {
  const { database, log } = resources
  const lanes = new Map<JobKind, Rounds>()
  const failed = (error: unknown) => log.error({ err: error }, 'the jobs that are due could not be read')
  const looking = startRounds({
    round: async () => {
      const idle = [...lanes].filter(([, lane]) => lane.state().beganAt === null).map(([kind]) => kind)
      for (const kind of await dueKinds(database.db, idle, new Date())) lanes.get(kind)!.wake()
    },
    failed,
    everyMs: EVERY_MS,
  })
  for (const handler of handlers) {
    lanes.set(
      handler.kind,
      startRounds({ round: (stopped) => runDueJobs(resources, handler, { stopped }), failed, everyMs: null }),
    )
  }
  const ignore = database.enqueued.listen((kind) => lanes.get(kind as JobKind)?.wake())
  return Object.fromEntries(
    [...lanes].map(([kind, lane]) => [
      kind,
      {
        ...lane,
        stop: async () => {
          ignore()
          await Promise.all([looking.stop(), lane.stop()])
        },
      },
    ]),
  )
}
