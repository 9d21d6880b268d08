import { sql, type RawBuilder } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { BackgroundWork } from '../../../platform/jobs/background.ts'
import type { Platform } from '../../../platform/platform.ts'
import { noteAllRecusedEditors } from './recused-editors.ts'
import { takeDueSteps } from './reminders.ts'
import { renewPublicFigures } from './public-figures.ts'

/** How soon cases are looked at again of which a step has failed. */
const RETRY_MS = 5 * MINUTE_MS

/**
 * What this process has seen of the cases: until the next day, or a further entry in the audit log, nothing new can be
 * due. Every hour all cases are looked at nevertheless.
 */
export class SeenCases {
  #seen: { day: string; entry: number; at: number } | undefined
  #failedAt = -Infinity

  /** A condition that holds if something may be due. */
  mayBeDue(now: Date): RawBuilder<boolean> {
    const seen = this.#seen
    if (now.getTime() >= this.#failedAt && now.getTime() - this.#failedAt < RETRY_MS) return sql`1 = 0`
    const isFresh = seen?.day === dayOf(now) && Math.abs(now.getTime() - seen.at) < HOUR_MS
    return isFresh ? sql`exists (select 1 from audit_entries where seq > ${seen.entry})` : sql`1 = 1`
  }

  finished(entry: number, now: Date): void {
    this.#seen = { day: dayOf(now), entry, at: now.getTime() }
  }

  failed(now: Date): void {
    this.#failedAt = now.getTime()
  }
}

interface Reminding {
  seen?: SeenCases
  stopped?: () => boolean
  clock?: () => Date
}

/** Takes what is due in all cases, and remembers what it has seen of them. */
export async function remind(
  { database, log }: Pick<Platform, 'database' | 'log'>,
  { seen = new SeenCases(), stopped = () => false, clock = () => new Date() }: Reminding = {},
): Promise<void> {
  const entry = await lastEntry(database.db)
  let isComplete = true
  await takeDueSteps(database, {
    clock,
    stopped,
    failed: (error, articleId) => {
      isComplete = false
      log.error({ err: error, articleId }, 'what is due in a case could not be done')
    },
  })
  await noteAllRecusedEditors(database, { stopped })
  await renewPublicFigures(database, clock())
  if (!isComplete) seen.failed(clock())
  else if (!stopped()) seen.finished(entry, clock())
}

async function lastEntry(db: Db): Promise<number> {
  const { entry } = await db
    .selectFrom('audit_entries')
    .select(({ fn }) => fn.max<number | null>('seq').as('entry'))
    .executeTakeFirstOrThrow()
  return entry ?? 0
}

/** Reminds in the background. */
export function reminderWork(resources: Pick<Platform, 'database' | 'log'>): BackgroundWork {
  const seen = new SeenCases()
  const run = (stopped: () => boolean) => remind(resources, { seen, stopped })
  return { kind: 'reminders', run, isDue: (at) => seen.mayBeDue(at) }
}
