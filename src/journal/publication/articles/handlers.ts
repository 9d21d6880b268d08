import type { Article, articles } from '../../../contract/api/articles.ts'
import { articlePolicy } from '../../../contract/rules/articles/article-policy.ts'
import type { Actor } from '../../../contract/rules/accounts/access.ts'
import type { Caller, Handlers } from '../../../platform/call.ts'
import { retrying, type Tx } from '../../../platform/database/connect.ts'
import { notFound } from '../../../platform/errors.ts'
import { approveArticle, APPROVAL_INDEXES } from './approve.ts'
import { archiveArticle, unarchiveArticle, removeArticle } from './remove.ts'
import { correctArticle } from './correct.ts'
import { addContributor, changeContributor, removeContributor } from './contributors.ts'
import { listAllArticles } from './listing.ts'
import { findArticle, findPublicArticle, listArticles, listPublicArticles, listSoundArticles } from './queries.ts'
import type { TextToAttach } from './full-text/draft.ts'
import { type ArticleResources, withText } from './full-text/seen-text.ts'
import { readForNames } from './names-lock.ts'
import { submitArticle, SUBMISSION_INDEXES } from './submit.ts'
import { articleGone } from './tombstones.ts'
import { recordOf } from './policy.ts'
import { presentArticle, presentPublicArticle } from './present.ts'
import { isShown } from '../volumes/shown.ts'
import { actingOn } from '../../peer-review/recusal.ts'

/** An article as its submitter and administrators see it, read in the transaction that has just written it. */
async function written(tx: Tx, viewer: Actor, id: string): Promise<Article> {
  const article = await findArticle(tx, id)
  if (!article) throw notFound('Post')
  return presentArticle(article, await actingOn(tx, viewer, id))
}

/** Changes an article with the full text that the call may give, and answers it. */
const changed = (
  resources: ArticleResources & { caller: Caller },
  given: Parameters<typeof withText>[1],
  change: (tx: Tx, text?: TextToAttach) => Promise<void>,
  indexes?: readonly string[],
): Promise<Article> =>
  withText(
    resources,
    given,
    async (tx, text) => {
      await change(tx, text)
      return written(tx, resources.caller, given.id)
    },
    indexes,
  )

export const articleHandlers: Handlers<{ articles: typeof articles }, ArticleResources>['articles'] = {
  published: ({ database }, { only, ...page }) =>
    only === 'research' ? listSoundArticles(database.db, page) : listPublicArticles(database.db, {}, page),

  inCategory: async ({ database }, { id, ...page }) => {
    const category = await database.db
      .selectFrom('categories')
      .select('id')
      .where('id', '=', id)
      .where('merged_into', 'is', null)
      .executeTakeFirst()
    if (!category) throw notFound('Category')
    return listPublicArticles(database.db, { categoryId: id }, page)
  },

  inVolume: async ({ database }, { id, ...page }) => {
    const volume = await database.db
      .selectFrom('volumes')
      .select('id')
      .where('id', '=', id)
      .where(isShown)
      .executeTakeFirst()
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

  mine: ({ database, caller }, page) => listArticles(database.db, caller, page),

  all: ({ database, caller }, { page, limit, ...listing }) =>
    listAllArticles(database.db, caller, listing, { page, limit }),

  approve: async (resources, approval) => {
    const read = await readForNames(resources, approval)
    const approve = (tx: Tx, text?: TextToAttach) => approveArticle(tx, resources.caller, approval, text, read)
    return changed(resources, approval, approve, APPROVAL_INDEXES)
  },

  correct: (resources, correction) =>
    changed(resources, correction, (tx, text) => correctArticle(tx, resources.caller, correction, text)),

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
