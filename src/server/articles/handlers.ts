import type { Article, articles } from '../../contract/articles.ts'
import type { Caller, Handlers } from '../call.ts'
import { retrying, type Tx } from '../database/connect.ts'
import { notThere } from '../refusal.ts'
import { approveArticle } from './approve.ts'
import { archiveArticle, unarchiveArticle } from './archive.ts'
import { addContributor, changeContributor, removeContributor } from './contributors.ts'
import { listAllArticles } from './listing.ts'
import { findArticle, findPublicArticle, listArticlesOf, listPublicArticles } from './queries.ts'
import { removeArticle } from './remove.ts'
import { submitArticle } from './submit.ts'
import { presentArticle, presentPublicArticle } from './present.ts'

/** An article as its submitter and administrators see it, read in the transaction that has just written it. */
async function written(tx: Tx, id: string, { role }: Caller): Promise<Article> {
  const article = await findArticle(tx, id)
  if (!article) throw notThere('Post')
  return presentArticle(article, role)
}

export const articleHandlers: Handlers<{ articles: typeof articles }>['articles'] = {
  published: ({ database }, page) => listPublicArticles(database.db, {}, page),

  inCategory: async ({ database }, { id, ...page }) => {
    const category = await database.db.selectFrom('categories').select('id').where('id', '=', id).executeTakeFirst()
    if (!category) throw notThere('Category')
    return listPublicArticles(database.db, { categoryId: id }, page)
  },

  inVolume: async ({ database }, { id, ...page }) => {
    const volume = await database.db.selectFrom('volumes').select('id').where('id', '=', id).executeTakeFirst()
    if (!volume) throw notThere('Volume')
    return listPublicArticles(database.db, { volumeId: id }, page)
  },

  details: async ({ database, caller }, { id }) => {
    if (!caller) {
      const article = await findPublicArticle(database.db, id)
      if (!article) throw notThere('Post')
      return presentPublicArticle(article)
    }
    const article = await findArticle(database.db, id)
    if (article && (caller.role === 'admin' || article.row.submitter_id === caller.userId))
      return presentArticle(article, caller.role)
    const visible = await findPublicArticle(database.db, id)
    if (!visible) throw notThere('Post')
    return presentPublicArticle(visible)
  },

  submit: async ({ database, caller }, submission) => {
    // Two at the same moment may reach for the same slug: the unique index lets one through, and the
    // other looks again at what is there now.
    return retrying(['articles_slug'], () =>
      database.transaction(async (tx) =>
        written(tx, await submitArticle(tx, { id: caller.userId }, submission), caller),
      ),
    )
  },

  remove: async ({ database, caller }, { id }) => {
    await database.transaction((tx) => removeArticle(tx, caller, id))
    return { message: 'Article deleted successfully' }
  },

  mine: ({ database, caller }, page) => listArticlesOf(database.db, caller.userId, page),

  all: ({ database }, { page, limit, ...listing }) => listAllArticles(database.db, listing, { page, limit }),

  approve: ({ database, caller }, approval) =>
    database.transaction(async (tx) => {
      await approveArticle(tx, caller, approval)
      return written(tx, approval.id, caller)
    }),

  archive: ({ database, caller }, { id, archive }) =>
    database.transaction(async (tx) => {
      await (archive ? archiveArticle(tx, caller, id) : unarchiveArticle(tx, caller, id))
      return written(tx, id, caller)
    }),

  addContributor: ({ database, caller }, contributor) =>
    database.transaction(async (tx) => {
      await addContributor(tx, caller, contributor)
      return written(tx, contributor.id, caller)
    }),

  changeContributor: ({ database, caller }, contributor) =>
    database.transaction(async (tx) => {
      await changeContributor(tx, caller, contributor)
      return written(tx, contributor.id, caller)
    }),

  removeContributor: ({ database, caller }, contributor) =>
    database.transaction(async (tx) => {
      await removeContributor(tx, caller, contributor)
      return written(tx, contributor.id, caller)
    }),
}
