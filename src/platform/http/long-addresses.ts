import type { FastifyInstance } from 'fastify'
import { DomainError } from '../errors.ts'

/**
 * A search of 200 characters in the longest encoding, inside a return URL, has about 3,500; a reason of 500
 * for deleting an article 4,600. Proxies in front commonly accept 8 KiB.
 */
const LONGEST = 6144

/** Refuses URLs longer than any of the site's, because routers and parsers read them more than once. */
export function refuseLongAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    if (url.length > LONGEST) throw new DomainError('address_too_long', 'The address is too long')
  })
}
