import type { FastifyInstance } from 'fastify'
import { DomainError, notFound } from '../errors.ts'

/**
 * React Router's data URLs (`*.data`). The site loads its data through the API, so these are not answered:
 * they would serve authors' content under a URL of the site.
 */
export const isDataAddress = (path: string): boolean => path.endsWith('.data')

/** The canonical path: `//Blog/`, `/%62log` and `/BLOG` are all `/blog`. Null if it cannot be decoded. */
export function canonicalPath(path: string): string | null {
  try {
    const parts = path.split('/').map((part) => encodeURIComponent(decodeURIComponent(part).toLowerCase()))
    return `/${parts.filter(Boolean).join('/')}`
  } catch {
    return null
  }
}

/**
 * A search of 200 characters in the longest encoding, inside a return URL, has about 3,500; a reason of 500
 * for deleting an article 4,600. Proxies in front commonly accept 8 KiB.
 */
const LONGEST = 6144

/**
 * Refuses URLs longer than any of the site's, because routers and parsers read them more than once. A path with a NUL
 * names nothing: PostgreSQL takes none in a text, so looking for it would fail. Calls of the API check their own input.
 */
export function refuseBadAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    if (url.length > LONGEST) throw new DomainError('address_too_long', 'The address is too long')
    const [path = ''] = url.split('?', 1)
    if (path.includes('%00') && !path.startsWith('/api/')) throw notFound('Page')
  })
}
