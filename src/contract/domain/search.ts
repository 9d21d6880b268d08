/** The longest query in characters, as it is typed. */
export { SEARCH_MAX } from './article-listing.ts'

export const SEARCH_SORTS = ['best', 'newest', 'oldest'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]

/** The filters of the search, in the order of the page. */
export const SEARCH_FILTERS = ['category', 'year', 'volume', 'author'] as const
export type SearchFilter = (typeof SEARCH_FILTERS)[number]

export const SEARCH_PAGE_SIZE = 10
