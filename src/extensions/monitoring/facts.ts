import { type RawBuilder, sql } from 'kysely'
import { OPEN } from '../../contract/rules/articles/deposits.ts'
import type { Queue, HealthFacts } from '../../contract/rules/health/facts.ts'
import type { Database, Db } from '../../platform/database/connect.ts'
import { siteVersion } from '../../platform/database/site-version.ts'
import { damagedFiles, findPromised, noteWhole, openIntact } from '../../journal/publication/files/intact.ts'
import { isReached } from '../../platform/http/health.ts'
import { now } from '../../platform/ids.ts'
import { inTime } from '../../platform/time-limit.ts'
import { withoutPeople } from '../../platform/log.ts'
import type { WorkState } from '../../platform/jobs/background.ts'
import { JOB_KINDS, type JobKind, type QueueName } from '../../contract/rules/health/job-kinds.ts'
import type { MonitoringResources } from './operation.ts'
import { SEEN_MS } from './watch.ts'

/** What takes longer is unknown: the page has to open on the worst day. */
const LIMIT_MS = 2_000

/** What can be found out now about the running journal. Nothing that hangs is waited for. */
export async function loadHealthFacts(resources: MonitoringResources): Promise<HealthFacts> {
  const { database, store, uploads, mailer, operation, publicUrl } = resources
  const { db, engine } = database
  const known = <T>(find: () => Promise<T>): Promise<T | null> => inTime(LIMIT_MS, find).catch(() => null)
  const { production, rateLimit, secondFactor, filesIn } = operation.settings
  const began = performance.now()
  const [answer, clock, isThere, damaged, emails, ofExtensions, queues, scanner, processes] = await Promise.all([
    known(() => siteVersion(db).then(() => ({ answeredInMs: performance.now() - began }))),
    known(() => clockFacts(db)),
    known(() => isReached(store).then(() => true)),
    known(() => stillDamaged(resources)),
    known(() => emailFacts(db, mailer !== null)),
    factsOfExtensions(resources, known),
    known(() => loadQueues(database)),
    uploads.scanner ? known(() => uploads.scanner!.ping().then(() => 'answers' as const)) : ('off' as const),
    known(() => processFacts(db)),
  ])
  return {
    now: now(),
    version: operation.version,
    settings: { production, publicUrl, rateLimit, secondFactor, engine },
    database: answer,
    clock,
    reserveBytes: uploads.spareBytes,
    files: { in: filesIn, isReached: isThere ?? false, damaged: damaged ?? [] },
    ...{ emails, queues, processes },
    scanner: scanner ?? 'away',
    ...ofExtensions,
  }
}

/** The facts of each extension; what `known` does not get is null. */
export async function factsOfExtensions(
  { healthFacts }: Pick<MonitoringResources, 'healthFacts'>,
  known: <T>(find: () => Promise<T>) => Promise<T | null>,
): Promise<Partial<HealthFacts>> {
  const found = Object.entries(healthFacts).map(async ([part, find]) => [part, await known(find)])
  return Object.fromEntries(await Promise.all(found)) as Partial<HealthFacts>
}

/** How many of the damaged files are looked at again: one that was restored is whole. */
const LOOKED_AT = 10

async function stillDamaged(resources: MonitoringResources): Promise<{ fileId: string; seenAt: string }[]> {
  const { database, store } = resources
  const damaged = await damagedFiles(database.db)
  const whole = new Set<string>()
  for (const { fileId } of damaged.slice(0, LOOKED_AT)) {
    const promised = (await findPromised(database.db, fileId)) ?? null
    const file = promised && (await openIntact(resources, promised).catch(() => null))
    if (!file) continue
    await file.close()
    await noteWhole(database.db, store, fileId)
    whole.add(fileId)
  }
  return damaged.filter(({ fileId }) => !whole.has(fileId))
}

async function clockFacts(db: Db): Promise<NonNullable<HealthFacts['clock']>> {
  const newest = await db.selectFrom('audit_entries').select('at').orderBy('seq', 'desc').limit(1).executeTakeFirst()
  const jumpedMs = Math.round(Date.now() - (performance.timeOrigin + performance.now()))
  return { jumpedMs, newestEntryAt: newest?.at ?? null }
}

/** Emails that wait for their time, such as letters that can still be undone, are not counted. */
export async function emailFacts(db: Db, isConfigured: boolean): Promise<NonNullable<HealthFacts['emails']>> {
  const open = await db
    .selectFrom('outbox')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min<string | null>('created_at').as('oldest')])
    .select(sql<number>`coalesce(sum(case when last_error is not null then 1 else 0 end), 0)`.as('failing'))
    .where('sent_at', 'is', null)
    .where((where) => where.or([where('last_error', 'is not', null), where('next_try_at', '<=', now())]))
    .executeTakeFirstOrThrow()
  const failed = await db
    .selectFrom('outbox')
    .select('last_error')
    .where('sent_at', 'is', null)
    .where('last_error', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const sent = await db
    .selectFrom('outbox')
    .select('sent_at')
    .where('sent_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    isConfigured,
    waiting: open.waiting,
    oldestAt: open.oldest,
    failing: Number(open.failing),
    // The mail server may name a reviewer whom this administrator must not know.
    words: failed?.last_error ? withoutPeople(failed.last_error, true) : null,
    lastSentAt: sent?.sent_at ?? null,
  }
}

async function processFacts(db: Db): Promise<NonNullable<HealthFacts['processes']>> {
  const rows = await db
    .selectFrom('server_processes')
    .selectAll()
    .where('seen_at', '>', new Date(Date.now() - SEEN_MS).toISOString())
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  return rows.map(({ server, version, clock_ahead_ms, free_bytes, work }) => ({
    ...{ server, version, clockAheadMs: clock_ahead_ms, freeBytes: free_bytes },
    work: (JSON.parse(work) as ({ kind: string } & WorkState)[]).map(({ kind, beganAt, failures }) => ({
      ...{ kind, beganAt, failures },
    })),
  }))
}

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
export async function loadQueues({ db }: Pick<Database, 'db'>): Promise<Queue[]> {
  const at = now()
  const records = Object.entries(QUEUES).map(async ([name, { from, open, due }]): Promise<Queue> => {
    const { rows } = await sql<{ waiting: number; due: string | null }>`
      select coalesce(sum(case when ${open} then 1 else 0 end), 0) as waiting,
        min(case when ${open} and ${due} <= ${at} then ${due} end) as due
      from ${from}`.execute(db)
    const [row] = rows
    return { name: name as QueueName, waiting: Number(row!.waiting), givenUp: 0, dueSince: row!.due, reason: null }
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
    .select(sql<string | null>`max(case when failed_at is null then error end)`.as('reason'))
    .groupBy('kind')
    .execute()
  const byKind = new Map(rows.map((row) => [row.kind, row]))
  return (Object.keys(JOB_KINDS) as JobKind[]).map((name) => {
    const { total = 0, givenUp = 0, due = null, reason = null } = byKind.get(name) ?? {}
    return { name, waiting: Number(total) - Number(givenUp), givenUp: Number(givenUp), dueSince: due, reason }
  })
}
