import {
  ARTICLE_SORTS,
  ARTICLE_STATUSES,
  type ArticleSort,
  type ArticleStatus,
  SEARCH_MAX,
} from '../../../../contract/rules/articles/article-policy.ts'
import { CASE_STAGES, type CaseStage } from '../../../../contract/rules/peer-review/stages.ts'
import { PAGE_SIZE, pageFromSearch } from '../../../../contract/rules/site/page-numbers.ts'
import { pageHref, paths } from '../../../../contract/rules/site/paths.ts'

/** The filters, sorting and page of Research Listings, as given in the URL. */
export interface ListingQuery {
  status: ArticleStatus | null
  stage: CaseStage | null
  category: string | null
  q: string
  sort: ArticleSort
  page: number
}

export const FIRST_SORT: ArticleSort = 'newest'

const oneOf = <W extends string>(words: readonly W[], word: string | null): W | null =>
  words.find((known) => known === word) ?? null

/** Unknown values are ignored. */
export const listingQuery = (search: URLSearchParams): ListingQuery => ({
  status: oneOf(ARTICLE_STATUSES, search.get('status')),
  stage: oneOf(CASE_STAGES, search.get('stage')),
  category: search.get('category')?.trim() || null,
  q: (search.get('q') ?? '').trim().slice(0, SEARCH_MAX),
  sort: oneOf(ARTICLE_SORTS, search.get('sort')) ?? FIRST_SORT,
  page: pageFromSearch(search),
})

/** The URL of a query, without default values. */
export function listingHref({ status, stage, category, q, sort, page }: ListingQuery): string {
  const search = new URLSearchParams()
  if (status !== null) search.set('status', status)
  if (stage !== null) search.set('stage', stage)
  if (category !== null) search.set('category', category)
  if (q !== '') search.set('q', q)
  if (sort !== FIRST_SORT) search.set('sort', sort)
  return pageHref(search.size ? `${paths.adminListings}?${search}` : paths.adminListings, page)
}

/** The query as input of `articles.all`. */
export const listingInput = ({ status, stage, category, q, sort, page }: ListingQuery) => ({
  page,
  limit: PAGE_SIZE.admin,
  sort,
  status: status ?? undefined,
  stage: stage ?? undefined,
  categoryId: category ?? undefined,
  q: q || undefined,
})

/** True if any filter is set; sorting does not count. */
export const isNarrowed = ({ status, stage, category, q }: ListingQuery): boolean =>
  status !== null || stage !== null || category !== null || q !== ''

const PARAMETERS = ['status', 'stage', 'category', 'q', 'sort', 'page']

/** Research Listings were once the first page of the area: where an address of that time leads now. */
export const movedListing = ({ search, searchParams }: URL): string | null =>
  PARAMETERS.some((name) => searchParams.has(name)) ? paths.adminListings + search : null
