import { paths } from '../../../contract/domain/paths.ts'
import type { Role } from '../../../contract/api/users.ts'

/**
 * Where a person lands after signing in: administrators in the admin area, others on their
 * dashboard, or the page of their own area that they were sent away from. Only addresses of the
 * signed-in areas count: `next` must not lead off the site.
 */
export function homeOf(role: Role, next?: string | null): string {
  const home = role === 'admin' ? paths.admin : paths.dashboard
  const wanted = next && /^\/(dashboard|admin)(\/[\w/-]*)?$/.test(next) ? next : null
  if (wanted === null || (wanted.startsWith(paths.admin) && role !== 'admin')) return home
  return wanted
}
