import { MINUTE_MS, DAY_MS } from '../../../contract/rules/text/dates.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import type { Database, Tx } from '../../../platform/database/connect.ts'
import { enqueue } from '../../../platform/email/outbox.ts'
import { enqueueJob } from '../../../platform/jobs/queue.ts'
import type { JobHandler } from '../../../platform/jobs/run.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { FollowingEmail } from './emails.ts'

/** What was published until then is written about: early in the morning of Europe, Africa and Asia. */
const HOUR = 'T03:00:00.000Z'
/** Later than any transaction that publishes takes: none that began before is missed. */
const SETTLED_MS = 10 * MINUTE_MS

/** The end of the day, from morning to morning, in which something is published. */
export function nextMorning(at: Date): Date {
  const today = new Date(dayOf(at) + HOUR)
  return today > at ? today : new Date(today.getTime() + DAY_MS)
}

/** To be called in the transaction that publishes an article or a notice: who follows the journal hears of it next morning. */
export const announceNextMorning = async (tx: Tx, at: string): Promise<void> => {
  const morning = nextMorning(new Date(at))
  const runAfter = new Date(morning.getTime() + SETTLED_MS).toISOString()
  await enqueueJob(tx, 'digest', dayOf(morning), { runAfter })
}

/** So many followers are written to in one transaction. */
const AT_ONCE = 500

/** Writes one email to each follower of the journal, about all that was published since the last one. */
export const digestJobs = (resources: Pick<Platform, 'database'>): JobHandler => ({
  kind: 'digest',
  pausesMs: [1, 5, 60, 60].map((minutes) => minutes * MINUTE_MS),
  leaseMs: 10 * MINUTE_MS,
  run: () => writeDigests(resources.database),
})

/** The followers are marked with their emails, so that each is written to once, wherever the process dies. */
export async function writeDigests(database: Database, at = new Date()): Promise<boolean> {
  const until = new Date(at.getTime() - SETTLED_MS).toISOString()
  // Imported articles have the date of their first publication, and are not new.
  const newest = await database.db
    .selectFrom('public_articles')
    .select(['id', 'published_at'])
    .where('published_at', '<=', until)
    .where('origin', '<>', 'sample')
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  let written = false
  for (let isMore = newest !== undefined; isMore;) {
    isMore = await database.transaction(async (tx) => {
      const followers = await tx
        .selectFrom('follows')
        .selectAll()
        .where('article_id', 'is', null)
        .where('confirmed_at', 'is not', null)
        .where('told_until', '<', newest!.published_at)
        .orderBy('told_until')
        .limit(AT_ONCE)
        .execute()
      for (const { id, email, told_until } of followers) {
        // Another process may be writing to the same ones.
        const { numUpdatedRows } = await tx
          .updateTable('follows')
          .set({ told_until: until })
          .where('id', '=', id)
          .where('told_until', '=', told_until)
          .executeTakeFirst()
        if (!numUpdatedRows) continue
        const data = { followId: id, since: told_until!, until }
        // About one article, so that they wait in one line and do not keep others waiting.
        await enqueue<FollowingEmail>(tx, { kind: 'new-articles', recipient: email, data }, { articleId: newest!.id })
        written = true
      }
      return followers.length === AT_ONCE
    })
  }
  return written
}
