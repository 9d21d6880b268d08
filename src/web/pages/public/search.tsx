import type { LinksFunction } from 'react-router'
import { useLocation } from 'react-router'
import { isBlankSearch, SEARCH_PAGE_SIZE, searchQueryIn } from '../../../contract/rules/site/search.ts'
import { searchData } from '../../features/articles/search/search-data.ts'
import { SearchFailure, SearchPage } from '../../features/articles/search/search-page.tsx'
import { inBrowser, onServer, type LoadArgs } from '../../load.ts'
import stylesheet from '../../styles/search.css?url'
import type { Route } from './+types/search'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

const load = async ({ api, search }: LoadArgs) => {
  const query = searchQueryIn(search)
  if (isBlankSearch(query)) return searchData(query, null)
  const { q, sort, page, exact, ...filters } = query
  return searchData(query, await api.search.find({ q, exact, sort, page, limit: SEARCH_PAGE_SIZE, ...filters }))
}

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Search({ loaderData: { data, failure } }: Route.ComponentProps) {
  const { search } = useLocation()
  if (failure) return <SearchFailure query={searchQueryIn(new URLSearchParams(search))} failure={failure} />
  return <SearchPage data={data} />
}
