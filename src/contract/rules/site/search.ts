/** The longest query in characters, as it is typed. */
export { SEARCH_MAX } from '../articles/article-listing.ts'

export const SEARCH_SORTS = ['best', 'newest', 'oldest'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]

/** The filters of the search, in the order of the page. */
export const SEARCH_FILTERS = ['category', 'year', 'volume', 'author'] as const
export type SearchFilter = (typeof SEARCH_FILTERS)[number]

/** So many values of one filter are taken at once. */
export const VALUES_MAX = 20
/** So many characters have the values of one filter, with the commas between them. */
export const VALUES_CHARACTERS_MAX = 400

/** What a value of each filter looks like. Values are sent with commas between them. */
export const FILTER_VALUES: Record<SearchFilter, RegExp> = {
  category: /^[\w-]{1,64}$/,
  volume: /^[\w-]{1,64}$/,
  year: /^\d{4}$/,
  author: /^[^,]{1,200}$/,
}

export const SEARCH_PAGE_SIZE = 10
