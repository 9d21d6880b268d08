import { sql } from 'kysely'
import type { Rhythm } from '../../../contract/rules/site/follow-scopes.ts'
import { MINUTE_MS, DAY_MS } from '../../../contract/rules/text/dates.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import type { Database, Tx } from '../../../platform/database/connect.ts'
import type { FollowRow } from '../../../platform/database/following-tables.ts'
import { enqueue } from '../../../platform/email/outbox.ts'
import { now } from '../../../platform/ids.ts'
import { enqueueJob } from '../../../platform/jobs/queue.ts'
import type { JobHandler } from '../../../platform/jobs/run.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { FollowingEmail } from './emails.ts'
import { type Matter, whatIsNew, type WhatIsNew } from './news-of.ts'

/** What was published until then is written about: early in the morning of Europe, Africa and Asia. */
const HOUR = 'T03:00:00.000Z'
/** Later than any transaction that publishes takes: none that began before is missed. */
const SETTLED_MS = 10 * MINUTE_MS

/** The end of the day, from morning to morning, in which something is published. */
export function nextMorning(at: Date): Date {
  const today = new Date(dayOf(at) + HOUR)
  return today > at ? today : new Date(today.getTime() + DAY_MS)
}

/** The first morning of a month that has not come yet. */
export function nextMonthsMorning(at: Date): Date {
  const morning = dayOf(nextMorning(at))
  const first = morning.endsWith('-01') ? morning : `${addDays(`${morning.slice(0, 7)}-28`, 4).slice(0, 7)}-01`
  return new Date(first + HOUR)
}

const MONTHLY = 'month '

/**
 * To be called in the transaction that publishes an article, a notice or news: who follows them hears of it the morning after,
 * or on the first morning of a month.
 */
export async function announceNextMorning(tx: Tx, at: string): Promise<void> {
  const [morning, month] = [nextMorning(new Date(at)), nextMonthsMorning(new Date(at))]
  const due = (time: Date) => ({ runAfter: new Date(time.getTime() + SETTLED_MS).toISOString() })
  await enqueueJob(tx, 'digest', dayOf(morning), due(morning))
  await enqueueJob(tx, 'digest', MONTHLY + dayOf(month).slice(0, 7), due(month))
}

/** So many addresses are written to in one transaction. */
const AT_ONCE = 100

/** Writes one email to each follower, about all that was published since the last one and that they follow. */
export const digestJobs = (resources: Pick<Platform, 'database'>): JobHandler => ({
  kind: 'digest',
  pausesMs: [1, 5, 60, 60].map((minutes) => minutes * MINUTE_MS),
  leaseMs: 10 * MINUTE_MS,
  run: ({ subject }) => writeDigests(resources.database, new Date(), subject.startsWith(MONTHLY) ? 'monthly' : 'daily'),
})

/**
 * The followers are marked with their emails, and each matter is noted for each address, so that both are written about once:
 * wherever a process dies, however many work on it, and also if a clock has been wrong.
 */
export async function writeDigests(database: Database, at = new Date(), rhythm: Rhythm = 'daily'): Promise<boolean> {
  const until = new Date(at.getTime() - SETTLED_MS).toISOString()
  await lookBack(database, at, rhythm)
  const { since } = await database.db
    .selectFrom('follows')
    .select(({ fn }) => fn.min('told_until').as('since'))
    .where('scope', '<>', 'article')
    .where('rhythm', '=', rhythm)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  if (since === null) return false
  const fresh = await whatIsNew(database.db, since, until)
  const newest = fresh.all.reduce((latest, one) => (one.at > latest ? one.at : latest), '')
  let written = false
  for (let isMore = newest !== ''; isMore;) {
    isMore = await database.transaction(async (tx) => {
      const addresses = await tx
        .selectFrom('follows')
        .select('email')
        .distinct()
        .where('scope', '<>', 'article')
        .where('rhythm', '=', rhythm)
        .where('confirmed_at', 'is not', null)
        .where('told_until', '<', newest)
        .orderBy('email')
        .limit(AT_ONCE)
        .execute()
      for (const { email } of addresses) if (await writeTo(tx, email, { rhythm, newest, fresh })) written = true
      return addresses.length === AT_ONCE
    })
  }
  return written
}

/** So far back is looked for what was published while a clock was wrong: longer than a month and its morning. */
const LOOK_BACK_DAYS = 62

/**
 * Who has been told of what was published later than now has been told by a clock that was ahead, and would hear of nothing
 * until then. What they were written about since is noted for each.
 */
async function lookBack({ db }: Database, at: Date, rhythm: Rhythm): Promise<void> {
  const [now, least] = [at, new Date(at.getTime() - LOOK_BACK_DAYS * DAY_MS)].map((time) => time.toISOString())
  await db
    .updateTable('follows')
    .set({
      told_until: sql<string>`case when confirmed_at > ${now!} then ${now!} when confirmed_at < ${least!} then ${least!} else confirmed_at end`,
    })
    .where('scope', '<>', 'article')
    .where('rhythm', '=', rhythm)
    .where('confirmed_at', 'is not', null)
    .where('told_until', '>', now!)
    .execute()
}

async function writeTo(
  tx: Tx,
  email: string,
  { rhythm, newest, fresh }: { rhythm: Rhythm; newest: string; fresh: WhatIsNew },
): Promise<boolean> {
  const follows = await tx
    .selectFrom('follows')
    .selectAll()
    .where('email', '=', email)
    .where('scope', '<>', 'article')
    .where('rhythm', '=', rhythm)
    .where('confirmed_at', 'is not', null)
    .where('told_until', '<', newest)
    .orderBy('confirmed_at')
    .orderBy('id')
    .execute()
  const found = new Map<string, Matter>()
  let first: FollowRow | undefined
  for (const follow of follows) {
    // Another process may be writing to the same one. Until the newest, and not until now: the clock may be wrong.
    const { numUpdatedRows } = await tx
      .updateTable('follows')
      .set({ told_until: newest })
      .where('id', '=', follow.id)
      .where('told_until', '=', follow.told_until)
      .executeTakeFirst()
    if (!numUpdatedRows) continue
    const own = await fresh.ofFollow(tx, follow)
    if (own.length) first ??= follow
    for (const matter of own) found.set(`${matter.kind} ${matter.id}`, matter)
  }
  const told: Matter[] = []
  for (const matter of found.values()) if (await noteSending(tx, email, matter)) told.push(matter)
  if (!first || !told.length) return false
  const idsOf = (kind: Matter['kind']) => told.filter((one) => one.kind === kind).map(({ id }) => id)
  const articleIds = idsOf('article')
  const data = { followId: first.id, articleIds, volumeIds: idsOf('volume'), newsIds: idsOf('news') }
  // About one article, so that they wait in one line and do not keep others waiting.
  const [articleId] = articleIds
  await enqueue<FollowingEmail>(
    tx,
    { kind: 'new-articles', recipient: email, data },
    articleId === undefined ? {} : { articleId },
  )
  return true
}

/** False if the address has been written to about it. */
async function noteSending(tx: Tx, email: string, { kind, id }: Matter): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('alert_sendings')
    .values({ email, kind, subject_id: id, sent_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** So long it is known what an address was written about: nothing is new for longer. */
const KEPT_DAYS = 400

/** Forgets what was sent long ago. Returns how many. */
export async function sweepSendings({ db }: Database, at = new Date()): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('alert_sendings')
    .where('sent_at', '<', addDays(dayOf(at), -KEPT_DAYS))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
