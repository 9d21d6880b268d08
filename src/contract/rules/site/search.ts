import { SEARCH_MAX } from '../articles/article-policy.ts'
import { inNormalForm } from '../text/plain-text.ts'
import { decodeEntities } from '../text/inline-markup.ts'
import { pageFromSearch } from './page-numbers.ts'
import { paths } from './paths.ts'

/** The longest query in characters, as it is typed. */
export { SEARCH_MAX }

export const SEARCH_SORTS = ['best', 'newest', 'oldest'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]

/** The filters of the search, in the order of the page. */
export const SEARCH_FILTERS = ['standing', 'category', 'year', 'volume', 'author'] as const
export type SearchFilter = (typeof SEARCH_FILTERS)[number]

/** So many values of one filter are taken at once. */
export const VALUES_MAX = 20
/** So many characters have the values of one filter together, with one between two of them. */
export const VALUES_CHARACTERS_MAX = 400

/** No filter on. */
export const NO_FILTERS: Record<SearchFilter, string[]> = {
  standing: [],
  category: [],
  year: [],
  volume: [],
  author: [],
}

/** What a value of each filter looks like. */
export const FILTER_VALUES: Record<SearchFilter, RegExp> = {
  standing: /^(?:corrected|concern|retracted|removed)$/,
  category: /^[\w-]{1,64}$/,
  volume: /^[\w-]{1,64}$/,
  year: /^\d{4}$/,
  author: /^.{1,200}$/s,
}

/**
 * The values of a filter in its parameters, one in each; addresses of an earlier version have commas between them. Names
 * of authors may have a comma themselves.
 */
export const sentValues = (filter: SearchFilter, sent: readonly string[]): string[] =>
  filter === 'author' ? [...sent] : sent.flatMap((value) => value.split(','))

export const SEARCH_PAGE_SIZE = 10

/** A search, as it is in the address of its page. */
export interface SearchQuery extends Record<SearchFilter, string[]> {
  q: string
  sort: SearchSort
  page: number
  /** True if the words are searched as they were typed, even if they seem to be mistyped. */
  exact: boolean
}

/** The query in an address, in its canonical form: the same for every spelling. */
export function searchQueryIn(search: URLSearchParams): SearchQuery {
  const q = searchedText(search.get('q') ?? '')
  const filters = Object.fromEntries(
    SEARCH_FILTERS.map((filter) => [filter, chosenValues(filter, search.getAll(filter))]),
  ) as Record<SearchFilter, string[]>
  const sort = SEARCH_SORTS.find((each) => each === search.get('sort')) ?? 'best'
  return { q, ...filters, sort, page: pageFromSearch(search), exact: q !== '' && search.get('exact') === 'true' }
}

/** One line without surrounding spaces. What is too long is cut: the form does not take it. */
const searchedText = (typed: string): string =>
  printable(typed.slice(0, 4 * SEARCH_MAX))
    .slice(0, SEARCH_MAX)
    // Half a character.
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()

const printable = (text: string): string =>
  inNormalForm(text, 'NFC')
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** The values of one filter, each once and in order. What looks like none is left out. */
function chosenValues(filter: SearchFilter, sent: readonly string[]): string[] {
  const values = new Set<string>()
  const short = sent.slice(0, VALUES_MAX).map((text) => text.slice(0, VALUES_CHARACTERS_MAX))
  for (const value of sentValues(filter, short).map(printable)) if (FILTER_VALUES[filter].test(value)) values.add(value)
  const kept: string[] = []
  let length = 0
  for (const value of [...values].sort().slice(0, VALUES_MAX)) {
    length += value.length + 1
    if (length <= VALUES_CHARACTERS_MAX) kept.push(value)
  }
  return kept
}

/** True if there is nothing to search for: the page shows how to search. */
export const isBlankSearch = (query: SearchQuery): boolean =>
  query.q === '' && SEARCH_FILTERS.every((filter) => query[filter].length === 0)

export type SearchParameter = 'q' | SearchFilter | 'sort' | 'exact' | 'page'

/** The parameters of the page's address in their order, one for each value; those at their default are left out. */
export function searchParameters(query: SearchQuery): [SearchParameter, string][] {
  if (isBlankSearch(query)) return []
  const { q, sort, exact, page } = query
  const all: [SearchParameter, string][] = [
    ['q', q],
    ...SEARCH_FILTERS.flatMap((filter) => query[filter].map((value): [SearchParameter, string] => [filter, value])),
    ['sort', sort === 'best' ? '' : sort],
    ['exact', exact ? 'true' : ''],
    ['page', page > 1 ? String(page) : ''],
  ]
  return all.filter(([, value]) => value !== '')
}

/** The address of a search. */
export function searchPath(query: SearchQuery): string {
  const search = new URLSearchParams(searchParameters(query))
  return search.size ? `${paths.search}?${search}` : paths.search
}

/** The same search with something else, from its first page. */
export const changedSearch = (query: SearchQuery, changes: Partial<SearchQuery>): string =>
  searchPath({ ...query, page: 1, ...changes })

export type SearchMark = 'mark' | 'i' | 'sub' | 'sup'
export interface MarkedPiece {
  text: string
  /** Outermost first. */
  marks: SearchMark[]
}

/**
 * Splits a found text into pieces with their marks: `<mark>` for a word that was searched, and the marks of titles.
 * Unknown tags are text; tags need not be nested.
 */
export function markedPieces(found: string): MarkedPiece[] {
  const pieces: MarkedPiece[] = []
  let open: SearchMark[] = []
  for (const token of found.split(/(<\/?(?:mark|i|sub|sup)>)/)) {
    const tag = /^<(\/?)(mark|i|sub|sup)>$/.exec(token)
    if (!tag) {
      if (token) pieces.push({ text: decodeEntities(token), marks: open })
      continue
    }
    const mark = tag[2] as SearchMark
    if (open.includes(mark) === (tag[1] === '/'))
      open = tag[1] ? open.filter((other) => other !== mark) : [...open, mark]
  }
  return pieces
}
