import { SEARCH_MAX } from '../../../../contract/rules/articles/article-policy.ts'
import { pageFromSearch, type Paged } from '../../../../contract/rules/site/page-numbers.ts'
import type { Role } from '../../../../contract/rules/accounts/access.ts'
import type { ListedUser } from '../../../../contract/api/users.ts'
import { browserApi } from '../../../client/api.ts'

/** Labels in the singular; the keys are the contract's roles. */
export const ROLE_WORDS: Record<Role, string> = { author: 'Author', admin: 'Administrator' }

const isRole = (word: string | null): word is Role => word !== null && Object.hasOwn(ROLE_WORDS, word)

/** Loads the users for a query: `?q=&role=&page=`. */
export function loadUsers(search: URLSearchParams): Promise<Paged<ListedUser>> {
  const role = search.get('role')
  return browserApi.users.list({
    page: pageFromSearch(search),
    q: search.get('q')?.slice(0, SEARCH_MAX) ?? '',
    role: isRole(role) ? role : undefined,
  })
}
