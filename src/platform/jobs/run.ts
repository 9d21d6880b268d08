import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { JobKind } from '../../contract/rules/health/job-kinds.ts'
import type { Database } from '../database/connect.ts'
import type { BackgroundWork } from './background.ts'
import { watchClock } from './clock-jumps.ts'
import {
  claimJob,
  finishJob,
  isJobDue,
  isJobOff,
  JobFailure,
  releaseJob,
  retryLater,
  rightJobs,
  type Job,
} from './queue.ts'

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
  /** False while the end of a lease does not say that its process has died. */
  mayTakeOver?: () => boolean
  /** Called with the job that begins, and with null when it has ended. */
  working?: (job: Job | null) => void
}

const UNEXPECTED = 'Something went wrong that the program did not expect. The log has the details.'
const ENDED = 'The program crashed each time it worked on this.'

/** Nobody notes a time that is further ahead. */
const longestMs = ({ leaseMs, pausesMs }: JobHandler) => Math.max(leaseMs, ...pausesMs)

/** Does the jobs of a kind that are due, one after the other; returns of how many something was made. */
export async function runDueJobs(
  resources: JobResources,
  handler: JobHandler,
  { stopped = () => false, clock = () => new Date(), mayTakeOver = () => true, working = () => {} }: Options = {},
): Promise<number> {
  const { database } = resources
  let made = 0
  await rightJobs(database, handler.kind, longestMs(handler), clock(), mayTakeOver())
  while (!stopped()) {
    if (handler.mayBegin && !(await handler.mayBegin())) break
    const job = await claimJob(database, handler.kind, handler.leaseMs, clock(), mayTakeOver())
    if (!job) break
    working(job)
    if (await runJob(resources, handler, job, { clock, stopped })) made++
    working(null)
  }
  return made
}

async function runJob(
  { database, log }: JobResources,
  { run, pausesMs }: JobHandler,
  job: Job,
  { clock, stopped }: { clock: () => Date; stopped: () => boolean },
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
    // The system ends the processes that it was done in together with this one.
    if (stopped()) {
      await releaseJob(database.db, job)
      return false
    }
    const isKnown = error instanceof JobFailure
    if (isKnown) log.warn({ kind, subject, reason: error.message }, 'a job has failed')
    else log.error({ err: error, kind, subject }, 'a job has failed')
    const pause = isKnown && error.isFinal ? null : (pausesMs[job.attempts - 1] ?? null)
    await retryLater(database.db, job, isKnown ? error.message : UNEXPECTED, pause, clock())
    return false
  }
}

/** Jobs of a kind as work in the background. One that is under way when the program ends keeps its attempts. */
export const jobWork = (resources: JobResources, handler: JobHandler): BackgroundWork => {
  let underWay: Job | null = null
  const jumps = watchClock()
  const mayTakeOver = () => !jumps.jumpedWithin(handler.leaseMs)
  return {
    kind: handler.kind,
    run: (stopped) => runDueJobs(resources, handler, { stopped, mayTakeOver, working: (job) => (underWay = job) }),
    isDue: (at) => {
      const takesOver = mayTakeOver()
      return sql`(${isJobDue(handler.kind, at, takesOver)} or ${isJobOff(handler.kind, longestMs(handler), at, takesOver)})`
    },
    atEnd: async () => {
      if (underWay) await releaseJob(resources.database.db, underWay)
    },
  }
}
