import { HELD_NOT_ARCHIVED } from '../../../contract/api/issues.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import {
  closeCaseOfDeleted,
  hasInvited,
  refuseWhileDecisionWaits,
  withdrawManuscript,
} from '../../peer-review/cases/withdraw.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import { DomainError } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { noteRecusals } from '../../peer-review/recusal.ts'
import { holdOf } from '../issues/held.ts'
import { loadContributors } from './contributor-rows.ts'
import { notifyOfDeletion, notifyOfWithdrawal, notifySubmitter, type Telling } from './notifications.ts'
import { lockArticle } from './policy.ts'
import { loadMaterial } from './declared-material.ts'
import { loadWorks } from './declared-works.ts'
import { loadAnswers } from './statement-answers.ts'
import { writeTombstone } from './tombstones.ts'
import { depositReviews } from '../../peer-review/published/publish.ts'
import { hasBeenPublic, isPublic, archive, unarchive, type ArticleState } from './transitions.ts'
import { refuseRemoval } from '../notices/removal.ts'
import { enqueueDeposit } from '../dois/enqueue-deposit.ts'

/**
 * Deletes an article: submitters their unpublished ones, administrators any. All its data moves to the
 * deleted articles, where it is kept for 30 days; an article that was public leaves a permanent tombstone. In
 * a race the second caller gets 'not found'. After the first invitation of a reviewer, submitters withdraw
 * instead: nothing is deleted then.
 */
export async function removeArticle(
  tx: Tx,
  caller: Caller,
  { id, reason = null }: { id: string; reason?: string | null | undefined },
): Promise<void> {
  const { article, theCase } = await lockArticle(tx, caller, 'remove', id)
  // Reviewers may be at work: they hear of it, and what they have written is kept.
  if (theCase && article.submitter_id === caller.userId && (await hasInvited(tx, id))) {
    return withdrawManuscript(tx, caller, 'author', theCase, reason)
  }
  await refuseRemoval(tx, article)
  if (theCase && article.submitter_id === caller.userId) await refuseWhileDecisionWaits(tx, id)
  if (theCase) await closeCaseOfDeleted(tx, theCase)
  const at = now()
  if (hasBeenPublic(article)) await writeTombstone(tx, article, { at, reason })

  const contributors = await loadContributors(tx, [id])
  const files = await tx.selectFrom('article_files').selectAll().where('article_id', '=', id).execute()
  const figures = await tx.selectFrom('article_figures').selectAll().where('article_id', '=', id).execute()
  const versions = await tx.selectFrom('article_versions').selectAll().where('article_id', '=', id).execute()
  const versionFiles = await tx.selectFrom('article_version_files').selectAll().where('article_id', '=', id).execute()
  const answers = await loadAnswers(tx, [id])
  const works = (await loadWorks(tx, [id])).get(id)
  const material = (await loadMaterial(tx, [id])).get(id)
  await tx
    .insertInto('deleted_articles')
    .values({
      id,
      deleted_at: at,
      deleted_by: caller.userId,
      content: JSON.stringify({
        article,
        contributors,
        files,
        figures,
        versions,
        versionFiles,
        answers,
        works,
        material,
      }),
    })
    .execute()
  const ofText = [...files, ...figures, ...versionFiles].map((file) => file.file_id)
  const ofWorks = works?.supplements.map((supplement) => supplement.id) ?? []
  const fileIds = new Set([...ofText, ...ofWorks, article.pdf_file_id, article.image_file_id])
  const kept = [...fileIds].filter((fileId): fileId is string => fileId !== null)
  if (kept.length) {
    await tx
      .insertInto('deleted_article_files')
      .values(kept.map((fileId) => ({ article_id: id, file_id: fileId })))
      .execute()
  }

  await noteRecusals(tx, { articleId: id })
  await tx.deleteFrom('articles').where('id', '=', id).execute()
  const people = contributors.map((contributor) => contributor.id)
  if (people.length) await tx.deleteFrom('contributors').where('id', 'in', people).execute()
  await writeAuditEntry(tx, caller.userId, 'article.delete', id, {
    before: { title: article.title },
    ...(reason === null ? {} : { after: { reason } }),
  })
  if (article.submitter_id === caller.userId) await notifyOfWithdrawal(tx, article, caller.userId)
  else await notifyOfDeletion(tx, article, reason)
  if (isPublic(article)) await touchPublicSite(tx)
}

/** Hides an article from the public. Does nothing if it is already archived. `since`: it was archived before, and is again. */
export const archiveArticle = (
  tx: Tx,
  caller: Caller,
  id: string,
  { since, ...tell }: Telling & { since?: string } = {},
): Promise<void> => move(tx, caller, id, 'article.archive', (state, at) => archive(state, since ?? at), tell)

/** Restores an archived article at its former address. Does nothing if it is not archived. */
export const unarchiveArticle = (tx: Tx, caller: Caller, id: string): Promise<void> =>
  move(tx, caller, id, 'article.unarchive', unarchive)

async function move(
  tx: Tx,
  caller: Caller,
  id: string,
  action: 'article.archive' | 'article.unarchive',
  transition: (state: ArticleState, at: string) => ArticleState,
  tell: Telling = {},
): Promise<void> {
  const { article } = await lockArticle(tx, caller, 'archive', id)
  const at = now()
  const { archived_at } = transition(article, at)
  if (archived_at === article.archived_at) return
  if (archived_at !== null && (await holdOf(tx, id))) throw new DomainError('conflict', HELD_NOT_ARCHIVED)
  await tx.updateTable('articles').set({ archived_at, updated_at: at }).where('id', '=', id).execute()
  await writeAuditEntry(tx, caller.userId, action, id, {
    before: { archivedAt: article.archived_at },
    after: { archivedAt: archived_at },
  })
  const [was, is] = [isPublic(article), isPublic({ ...article, archived_at })]
  if (was && !is) await notifySubmitter(tx, 'article-archived', article, tell)
  // A DOI cannot be withdrawn, so archiving deposits nothing; corrections made meanwhile are deposited now.
  if (is && !was) {
    await enqueueDeposit(tx, article, 'restoring')
    await depositReviews(tx, article, 'restoring')
  }
  if (was !== is) await touchPublicSite(tx)
}
