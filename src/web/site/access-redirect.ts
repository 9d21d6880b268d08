import { type Access, accessRefusal } from '../../contract/rules/accounts/access.ts'
import { paths } from '../../contract/rules/site/paths.ts'
import { actorOf, type Session } from '../client/session.ts'

/**
 * Where people without access to an area are redirected: to the sign-in page if signed out (and back
 * afterwards), or to a page that explains it if they are not administrators. Null if they have access, or
 * while the session is unknown. The server enforces the same rules itself.
 */
export function accessRedirect(pathname: string, session: Session | null | undefined): string | null {
  if (session === undefined) return null
  const refusal = accessRefusal(areaAccess(pathname), actorOf(session))
  if (refusal === null) return null
  return refusal.kind === 'unauthenticated' ? loginPath(pathname) : paths.unauthorized
}

/** The role required by the signed-in area of a path. */
export const areaAccess = (pathname: string): Access =>
  isIn(paths.admin, pathname) ? 'administrators' : (DESK.find(([area]) => isIn(area, pathname))?.[1] ?? 'signed in')

/** The first that fits. People who are invited to a duty have none yet. */
const DESK: [area: string, access: Access][] = [
  [paths.deskFigures, 'figures'],
  [paths.deskFees, 'fees officers'],
  [paths.deskManuscripts, 'observers'],
  [paths.deskSettings, 'observers'],
  [paths.deskProduction, 'production'],
  [paths.deskVolumes, 'production'],
  [paths.dutyInvitation(''), 'signed in'],
  [paths.desk, 'people with duties'],
]

/** True for paths of the signed-in areas. */
export const isInArea = (pathname: string): boolean =>
  [paths.dashboard, paths.cases, paths.desk, paths.admin].some((area) => isIn(area, pathname))

const isIn = (area: string, pathname: string): boolean =>
  pathname === area || pathname.startsWith(area.endsWith('/') ? area : `${area}/`)

/** The sign-in page, which leads back to `pathname` if that is in a signed-in area. */
export const loginPath = (pathname: string): string =>
  [paths.dashboard, paths.cases, paths.desk, paths.admin].some((area) => pathname.startsWith(`${area}/`))
    ? `${paths.login}?next=${encodeURIComponent(pathname)}`
    : paths.login
