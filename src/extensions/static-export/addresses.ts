import { posix } from 'node:path'
import { API_PREFIX } from '../../contract/rules/site/path-roots.ts'
import { paths } from '../../contract/rules/site/paths.ts'

/** What works only on a server: links to it lead to the journal's own site. */
const ONLINE = [
  ...[API_PREFIX, paths.dashboard, paths.cases, paths.admin, paths.login, paths.signup, paths.forgotPassword],
  ...[
    paths.resetPassword,
    paths.confirmEmail,
    paths.review,
    paths.authorship,
    paths.unauthorized,
    paths.follow,
    paths.following,
    paths.unfollow,
    paths.oai,
    '/search',
  ],
]
const REPORT = /^\/blog\/[^/]+\/report$/
const AS_IT_IS =
  /\.(?:pdf|xml|bib|ris|enw|json|css|woff2|png|jpe?g|webp|avif|svg|gif|ico|tiff?|atom|rss|txt|csv|docx?|pptx?|xlsx?)$|^\/(?:files|images)\//i

/**
 * The address of a public page or file as the copy knows it, path and query: those of one page of a list are pages of
 * their own, other queries lead to the page without them. Null for what is elsewhere or works online alone.
 */
export function copiedAddress(reference: string, from: string, publicUrl: string): string | null {
  const base = publicUrl + from
  if (!URL.canParse(reference, base)) return null
  const { origin, pathname, searchParams } = new URL(reference, base)
  if (origin !== new URL(publicUrl).origin) return null
  if (REPORT.test(pathname) || ONLINE.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`)))
    return null
  if (/\.zip$/.test(pathname)) return null
  const page = searchParams.get('page')
  const others = [...searchParams.keys()].filter((name) => name !== 'page')
  if (others.length && !AS_IT_IS.test(pathname)) return null
  return page && /^[1-9]\d{0,5}$/.test(page) ? `${pathname}?page=${page}` : pathname
}

/** The file of an address within the copy; null for one that is no safe file name. */
export function fileOf(address: string): string | null {
  const [path = '', query = ''] = address.split('?')
  if (path === '/') return query ? `index.${named(query)}.html` : 'index.html'
  let name: string
  try {
    name = decodeURIComponent(path.slice(1))
  } catch {
    return null
  }
  const parts = name.split('/')
  if (parts.some((part) => !part || /^\.+$|[\\:*?"<>|\p{Cc}]|[. ]$/u.test(part) || part.length > 200)) return null
  return AS_IT_IS.test(path) ? name : `${name}${query && `.${named(query)}`}.html`
}

const named = (query: string): string => query.replace('=', '-')

/** One file's address as seen from another, for a link. */
export const relativeLink = (fromFile: string, toFile: string): string =>
  (posix.relative(posix.dirname(fromFile), toFile) || posix.basename(toFile))
    .split('/')
    .map(encodeURIComponent)
    .join('/')
