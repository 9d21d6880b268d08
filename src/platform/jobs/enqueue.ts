import type { JobKind } from '../../contract/rules/health/job-kinds.ts'
import type { Db, Tx } from '../database/connect.ts'
import { noteEnqueued } from '../database/enqueued.ts'
import { now } from '../ids.ts'

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
  const fresh = { run_after: runAfter, attempts: 0, claim: null, error: null, failed_at: null }
  await tx
    .insertInto('jobs')
    .values({ kind, subject, created_at: now(), ...fresh })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet(fresh))
    .execute()
  noteEnqueued(tx, kind)
}

/** Nothing is to be done any more; a process that works on it finds out when it ends. */
export const cancelJob = async (tx: Db, kind: JobKind, subject: string): Promise<void> => {
  await tx.deleteFrom('jobs').where('kind', '=', kind).where('subject', '=', subject).execute()
}

export interface JobState {
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
