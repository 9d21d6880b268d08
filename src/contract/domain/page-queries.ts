import { pageFromSearch } from './page-numbers.ts'
import { paths } from './paths.ts'
import { CONTENT_SLUGS } from './policy-pages.ts'

/** What a page can depend on: each is read as what it means, in its one spelling; null where it is as good as absent. */
const PARAMETERS = {
  /** The page of a list. */
  page: (search) => {
    const page = pageFromSearch(search)
    return page === 1 ? null : String(page)
  },
} satisfies Record<string, (search: URLSearchParams) => string | null>

type Query = readonly (keyof typeof PARAMETERS)[]

const NONE: Query = []
const LIST: Query = ['page']

/**
 * What of its query each public page depends on, by its path in `src/web/routes.ts`. The server renders a page,
 * and keeps it, for these values alone; whatever else stands in a query is for the browser. A page that is not
 * listed, as those of the signed-in areas, depends on nothing in it.
 */
export const PAGE_QUERIES: Readonly<Record<string, Query>> = {
  [paths.home]: NONE,
  [paths.articles]: LIST,
  [paths.article(':id')]: NONE,
  [paths.categories]: NONE,
  [paths.category(':id')]: LIST,
  [paths.archives]: NONE,
  [paths.volume(':id')]: LIST,
  [paths.editorialMembers]: NONE,
  ...Object.fromEntries(CONTENT_SLUGS.map((slug) => [`/${slug}`, NONE])),
  [paths.login]: NONE,
  [paths.signup]: NONE,
  [paths.forgotPassword]: NONE,
  [paths.resetPassword]: NONE,
  [paths.confirmEmail]: NONE,
  [paths.unauthorized]: NONE,
  '/text-editor-demo': NONE,
  '/d': NONE,
}

const patterns = Object.entries(PAGE_QUERIES).map(([pattern, query]) => ({ parts: pattern.split('/'), query }))

function queryOf(path: string): Query {
  const parts = path.split('/')
  const fits = (pattern: string[]) =>
    pattern.length === parts.length && pattern.every((part, at) => part.startsWith(':') || part === parts[at])
  return patterns.find((each) => fits(each.parts))?.query ?? NONE
}

/** A page's address with what it depends on, and nothing else: the same for every spelling of the same question. */
export function declaredAddress(path: string, search: URLSearchParams): string {
  const declared = new URLSearchParams()
  for (const name of queryOf(path)) {
    const value = PARAMETERS[name](search)
    if (value !== null) declared.set(name, value)
  }
  return declared.size ? `${path}?${declared}` : path
}
