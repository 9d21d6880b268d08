import { paths } from '../site/paths.ts'
import { HOUR_MS } from '../text/dates.ts'

/** The site as an editor has changed it and not published: shown to that person's session alone, for an hour. */
export const SITE_VIEW_MS = HOUR_MS

/** The cookie of who looks at it. It holds no change, and opens nothing else. */
export const SITE_VIEW_COOKIE = 'journal-view'

/** Ends it, also without scripts. */
export const STOP_SITE_VIEW = '/settings-view/stop'

/** Whether a request shows the cookie. Asked of every request, so it only looks for the name. */
export const namesSiteView = (cookies: string | undefined): boolean =>
  cookies !== undefined && cookies.includes(`${SITE_VIEW_COOKIE}=`)

/** Where people work, and pages of secret links: these are always as the journal is published. */
const AS_PUBLISHED: ReadonlySet<string> = new Set([
  paths.admin,
  paths.dashboard,
  paths.desk,
  '/cases',
  '/review',
  '/authorship',
  '/notice',
  '/report',
  '/following',
])

/** Whether a page is one of those that readers see. */
export const isOfReaders = (path: string): boolean => !AS_PUBLISHED.has(`/${path.split('/', 2)[1] ?? ''}`)
