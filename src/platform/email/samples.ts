import { sql, type RawBuilder } from 'kysely'
import { isInventedAddress, NEVER } from '../../contract/rules/site/samples.ts'
import type { Db } from '../database/connect.ts'
import type { OutboxRow } from '../database/tables.ts'

/** True if what an article is about was invented; its case is known even when the article has been deleted. */
const isSample = (articleId: string): RawBuilder<boolean> => sql<boolean>`(
  exists (select 1 from articles where articles.id = ${articleId} and articles.origin = 'sample')
  or exists (select 1 from review_cases where review_cases.article_id = ${articleId} and review_cases.is_sample = 1))`

/** The one rule of what is never sent, as the time for the outbox: `at` for all else. */
export function timeToSend({
  recipient,
  articleId,
  at,
}: {
  recipient: string
  articleId: string | null | undefined
  at: string
}): RawBuilder<string> {
  if (isInventedAddress(recipient)) return sql<string>`${sql.lit(NEVER)}`
  if (!articleId) return sql<string>`cast(${at} as text)`
  return sql<string>`case when ${isSample(articleId)} then ${sql.lit(NEVER)} else cast(${at} as text) end`
}

/**
 * Asked once more before an email is handed to the mail server: whatever has written it, and whatever has made it due, an
 * email of a sample goes back to those that are never sent.
 */
export async function putBackIfSample(db: Db, { id, recipient, article_id }: OutboxRow): Promise<boolean> {
  const held =
    isInventedAddress(recipient) ||
    (article_id !== null &&
      (await sql<{ held: unknown }>`select case when ${isSample(article_id)} then 1 else 0 end as held`.execute(db))
        .rows[0]?.held === 1)
  if (!held) return false
  await db
    .updateTable('outbox')
    .set({ next_try_at: NEVER, turn: null, claimed_until: null })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
  return true
}
