import type { Article, articles } from '../../../contract/api/articles.ts'
import type { Actor } from '../../../contract/rules/accounts/policy.ts'
import { articlePolicy } from '../../../contract/rules/articles/article-policy.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller, Handlers } from '../../../platform/call.ts'
import { retrying, type Tx } from '../../../platform/database/connect.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import { notFound } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import {
  closeCaseOfDeleted,
  hasInvited,
  refuseWhileDecisionWaits,
  withdrawManuscript,
} from '../../peer-review/cases/withdraw.ts'
import { actingOn, noteRecusals } from '../../peer-review/recusal.ts'
import { enqueueDeposit } from '../dois/enqueue-deposit.ts'
import { withStored } from '../files/stored-files.ts'
import { APPROVAL_INDEXES, approveArticle } from './approve.ts'
import { contributorsOf } from './contributor-rows.ts'
import { addContributor, changeContributor, removeContributor } from './contributors.ts'
import { correctArticle } from './correct.ts'
import type { TextToAttach } from './full-text/attach.ts'
import type { FullTextResources } from './full-text/draft.ts'
import { seenText } from './full-text/handlers.ts'
import { listAllArticles } from './listing.ts'
import { notifyOfDeletion, notifyOfWithdrawal, notifySubmitter } from './notifications.ts'
import { lockArticle, recordOf } from './policy.ts'
import { presentArticle, presentPublicArticle } from './present.ts'
import { findArticle, findPublicArticle, listArticlesOf, listPublicArticles } from './queries.ts'
import { SUBMISSION_INDEXES, submitArticle } from './submit.ts'
import { articleGone, writeTombstone } from './tombstones.ts'
import { archive, type ArticleState, hasBeenPublic, isPublic, unarchive } from './transitions.ts'

/** An article as its submitter and administrators see it, read in the transaction that has just written it. */
async function written(tx: Tx, viewer: Actor, id: string): Promise<Article> {
  const article = await findArticle(tx, id)
  if (!article) throw notFound('Post')
  return presentArticle(article, await actingOn(tx, viewer, id))
}

type ArticleResources = FullTextResources & { readonly publicUrl: string }

/**
 * Changes an article in a transaction, with the full text that the call may give. It is converted and its pictures are
 * stored before, because that takes seconds.
 */
async function withText(
  resources: ArticleResources & { caller: Caller },
  given: { id: string; fullTextUrl?: string | null | undefined; fullTextDigest?: string | undefined },
  change: (tx: Tx, text?: TextToAttach) => Promise<void>,
  /** Violated by others at the same time: another attempt finds what is free. */
  indexes: readonly string[] = [],
): Promise<Article> {
  const { database, caller, publicUrl } = resources
  const text = await seenText(resources, caller, given)
  const answer = await withStored(resources, text?.pictures ?? [], (pictures, keep) =>
    retrying(indexes, () =>
      database.transaction(async (tx) => {
        await change(tx, text && { text, pictures, keep, publicUrl })
        return written(tx, caller, given.id)
      }),
    ),
  )
  return answer!
}

