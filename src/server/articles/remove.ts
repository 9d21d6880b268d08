import { record } from '../audit.ts'
import type { Caller } from '../call.ts'
import type { Tx } from '../database/connect.ts'
import { touchPublicSite } from '../database/site-version.ts'
import { now } from '../ids.ts'
import { notThere, Refusal } from '../refusal.ts'

/**
 * Deletes an article: its submitter while it is unpublished, administrators any (specification
 * section 4). Everything of it moves to the deleted articles, where it waits 30 days; whoever comes
 * second in a race finds nothing there.
 */
export async function removeArticle(tx: Tx, caller: Caller, id: string): Promise<void> {
  const article = await tx.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirst()
  const own = article?.submitter_id === caller.userId
  if (!article || (!own && caller.role !== 'admin')) throw notThere('Post')
  if (caller.role !== 'admin' && article.published_at !== null) {
    throw new Refusal('not allowed', 'Only unpublished articles can be deleted')
  }

  const contributors = await tx
    .selectFrom('article_contributors')
    .innerJoin('contributors', 'contributors.id', 'article_contributors.contributor_id')
    .selectAll()
    .where('article_id', '=', id)
    .execute()
  const files = await tx.selectFrom('article_files').selectAll().where('article_id', '=', id).execute()
  await tx
    .insertInto('deleted_articles')
    .values({
      id,
      deleted_at: now(),
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

  const removed = await tx
    .deleteFrom('articles')
    .where('id', '=', id)
    // The state that was judged above must still be the state: approving may have come in between.
    .where('published_at', article.published_at === null ? 'is' : '=', article.published_at)
    .executeTakeFirst()
  if (removed.numDeletedRows === 0n)
    throw new Refusal('conflict', 'The article has just changed. Please look at it again.')
  const people = contributors.map((contributor) => contributor.contributor_id)
  if (people.length) await tx.deleteFrom('contributors').where('id', 'in', people).execute()
  await record(tx, { actorId: caller.userId, action: 'article.delete', subject: id, before: { title: article.title } })
  if (article.published_at !== null) await touchPublicSite(tx)
}
