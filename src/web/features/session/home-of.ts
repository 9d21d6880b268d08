import { ACCESS } from '../../../contract/domain/access.ts'
import { HOMES } from '../../../contract/domain/paths.ts'
import type { Role } from '../../../contract/domain/roles.ts'
import { areaAccess } from '../../site/access-redirect.ts'

/**
 * Where a person lands after signing in: administrators in the admin area, others on their
 * dashboard, or the page of their own area that they were sent away from. Only addresses of the
 * signed-in areas count: `next` must not lead off the site.
 */
export function homeOf(role: Role, next?: string | null): string {
  const { home } = HOMES[role]
  const wanted = next && /^\/(dashboard|admin)(\/[\w/-]*)?$/.test(next) ? next : null
  if (wanted === null) return home
  const { role: needed } = ACCESS[areaAccess(wanted)]
  return needed === null || needed === role ? wanted : home
}
