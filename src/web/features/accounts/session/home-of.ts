import { ACCESS, type Role } from '../../../../contract/rules/accounts/access.ts'
import { HOMES } from '../../../../contract/rules/site/paths.ts'
import { areaAccess } from '../../../site/access-redirect.ts'

/**
 * The destination after signing in: the admin area for administrators, the dashboard for others, or the page
 * of their own area that they were redirected from. Only paths of the signed-in areas are accepted: `next`
 * must not lead off the site.
 */
export function homeOf(role: Role, next?: string | null): string {
  const { home } = HOMES[role]
  const wanted = next && /^\/(dashboard|cases|admin)(\/[\w/-]*)?$/.test(next) ? next : null
  if (wanted === null) return home
  const { role: needed } = ACCESS[areaAccess(wanted)]
  return needed === null || needed === role ? wanted : home
}
