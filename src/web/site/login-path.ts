import { paths } from '../../contract/rules/site/paths.ts'

/** The sign-in page, which leads back to `pathname` if that is in a signed-in area. */
export const loginPath = (pathname: string): string =>
  pathname.startsWith(`${paths.dashboard}/`) || pathname.startsWith(`${paths.admin}/`)
    ? `${paths.login}?next=${encodeURIComponent(pathname)}`
    : paths.login
