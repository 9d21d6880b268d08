import type { articles } from '../../contract/articles.ts'
import type { Handlers } from '../call.ts'
import { retrying } from '../database/connect.ts'
import { notThere } from '../refusal.ts'
import { findArticle, findPublicArticle, listArticles, listPublicArticles } from './queries.ts'
import { removeArticle } from './remove.ts'
import { submitArticle } from './submit.ts'
import { presentArticle, presentPublicArticle } from './present.ts'

const notBuilt = () => Promise.reject(new Error('not built yet'))

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

  submit: async ({ database, caller }, submission) => {
    // Two at the same moment may reach for the same slug, or be the same manuscript twice: the unique
    // indexes let one through, and the other looks again at what is there now.
    const id = await retrying(['articles_slug', 'article_files_file'], () =>
      database.transaction((tx) => submitArticle(tx, { id: caller.userId }, submission)),
    )
    const article = await findArticle(database.db, id)
    if (!article) throw notThere('Post')
    return presentArticle(article)
  },

  remove: async ({ database, caller }, { id }) => {
    await database.transaction((tx) => removeArticle(tx, caller, id))
    return { message: 'Article deleted successfully' }
  },

  mine: ({ database, caller }, page) => listArticles(database.db, { submitterId: caller.userId }, page),

  all: notBuilt,
  approve: notBuilt,
  archive: notBuilt,
  addContributor: notBuilt,
  changeContributor: notBuilt,
  removeContributor: notBuilt,
}
