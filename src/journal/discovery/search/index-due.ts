import { MINUTE_MS } from '../../../contract/rules/text/durations.ts'
import type { Database, Db } from '../../../platform/database/connect.ts'
import { now } from '../../../platform/ids.ts'
import { TERMS } from '../../../platform/search-engine/terms.ts'
import { articleText } from './article-text.ts'
import { queuePdfText } from './pdf-texts.ts'
import { removeFromIndex, writeIndex } from './write-index.ts'

type Due = { article_id: string; stamp: number }

/** An article that cannot be indexed is tried again, later and later. */
const RETRY_MS = [MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS]

/**
 * Indexes the articles that triggers have noted, until there are none; returns how many. Each is one transaction: if
 * the program is killed, the next round goes on. What changes while it is read stays due. Two processes may index the
 * same article; the second finds it done.
 */
export async function indexDue(
  database: Database,
  {
    stopped = () => false,
    failed = () => {},
  }: { stopped?: () => boolean; failed?: (error: unknown, id: string) => void } = {},
): Promise<number> {
  await noteOutdated(database)
  for (let done = 0; ;) {
    const batch = await nextDue(database.db)
    if (!batch.length || stopped()) return done
    for (const due of batch) {
      if (stopped()) return done
      try {
        await indexArticle(database, due)
        done++
      } catch (error) {
        failed(error, due.article_id)
        await postpone(database.db, due)
      }
    }
  }
}

const BATCH = 50

const nextDue = (db: Db): Promise<Due[]> =>
  db
    .selectFrom('search_due')
    .select(['article_id', 'stamp'])
    .where('next_try_at', '<=', now())
    .orderBy('next_try_at')
    .limit(BATCH)
    .execute()

async function indexArticle(database: Database, { article_id, stamp }: Due): Promise<void> {
  const text = await articleText(database.db, article_id)
  await database.transaction(async (tx) => {
    // Of two that have read the same, the second waits here, and finds nothing left to do.
    const { numDeletedRows } = await tx
      .deleteFrom('search_due')
      .where('article_id', '=', article_id)
      .where('stamp', '=', stamp)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
    if (text) {
      await queuePdfText(tx, text)
      return writeIndex(tx, text)
    }
    const head = await tx
      .selectFrom('article_heads')
      .select('no')
      .where('article_id', '=', article_id)
      .executeTakeFirst()
    if (head) await removeFromIndex(tx, head.no)
  })
}

async function postpone(db: Db, { article_id, stamp }: Due): Promise<void> {
  const due = await db
    .selectFrom('search_due')
    .select('attempts')
    .where('article_id', '=', article_id)
    .executeTakeFirst()
  if (!due) return
  const wait = RETRY_MS[Math.min(due.attempts, RETRY_MS.length - 1)]!
  await db
    .updateTable('search_due')
    .set({ attempts: due.attempts + 1, next_try_at: new Date(Date.now() + wait).toISOString() })
    .where('article_id', '=', article_id)
    .where('stamp', '=', stamp)
    .execute()
}

/** What an earlier version has indexed is due as well. */
async function noteOutdated({ db }: Database): Promise<void> {
  const outdated = db.selectFrom('search_articles').select('article_id').where('analyser', '<', TERMS)
  if (!(await outdated.limit(1).executeTakeFirst())) return
  await db
    .insertInto('search_due')
    .columns(['article_id'])
    .expression(outdated)
    .onConflict((conflict) => conflict.column('article_id').doNothing())
    .execute()
}
