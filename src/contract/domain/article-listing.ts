/** How Research Listings can be narrowed and ordered. No zod here: pages read this too. */
export const ARTICLE_STATUSES = ['pending', 'published', 'archived', 'rejected'] as const

export const ARTICLE_SORTS = ['newest', 'oldest', 'title', 'author'] as const
export type ArticleSort = (typeof ARTICLE_SORTS)[number]

export const SEARCH_MAX = 200
