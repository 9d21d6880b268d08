import { CASE_SCOPES, type CaseScope } from '../../../../../contract/rules/peer-review/case-scopes.ts'
import { SEARCH_MAX } from '../../../../../contract/rules/articles/article-policy.ts'
import { paths } from '../../../../../contract/rules/site/paths.ts'

/** Whose cases are shown, and what is searched for, as given in the URL. */
export interface TodayQuery {
  scope: CaseScope
  find: string
}

/** Unknown values are ignored. `find`, because `q` belongs to Research Listings, once the page at this address. */
export const todayQuery = (search: URLSearchParams): TodayQuery => ({
  scope: CASE_SCOPES.find((scope) => scope === search.get('scope')) ?? 'mine',
  find: (search.get('find') ?? '').trim().slice(0, SEARCH_MAX),
})

export function todayHref({ scope, find }: TodayQuery): string {
  const search = new URLSearchParams()
  if (scope !== 'mine') search.set('scope', scope)
  if (find !== '') search.set('find', find)
  return search.size ? `${paths.admin}?${search}` : paths.admin
}
