import { type Actor, accessRefusal } from '../../../../contract/rules/accounts/access.ts'
import { HOMES, paths } from '../../../../contract/rules/site/paths.ts'
import { areaAccess } from '../../../site/access-redirect.ts'

/**
 * The destination after signing in: the admin area for administrators, the desk for people with duties, the dashboard for others, or the page
 * of their own area that they were redirected from. Only paths of the signed-in areas are accepted: `next`
 * must not lead off the site.
 */
export function homeOf({ role, duties = [] }: Pick<Actor, 'role' | 'duties'>, next?: string | null): string {
  const home = duties.length ? paths.desk : HOMES[role].home
  const wanted = next && /^\/(dashboard|cases|desk|admin)(\/[\w/-]*)?$/.test(next) ? next : null
  if (wanted === null) return home
  return accessRefusal(areaAccess(wanted), { userId: '', role, duties }) === null ? wanted : home
}

/** A page of signing in or up that leads to where the other one would. */
export function withNext(page: string, search: URLSearchParams): string {
  const next = search.get('next')
  return next ? `${page}?${new URLSearchParams({ next })}` : page
}