export const articleHandlers: Handlers<{ articles: typeof articles }, ArticleResources>['articles'] = {
  published: ({ database }, page) => listPublicArticles(database.db, {}, page),

  inCategory: async ({ database }, { id, ...page }) => {
    const category = await database.db.selectFrom('categories').select('id').where('id', '=', id).executeTakeFirst()
    if (!category) throw notFound('Category')
    return listPublicArticles(database.db, { categoryId: id }, page)
  },

  inVolume: async ({ database }, { id, ...page }) => {
    const volume = await database.db.selectFrom('volumes').select('id').where('id', '=', id).executeTakeFirst()
    if (!volume) throw notFound('Volume')
    return listPublicArticles(database.db, { volumeId: id }, page)
  },

  details: async ({ database, caller }, { id }) => {
    const article = caller && (await findArticle(database.db, id))
    if (article) {
      const viewer = await actingOn(database.db, caller, id)
      if (articlePolicy.can(viewer, 'readInFull', recordOf(article.row, null))) return presentArticle(article, viewer)
    }
    const visible = await findPublicArticle(database.db, id)
    if (!visible) throw await articleGone(database.db, id)
    return presentPublicArticle(visible)
  },

  submit: async ({ database, caller }, submission) => {
    return retrying(SUBMISSION_INDEXES, () =>
      database.transaction(async (tx) =>
        written(tx, caller, await submitArticle(tx, { id: caller.userId }, submission)),
      ),
    )
  },

  remove: async ({ database, caller }, removal) => {
    await database.transaction((tx) => removeArticle(tx, caller, removal))
    return { message: 'Article deleted successfully' }
  },

  mine: ({ database, caller }, page) => listArticlesOf(database.db, caller, page),

  all: ({ database, caller }, { page, limit, ...listing }) =>
    listAllArticles(database.db, caller, listing, { page, limit }),

  approve: (resources, approval) =>
    withText(resources, approval, (tx, text) => approveArticle(tx, resources.caller, approval, text), APPROVAL_INDEXES),

  correct: (resources, correction) =>
    withText(resources, correction, (tx, text) => correctArticle(tx, resources.caller, correction, text)),

  archive: ({ database, caller }, { id, archive }) =>
    database.transaction(async (tx) => {
      await (archive ? archiveArticle(tx, caller, id) : unarchiveArticle(tx, caller, id))
      return written(tx, caller, id)
    }),

  addContributor: ({ database, caller }, contributor) =>
    database.transaction(async (tx) => {
      await addContributor(tx, caller, contributor)
      return written(tx, caller, contributor.id)
    }),

  changeContributor: ({ database, caller }, contributor) =>
    database.transaction(async (tx) => {
      await changeContributor(tx, caller, contributor)
      return written(tx, caller, contributor.id)
    }),

  removeContributor: ({ database, caller }, contributor) =>
    database.transaction(async (tx) => {
      await removeContributor(tx, caller, contributor)
      return written(tx, caller, contributor.id)
    }),
}

/** Hides an article from the public. Does nothing if it is already archived. */
const archiveArticle = (tx: Tx, caller: Caller, id: string): Promise<void> =>
  move(tx, caller, id, 'article.archive', archive)

/** Restores an archived article at its former address. Does nothing if it is not archived. */
const unarchiveArticle = (tx: Tx, caller: Caller, id: string): Promise<void> =>
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

/**
 * Deletes an article: submitters their unpublished ones, administrators any. All its data moves to the
 * deleted articles, where it is kept for 30 days; an article that was public leaves a permanent tombstone. In
 * a race the second caller gets 'not found'. After the first invitation of a reviewer, submitters withdraw
 * instead: nothing is deleted then.
 */
async function removeArticle(
  tx: Tx,
  caller: Caller,
  { id, reason = null }: { id: string; reason?: string | null | undefined },
): Promise<void> {
  const { article, theCase } = await lockArticle(tx, caller, 'remove', id)
  // Reviewers may be at work: they hear of it, and what they have written is kept.
  if (theCase && article.submitter_id === caller.userId && (await hasInvited(tx, id))) {
    return withdrawManuscript(tx, caller, 'author', theCase, reason)
  }
  if (theCase && article.submitter_id === caller.userId) await refuseWhileDecisionWaits(tx, id)
  if (theCase) await closeCaseOfDeleted(tx, theCase)
  const at = now()
  if (hasBeenPublic(article)) await writeTombstone(tx, article, { at, reason })

  const contributors = await contributorsOf(tx, [id])
  const files = await tx.selectFrom('article_files').selectAll().where('article_id', '=', id).execute()
  const figures = await tx.selectFrom('article_figures').selectAll().where('article_id', '=', id).execute()
  await tx
    .insertInto('deleted_articles')
    .values({
      id,
      deleted_at: at,
      deleted_by: caller.userId,
      content: JSON.stringify({ article, contributors, files, figures }),
    })
    .execute()
  const ofText = [...files, ...figures].map((file) => file.file_id)
  const fileIds = new Set([...ofText, article.pdf_file_id, article.image_file_id])
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
  await writeAuditEntry(tx, {
    actorId: caller.userId,
    action: 'article.delete',
    subject: id,
    before: { title: article.title },
    ...(reason === null ? {} : { after: { reason } }),
  })
  if (article.submitter_id === caller.userId) await notifyOfWithdrawal(tx, article, caller.userId)
  else await notifyOfDeletion(tx, article, reason)
  if (isPublic(article)) await touchPublicSite(tx)
}
