import { sql, type RawBuilder } from 'kysely'
import type { JobKind } from '../../contract/rules/health/job-kinds.ts'
import type { Database, Db, Tx } from '../database/connect.ts'
import { newId, now } from '../ids.ts'
import { noteEnqueued } from '../database/enqueued.ts'
import { AHEAD_MS, later, tooFarAhead } from './retries.ts'

/** A job that this process works on. */
export interface Job {
  readonly kind: JobKind
  readonly subject: string
  /** From 1, this one included. */
  readonly attempts: number
  readonly claim: string
}

/** What failed as it may, in a sentence for an administrator. Tried again; `isFinal`: it would only fail again. */
export class JobFailure extends Error {
  readonly isFinal: boolean

  constructor(sentence: string, { isFinal = false } = {}) {
    super(sentence)
    this.isFinal = isFinal
  }
}

/**
 * Claims the newest job of a kind that is due; null if none is. The attempt is counted before it begins and others may
 * take over after the lease, so that a job that ends the program is neither lost nor tried for ever. Exactly one of
 * several processes gets it.
 */
export async function claimJob(
  { db, engine }: Database,
  kind: JobKind,
  leaseMs: number,
  at: Date,
  mayTakeOver = true,
): Promise<Job | null> {
  const claim = newId()
  // SQLite has one writer at a time; PostgreSQL passes over what another process is just claiming.
  const alone = engine === 'postgres' ? sql`for update skip locked` : sql``
  const { rows } = await sql<{ subject: string; attempts: number }>`
    with next as (
      select kind, subject from jobs where kind = ${kind} and ${isDue(at, mayTakeOver)}
        order by run_after desc, created_at desc limit 1 ${alone}
    )
    update jobs set claim = ${claim}, attempts = attempts + 1, run_after = ${later(at, leaseMs)}
      from next where jobs.kind = next.kind and jobs.subject = next.subject
      returning jobs.subject, jobs.attempts`.execute(db)
  const [row] = rows
  return row ? { kind, subject: row.subject, attempts: row.attempts, claim } : null
}

/** A condition that holds if a job of a kind is due, answered by the end of an index. */
export const isJobDue = (kind: JobKind, at: Date, mayTakeOver = true): RawBuilder<boolean> => sql`exists (
  select 1 from jobs where kind = ${sql.lit(kind)} and ${isDue(at, mayTakeOver)})`

const isDue = (at: Date, mayTakeOver: boolean) =>
  sql`failed_at is null and run_after <= ${at.toISOString()} ${ofNobody(mayTakeOver)}`

const isOff = (which: RawBuilder<unknown>, kind: JobKind, longestMs: number, at: Date, mayTakeOver: boolean) =>
  sql`kind = ${sql.lit(kind)} and failed_at is null and ${which}
    and run_after > ${tooFarAhead(at, longestMs)} ${ofNobody(mayTakeOver)}`

/** Begun ones, and those that were enqueued later than now: each has an index that answers. */
const offKinds = (at: Date) => [sql`attempts > 0`, sql`created_at > ${later(at, AHEAD_MS)}`]

const ofNobody = (mayTakeOver: boolean) => (mayTakeOver ? sql`` : sql`and claim is null`)

/** True if a job waits longer than it can: its time was written with a clock that was ahead. */
export const isJobOff = (kind: JobKind, longestMs: number, at: Date, mayTakeOver: boolean): RawBuilder<unknown> =>
  sql.join(
    offKinds(at).map(
      (which) => sql`exists (select 1 from jobs where ${isOff(which, kind, longestMs, at, mayTakeOver)})`,
    ),
    sql` or `,
  )

/** Those are due now. One that has not begun may wait for a time of its own, if it was enqueued with a clock like this one. */
export async function rightJobs(
  { db }: Database,
  kind: JobKind,
  longestMs: number,
  at: Date,
  mayTakeOver: boolean,
): Promise<void> {
  for (const which of offKinds(at))
    await sql`update jobs set run_after = ${at.toISOString()}
      where ${isOff(which, kind, longestMs, at, mayTakeOver)}`.execute(db)
}

/**
 * Notes that a job is done, in the transaction that stores what came of it; false if another process has taken it over,
 * or it has been enqueued again meanwhile.
 */
export async function finishJob(db: Db, { kind, subject, claim }: Job): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('jobs')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('claim', '=', claim)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Gives an attempt back that the end of the program has broken off: the job is due, and nothing was counted. */
export async function releaseJob(db: Db, { kind, subject, claim, attempts }: Job): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ claim: null, attempts: attempts - 1, run_after: '' })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('claim', '=', claim)
    .execute()
}

/** Notes why an attempt failed, and tries again after a pause; null: it is given up until an administrator retries it. */
export async function retryLater(db: Db, job: Job, error: string, pauseMs: number | null, at: Date): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      claim: null,
      error,
      ...(pauseMs === null ? { failed_at: at.toISOString() } : { run_after: later(at, pauseMs) }),
    })
    .where('kind', '=', job.kind)
    .where('subject', '=', job.subject)
    .where('claim', '=', job.claim)
    .execute()
}

/**
 * Has something done in the background, at once when the transaction has ended or after a time. A job that waits, runs
 * or was given up begins again: what it is about is another by now.
 */
export async function enqueueJob(
  tx: Tx,
  kind: JobKind,
  subject: string,
  { runAfter = '' }: { runAfter?: string } = {},
): Promise<void> {
  // Its time is known to be right by when it was enqueued.
  const fresh = { run_after: runAfter, created_at: now(), attempts: 0, claim: null, error: null, failed_at: null }
  await tx
    .insertInto('jobs')
    .values({ kind, subject, ...fresh })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet(fresh))
    .execute()
  noteEnqueued(tx, kind)
}

/** Nothing is to be done any more; a process that works on it finds out when it ends. */
export const cancelJob = async (tx: Db, kind: JobKind, subject: string): Promise<void> => {
  await tx.deleteFrom('jobs').where('kind', '=', kind).where('subject', '=', subject).execute()
}

interface JobState {
  attempts: number
  /** When it was given up. */
  failedAt: string | null
  /** When it is tried next, or when another process may take it over. */
  runAfter: string
}

/** How far jobs of one kind are, by subject. */
export async function jobStates(db: Db, kind: JobKind, subjects: readonly string[]): Promise<Map<string, JobState>> {
  if (!subjects.length) return new Map()
  const rows = await db
    .selectFrom('jobs')
    .select(['subject', 'attempts', 'failed_at', 'run_after'])
    .where('kind', '=', kind)
    .where('subject', 'in', subjects)
    .execute()
  return new Map(
    rows.map(({ subject, attempts, failed_at, run_after }) => [
      subject,
      { attempts, failedAt: failed_at, runAfter: run_after },
    ]),
  )
}
