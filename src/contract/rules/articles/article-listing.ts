/** How Research Listings can be filtered and sorted. */
export const ARTICLE_STATUSES = ['pending', 'published', 'archived', 'rejected'] as const

export const ARTICLE_SORTS = ['newest', 'oldest', 'title', 'author'] as const
export type ArticleSort = (typeof ARTICLE_SORTS)[number]

export const SEARCH_MAX = 200
/** So many matches of a search are listed and counted, the last added ones. */
export const MATCHES_MAX = 1_000
