import type { Article, articles } from '../../contract/api/articles.ts'
import { articlePolicy } from '../../contract/domain/article-policy.ts'
import type { Actor } from '../../contract/domain/policy.ts'
import type { Handlers } from '../call.ts'
import { retrying, type Tx } from '../database/connect.ts'
import { notFound } from '../domain-error.ts'
import { approveArticle, APPROVAL_INDEXES } from './approve.ts'
import { archiveArticle, unarchiveArticle } from './archive.ts'
import { correctArticle } from './correct.ts'
import { addContributor, changeContributor, removeContributor } from './contributors.ts'
import { listAllArticles } from './listing.ts'
import { findArticle, findPublicArticle, listArticlesOf, listPublicArticles } from './queries.ts'
import { removeArticle } from './remove.ts'
import { submitArticle, SUBMISSION_INDEXES } from './submit.ts'
import { articleGone } from './tombstones.ts'
import { recordOf } from './policy.ts'
import { presentArticle, presentPublicArticle } from './present.ts'
import { actingOn } from '../recusal.ts'

/** An article as its submitter and administrators see it, read in the transaction that has just written it. */
async function written(tx: Tx, viewer: Actor, id: string): Promise<Article> {
  const article = await findArticle(tx, id)
  if (!article) throw notFound('Post')
  return presentArticle(article, await actingOn(tx, viewer, id))
}

export const articleHandlers: Handlers<{ articles: typeof articles }>['articles'] = {
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

  approve: ({ database, caller }, approval) =>
    retrying(APPROVAL_INDEXES, () =>
      database.transaction(async (tx) => {
        await approveArticle(tx, caller, approval)
        return written(tx, caller, approval.id)
      }),
    ),

  correct: ({ database, caller }, correction) =>
    database.transaction(async (tx) => {
      await correctArticle(tx, caller, correction)
      return written(tx, caller, correction.id)
    }),

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
