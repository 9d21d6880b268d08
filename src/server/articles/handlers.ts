import type { articles } from '../../contract/articles.ts'
import type { Handlers } from '../call.ts'
import { notThere } from '../refusal.ts'
import { findArticle, findPublicArticle, listArticles, listPublicArticles } from './queries.ts'
import { presentArticle, presentPublicArticle } from './present.ts'

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
      return presentArticle(article)
    const visible = await findPublicArticle(database.db, id)
    if (!visible) throw notThere('Post')
    return presentPublicArticle(visible)
  },

  mine: ({ database, caller }, page) => listArticles(database.db, { submitterId: caller.userId }, page),

  all: ({ database }, page) => listArticles(database.db, {}, page),
}
