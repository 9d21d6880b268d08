import { REGISTERED } from '../../../contract/rules/articles/deposits.ts'
import {
  NOTICE_STAYS,
  NOTICE_UNDER_WAY,
  REMOVE_WITH_NOTICE,
  REQUEST_WAITS,
  RESEARCH_ARTICLE,
} from '../../../contract/rules/articles/notices.ts'
import { NAMES_STAY } from '../../../contract/rules/articles/new-names.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'
import { DomainError } from '../../../platform/errors.ts'
import { hasWaitingRequest } from '../requests/of-notices.ts'

/**
 * Refuses to delete what must stay: a notice, an article with a published notice or one under way, or with new names, and an article
 * whose DOI is registered, or about which a request waits. Notices that were dropped are deleted with it, and requests that were answered. The article is locked.
 */
export async function refuseRemoval(tx: Tx, { id, type, doi, names_locked }: ArticleRow): Promise<void> {
  const refused = (sentence: string) => new DomainError('conflict', sentence)
  if (type !== RESEARCH_ARTICLE) throw refused(NOTICE_STAYS)
  if (names_locked === 1) throw refused(NAMES_STAY)
  const notices = await tx
    .selectFrom('notice_articles')
    .innerJoin('notices', 'notices.id', 'notice_articles.notice_id')
    .select(['notices.id', 'notices.state'])
    .where('notice_articles.about_id', '=', id)
    .execute()
  if (notices.some(({ state }) => state === 'published')) throw refused(REMOVE_WITH_NOTICE)
  if (notices.some(({ state }) => state !== 'dropped')) throw refused(NOTICE_UNDER_WAY)
  if (await hasWaitingRequest(tx, id)) throw refused(REQUEST_WAITS)
  const registered =
    doi === null
      ? undefined
      : await tx
          .selectFrom('deposits')
          .select('id')
          .where('doi', '=', doi)
          .where('state', 'in', REGISTERED)
          .limit(1)
          .executeTakeFirst()
  if (registered) throw refused(REMOVE_WITH_NOTICE)
  const dropped = notices.map((notice) => notice.id)
  if (dropped.length) await tx.deleteFrom('notices').where('id', 'in', dropped).execute()
}
