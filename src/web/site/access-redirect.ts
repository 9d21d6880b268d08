import { accessRefusal, type Access } from '../../contract/domain/access.ts'
import { paths } from '../../contract/domain/paths.ts'
import { actorOf, type Session } from '../client/session.ts'
import { loginPath } from './login-path.ts'

/**
 * Where somebody who may not see an area is sent: signed-out people to sign in (and back here
 * afterwards), people who are no administrators to a page that says so. Null for who may stay, and as
 * long as it is not known who it is. The server refuses the same by itself.
 */
export function accessRedirect(pathname: string, session: Session | null | undefined): string | null {
  if (session === undefined) return null
  const refusal = accessRefusal(areaAccess(pathname), actorOf(session))
  if (refusal === null) return null
  return refusal.kind === 'unauthenticated' ? loginPath(pathname) : paths.unauthorized
}

/** Who may see the pages of the signed-in area that a path belongs to. */
export const areaAccess = (pathname: string): Access =>
  pathname.startsWith(paths.admin) ? 'administrators' : 'signed in'

/** True for the addresses of the signed-in areas. */
export const isInArea = (pathname: string): boolean =>
  [paths.dashboard, paths.admin].some((area) => pathname === area || pathname.startsWith(`${area}/`))
