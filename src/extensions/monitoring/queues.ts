import { sql, type RawBuilder } from 'kysely'
import { OPEN } from '../../contract/rules/articles/deposits.ts'
import type { Queue } from '../../contract/rules/health/facts.ts'
import { JOB_KINDS, type JobKind, type QueueName } from '../../contract/rules/health/job-kinds.ts'
import type { Database, Db } from '../../platform/database/connect.ts'
import { now } from '../../platform/ids.ts'

interface Waiting {
  from: RawBuilder<unknown>
  /** Which rows are work that is still to be done. */
  open: RawBuilder<unknown>
  due: RawBuilder<unknown>
}

/** Records that are sent or indexed themselves. */
const QUEUES: Record<Exclude<QueueName, JobKind>, Waiting> = {
  emails: { from: sql`outbox where sent_at is null`, open: sql`1 = 1`, due: sql`next_try_at` },
  deposits: {
    from: sql`deposits where state in (${sql.join(OPEN)})`,
    open: sql`1 = 1`,
    due: sql`next_try_at`,
  },
}

/** What waits to be done in the background, by kind: one short query for all jobs, and one for each kind of records. */
export async function queuesOf({ db }: Pick<Database, 'db'>): Promise<Queue[]> {
  const at = now()
  const records = Object.entries(QUEUES).map(async ([name, { from, open, due }]): Promise<Queue> => {
    const { rows } = await sql<{ waiting: number; due: string | null }>`
      select coalesce(sum(case when ${open} then 1 else 0 end), 0) as waiting,
        min(case when ${open} and ${due} <= ${at} then ${due} end) as due
      from ${from}`.execute(db)
    const [row] = rows
    return { name: name as QueueName, waiting: Number(row!.waiting), givenUp: 0, dueSince: row!.due }
  })
  const [jobs, ...others] = await Promise.all([jobQueues(db, at), ...records])
  return [...jobs, ...others]
}

async function jobQueues(db: Db, at: string): Promise<Queue[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['kind', ({ fn }) => fn.countAll<number>().as('total')])
    .select(({ fn }) => fn.count<number>('failed_at').as('givenUp'))
    .select(
      sql<string | null>`min(case when failed_at is null and run_after <= ${at} then
        case when run_after > created_at then run_after else created_at end end)`.as('due'),
    )
    .groupBy('kind')
    .execute()
  const byKind = new Map(rows.map((row) => [row.kind, row]))
  return (Object.keys(JOB_KINDS) as JobKind[]).map((name) => {
    const { total = 0, givenUp = 0, due = null } = byKind.get(name) ?? {}
    return { name, waiting: Number(total) - Number(givenUp), givenUp: Number(givenUp), dueSince: due }
  })
}
