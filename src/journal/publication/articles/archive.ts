import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import { enqueueDeposit } from '../dois/enqueue-deposit.ts'
import { now } from '../../../platform/ids.ts'
import { notifySubmitter } from './notifications.ts'
import { lockArticle } from './policy.ts'
import { archive, isPublic, unarchive, type ArticleState } from './transitions.ts'

/** Hides an article from the public. Does nothing if it is already archived. */
export const archiveArticle = (tx: Tx, caller: Caller, id: string): Promise<void> =>
  move(tx, caller, id, 'article.archive', archive)

/** Restores an archived article at its former address. Does nothing if it is not archived. */
export const unarchiveArticle = (tx: Tx, caller: Caller, id: string): Promise<void> =>
  move(tx, caller, id, 'article.unarchive', unarchive)

async function move(
  tx: Tx,
  caller: Caller,
  id: string,
  action: 'article.archive' | 'article.unarchive',
  transition: (state: ArticleState, at: string) => ArticleState,
): Promise<void> {
  const { article } = await lockArticle(tx, caller, 'archive', id)
  const at = now()
  const { archived_at } = transition(article, at)
  if (archived_at === article.archived_at) return
  await tx.updateTable('articles').set({ archived_at, updated_at: at }).where('id', '=', id).execute()
  await writeAuditEntry(tx, {
    actorId: caller.userId,
    action,
    subject: id,
    before: { archivedAt: article.archived_at },
    after: { archivedAt: archived_at },
  })
  const [was, is] = [isPublic(article), isPublic({ ...article, archived_at })]
  if (was && !is) await notifySubmitter(tx, 'article-archived', article)
  // A DOI cannot be withdrawn, so archiving deposits nothing; corrections made meanwhile are deposited now.
  if (is && !was) await enqueueDeposit(tx, article, 'restoring')
  if (was !== is) await touchPublicSite(tx)
}
