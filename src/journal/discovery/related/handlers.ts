import type { authors } from '../../../contract/api/authors.ts'
import type { keywords } from '../../../contract/api/keywords.ts'
import type { relatedArticles } from '../../../contract/api/related-articles.ts'
import type { Handlers } from '../../../platform/call.ts'
import { authorWithArticles } from './authors.ts'
import { articlesWithKeyword } from './keywords.ts'
import { nearbyArticles } from './related.ts'

type Browsing = { authors: typeof authors; keywords: typeof keywords; relatedArticles: typeof relatedArticles }

/** The pages by which readers find further articles. */
export const browsingHandlers: Handlers<Browsing> = {
  authors: { get: ({ database }, { id, ...page }) => authorWithArticles(database.db, id, page) },
  keywords: { get: ({ database }, { slug, ...page }) => articlesWithKeyword(database.db, slug, page) },
  relatedArticles: { get: ({ database }, { id }) => nearbyArticles(database.db, id) },
}
