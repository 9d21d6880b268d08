import { paths } from '../../contract/paths.ts'
import { currentSession, type Session } from '../session.ts'
import { loginPath } from './login-path.ts'

/**
 * Where somebody who may not see an area is sent: signed-out people to sign in (and back here
 * afterwards), people who are no administrators to a page that says so. Null for who may stay.
 * The server refuses the same by itself.
 */
export function turnedAway(pathname: string, session: Session | null = currentSession()): string | null {
  if (session === null) return loginPath(pathname)
  return pathname.startsWith(paths.admin) && session.user.role !== 'admin' ? paths.unauthorized : null
}
