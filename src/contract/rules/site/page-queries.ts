import { noticeFilterIn } from './notice-filters.ts'
import { aboutWord, followedIn, followStateIn } from './follow-states.ts'
import { isDay } from '../text/days.ts'
import { pageFromSearch } from './page-numbers.ts'
import { CONTENT_SLUGS, paths } from './paths.ts'
import { type SearchParameter, searchParameters, searchQueryIn } from './search.ts'

const ofSearch = (name: SearchParameter) => (search: URLSearchParams) =>
  searchParameters(searchQueryIn(search)).flatMap(([each, value]) => (each === name ? [value] : []))

/**
 * Query parameters that a page may depend on, each with the values of its canonical form; none if
 * it can be ignored.
 */
const PARAMETERS = {
  page: (search) => {
    const page = pageFromSearch(search)
    return page === 1 ? [] : [String(page)]
  },
  q: ofSearch('q'),
  standing: ofSearch('standing'),
  category: ofSearch('category'),
  year: ofSearch('year'),
  volume: ofSearch('volume'),
  author: ofSearch('author'),
  sort: ofSearch('sort'),
  exact: ofSearch('exact'),
  /** A day of the editorial board, or of a policy. */
  on: (search) => [search.get('on') ?? ''].filter((day) => isDay(day)),
  /** The version of a policy that is compared with the one before it. */
  compare: (search) => [search.get('compare') ?? ''].filter((number) => /^[1-9]\d{0,8}$/.test(number)),
  /** Of notices. */
  kind: (search) => [noticeFilterIn(search)].filter((filter) => filter !== null),
  /** Of following. */
  article: (search) => [followedIn(search)].flatMap((one) => (one?.scope === 'article' ? [one.id] : [])),
  about: (search) => [followedIn(search)].flatMap((one) => (one && one.scope !== 'article' ? [aboutWord(one)] : [])),
  state: (search) => [followStateIn(search)].filter((state) => state !== null),
} satisfies Record<string, (search: URLSearchParams) => string[]>

type Query = readonly (keyof typeof PARAMETERS)[]

const NONE: Query = []
const LIST: Query = ['page']
const DAY: Query = ['on']
const COMPARED: Query = ['compare']
const SEARCH: Query = ['q', 'standing', 'category', 'year', 'volume', 'author', 'sort', 'exact', 'page']

/**
 * The query parameters that each public page depends on, by its path in `src/web/routes.ts`. The server
 * renders and caches a page by these values alone; the browser handles all others. A page that is not listed,
 * such as those of the signed-in areas, depends on none.
 */
export const PAGE_QUERIES: Readonly<Record<string, Query>> = {
  [paths.home]: NONE,
  [paths.articles]: LIST,
  // The part of a very long text.
  [paths.article(':id')]: LIST,
  '/blog/:id/v/:number': NONE,
  '/blog/:id/compare/:from/:to': NONE,
  [paths.articleStatus(':id')]: NONE,
  [paths.articleReviews(':id')]: NONE,
  [paths.reportProblem(':id')]: NONE,
  [paths.categories]: NONE,
  [paths.category(':id')]: LIST,
  [paths.archives]: NONE,
  [paths.volume(':id')]: LIST,
  [paths.author(':id')]: LIST,
  [paths.keyword(':id')]: LIST,
  [paths.notices]: ['kind'],
  [paths.news]: LIST,
  [paths.newsItem(':id')]: NONE,
  [paths.search]: SEARCH,
  [paths.editorialMembers]: DAY,
  ...Object.fromEntries(CONTENT_SLUGS.map((slug) => [`/${slug}`, DAY])),
  '/pages/:id': DAY,
  ...Object.fromEntries(['/:slug', '/pages/:id'].map((page) => [`${page}/versions`, COMPARED])),
  ...Object.fromEntries(['/:slug', '/pages/:id'].map((page) => [`${page}/versions/:number`, NONE])),
  [paths.follow]: ['article', 'about', 'state'],
  [paths.unfollow]: ['state'],
  [paths.login]: NONE,
  [paths.signup]: NONE,
  [paths.forgotPassword]: NONE,
  [paths.resetPassword]: NONE,
  [paths.confirmEmail]: NONE,
  [paths.unauthorized]: NONE,
  '/text-editor-demo': NONE,
  '/d': NONE,
}

const patterns = Object.entries(PAGE_QUERIES).map(([pattern, query]) => ({ pattern, parts: pattern.split('/'), query }))

function patternOf(path: string) {
  const parts = path.split('/')
  const fits = (pattern: string[]) =>
    pattern.length === parts.length &&
    pattern.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]))
  return patterns.find((each) => fits(each.parts))
}

const queryOf = (path: string): Query => patternOf(path)?.query ?? NONE

/** The template of the page at a path, as in the map of the site; one for all paths that it does not list. */
export const pageRoute = (path: string): string => patternOf(path)?.pattern ?? '/*'

/** A page's canonical path and query: the same for every spelling of the same request. */
export function declaredAddress(path: string, search: URLSearchParams): string {
  const declared = new URLSearchParams()
  for (const name of queryOf(path)) {
    for (const value of PARAMETERS[name](search)) declared.append(name, value)
  }
  return declared.size ? `${path}?${declared}` : path
}

interface Unkept {
  formatted?: unknown
  isOfAnotherDay?: unknown
}

/**
 * True for an answer that lacks something only for now, such as formatted references, or of which there are as many as days:
 * it is sent, but not kept.
 */
export const isProvisional = (answer: unknown): boolean => {
  const { formatted, isOfAnotherDay } = (answer ?? {}) as Unkept
  return formatted === null || isOfAnotherDay === true
}
