import { isSubmitter } from '../../contract/domain/article-policy.ts'
import { writeAuditEntry } from '../audit.ts'
import type { Caller } from '../call.ts'
import type { Tx } from '../database/connect.ts'
import { touchPublicSite } from '../database/site-version.ts'
import { now } from '../ids.ts'
import { contributorsOf } from './contributor-rows.ts'
import { notifyOfDeletion, notifyOfWithdrawal } from './notifications.ts'
import { lockArticle, recordOf } from './policy.ts'
import { writeTombstone } from './tombstones.ts'
import { hasBeenPublic, isPublic } from './transitions.ts'

/**
 * Deletes an article: submitters their unpublished ones, administrators any. All its data moves to the
 * deleted articles, where it is kept for 30 days; an article that was public leaves a permanent tombstone. In
 * a race the second caller gets 'not found'.
 */
export async function removeArticle(
  tx: Tx,
  caller: Caller,
  { id, reason = null }: { id: string; reason?: string | null | undefined },
): Promise<void> {
  const article = await lockArticle(tx, caller, 'remove', id)
  const at = now()
  if (hasBeenPublic(article)) await writeTombstone(tx, article, { at, reason })

  const contributors = await contributorsOf(tx, [id])
  const files = await tx.selectFrom('article_files').selectAll().where('article_id', '=', id).execute()
  await tx
    .insertInto('deleted_articles')
    .values({
      id,
      deleted_at: at,
      deleted_by: caller.userId,
      content: JSON.stringify({ article, contributors, files }),
    })
    .execute()
  const fileIds = new Set([...files.map((file) => file.file_id), article.pdf_file_id, article.image_file_id])
  const kept = [...fileIds].filter((fileId): fileId is string => fileId !== null)
  if (kept.length) {
    await tx
      .insertInto('deleted_article_files')
      .values(kept.map((fileId) => ({ article_id: id, file_id: fileId })))
      .execute()
  }

  await tx.deleteFrom('articles').where('id', '=', id).execute()
  const people = contributors.map((contributor) => contributor.id)
  if (people.length) await tx.deleteFrom('contributors').where('id', 'in', people).execute()
  await writeAuditEntry(tx, {
    actorId: caller.userId,
    action: 'article.delete',
    subject: id,
    before: { title: article.title },
    ...(reason === null ? {} : { after: { reason } }),
  })
  if (isSubmitter(caller, recordOf(article))) await notifyOfWithdrawal(tx, article, caller.userId)
  else await notifyOfDeletion(tx, article, reason)
  if (isPublic(article)) await touchPublicSite(tx)
}
