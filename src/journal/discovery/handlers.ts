import type { citations } from '../../contract/api/citations.ts'
import type { Handlers } from '../../platform/call.ts'
import type { search } from '../../contract/api/search.ts'
import type { authors, keywords, relatedArticles } from '../../contract/api/related.ts'
import { formattedCitations } from './citation/formatted.ts'
import type { DiscoveryResources } from './cards/painter.ts'
import { findArticles } from './search/find.ts'
import { articlesWithKeyword, authorWithArticles } from './related/subject-pages.ts'
import { nearbyArticles } from './related/related.ts'

export const citationHandlers: Handlers<{ citations: typeof citations }, DiscoveryResources>['citations'] = {
  get: async (resources, { id }) => ({ formatted: await formattedCitations(resources, id) }),
}

export const searchHandlers: Handlers<{ search: typeof search }>['search'] = {
  find: ({ database }, input) => findArticles(database.db, input),
}

type Related = { authors: typeof authors; keywords: typeof keywords; relatedArticles: typeof relatedArticles }

/** The pages by which readers find further articles. */
export const relatedHandlers: Handlers<Related> = {
  authors: { get: ({ database }, { id, ...page }) => authorWithArticles(database.db, id, page) },
  keywords: { get: ({ database }, { slug, ...page }) => articlesWithKeyword(database.db, slug, page) },
  relatedArticles: { get: ({ database }, { id }) => nearbyArticles(database.db, id) },
}
