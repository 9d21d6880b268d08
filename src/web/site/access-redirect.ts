import { paths } from '../../contract/domain/paths.ts'
import type { Session } from '../client/session.ts'
import { loginPath } from './login-path.ts'

/**
 * Where somebody who may not see an area is sent: signed-out people to sign in (and back here
 * afterwards), people who are no administrators to a page that says so. Null for who may stay, and as
 * long as it is not known who it is. The server refuses the same by itself.
 */
export function accessRedirect(pathname: string, session: Session | null | undefined): string | null {
  if (session === undefined) return null
  if (session === null) return loginPath(pathname)
  return isForAdministrators(pathname) && session.user.role !== 'admin' ? paths.unauthorized : null
}

export const isForAdministrators = (pathname: string): boolean => pathname.startsWith(paths.admin)
