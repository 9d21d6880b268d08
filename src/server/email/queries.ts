import type { EmailState } from '../../contract/domain/email-kinds.ts'
import { pageMeta, type Paged } from '../../contract/domain/page-numbers.ts'
import type { Db } from '../database/connect.ts'
import type { OutboxRow } from '../database/tables.ts'

/** The journal's emails, newest first, with the id as tie-breaker. */
export async function listEmails(
  db: Db,
  { state, page, limit }: { state?: EmailState | undefined; page: number; limit: number },
): Promise<Paged<OutboxRow>> {
  let query = db.selectFrom('outbox')
  if (state) query = query.where('sent_at', state === 'sent' ? 'is not' : 'is', null)
  const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const data = await query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { data, meta: pageMeta(page, limit, total) }
}
