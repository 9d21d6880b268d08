import type { EmailState } from '../../../contract/rules/site/email-kinds.ts'
import type { Paged } from '../../../contract/rules/site/page-numbers.ts'
import type { Actor } from '../../../contract/rules/accounts/policy.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { idsOnPage, inOrderOf, type Order } from '../../../platform/database/list-pages.ts'
import { recusedIds } from '../../peer-review/recusal.ts'
import type { OutboxRow } from '../../../platform/database/tables.ts'

const NEWEST: Order = [
  ['created_at', 'desc'],
  ['id', 'desc'],
]

/** The journal's emails as this administrator may see them, newest first, with the id as tie-breaker. */
export async function listEmails(
  db: Db,
  viewer: Actor,
  { state, page, limit }: { state?: EmailState | undefined; page: number; limit: number },
): Promise<Paged<OutboxRow>> {
  let query = db.selectFrom('outbox')
  if (state) query = query.where('sent_at', state === 'sent' ? 'is not' : 'is', null)
  const recused = await recusedIds(db, viewer.userId)
  if (recused.length) {
    query = query.where(({ or, eb }) => or([eb('article_id', 'is', null), eb('article_id', 'not in', recused)]))
  }
  const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const { ids, meta } = await idsOnPage(query.select('id'), NEWEST, { page, limit }, total)
  const rows = ids.length ? await db.selectFrom('outbox').selectAll().where('id', 'in', ids).execute() : []
  return { data: inOrderOf(ids, rows, ({ id }) => id), meta }
}
