import type { JournalTitle } from '../../contract/journal.ts'
import { type TitledJournal, titleOn } from '../../contract/rules/articles/titles.ts'
import { dayOf } from '../../contract/rules/peer-review/days.ts'
import { journalOf } from '../../contract/rules/settings/values.ts'
import { MINUTE_MS } from '../../contract/rules/text/dates.ts'
import type { Database, Db, Tx } from '../../platform/database/connect.ts'
import { lockAllForUpdate } from '../../platform/database/lock-for-update.ts'
import { enqueueJob, finishJob, type Job } from '../../platform/jobs/queue.ts'
import type { JobHandler } from '../../platform/jobs/run.ts'
import { enqueueDeposit } from '../publication/dois/enqueue-deposit.ts'
import { type Content, readVersion, valuesIn } from './versions.ts'

/** What of a title is in the records of its articles. */
const inRecords = ({ name, abbreviation, issn, issnPrint }: JournalTitle): string =>
  JSON.stringify([name, abbreviation, issn, issnPrint])

const titledIn = (content: Content): TitledJournal => journalOf(valuesIn(content))

const titlesIn = (content: Content): string => {
  const { formerTitles, ...present } = titledIn(content)
  return JSON.stringify([inRecords(present), ...formerTitles.map((former) => [inRecords(former), former.until])])
}

/**
 * To be called where a version of the journal is published: if a title was corrected, the records of its articles say something
 * else from now on, at Crossref and for harvesters. A new title changes none of those before.
 */
export async function enqueueRetitled(tx: Tx, number: number, before: Content, after: Content): Promise<void> {
  if (titlesIn(before) !== titlesIn(after)) await enqueueJob(tx, 'titles', String(number))
}

/** So many articles are looked at in one transaction. */
const AT_ONCE = 200

/** Articles whose title was corrected with a version are deposited again, and harvested again. */
export const retitledJobs = ({ database }: { database: Database }): JobHandler => ({
  kind: 'titles',
  pausesMs: [1, 5, 60, 60].map((minutes) => minutes * MINUTE_MS),
  leaseMs: 10 * MINUTE_MS,
  run: (job) => renewSome(database, job),
})

/**
 * One part of the articles; the rest is another job, written in the same transaction: whenever a process dies, and if two of them
 * work on it, each article is renewed once.
 */
async function renewSome(database: Database, job: Job): Promise<boolean> {
  const [number, after = ''] = job.subject.split(' ')
  const [before, now] = [
    titledIn((await readVersion(database.db, Number(number) - 1)).content),
    titledIn((await readVersion(database.db, Number(number))).content),
  ]
  return database.transaction(async (tx) => {
    // Another process has taken over, and does all of this.
    if (!(await finishJob(tx, job))) return false
    const seen = await ownAfter(tx, after)
    const ids = seen
      .filter(({ published_at }) => {
        const day = dayOf(published_at!)
        return inRecords(titleOn(day, before)) !== inRecords(titleOn(day, now))
      })
      .map(({ id }) => id)
    // Locking an article is a change of its record for harvesters.
    const articles = await lockAllForUpdate(tx, 'articles', ids)
    for (const article of articles) await enqueueDeposit(tx, article, 'title')
    const last = seen.at(-1)
    if (last && seen.length === AT_ONCE) await enqueueJob(tx, 'titles', `${number} ${last.id}`)
    return articles.length > 0
  })
}

/** Public articles of the journal itself: others name the one in which they appeared. */
const ownAfter = (db: Db, id: string) =>
  db
    .selectFrom('public_articles')
    .select(['id', 'published_at'])
    .where('source_journal', 'is', null)
    .where('origin', '<>', 'sample')
    .where('id', '>', id)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()
