import type { FastifyInstance } from 'fastify'
import { lookTokens, type Shades, shadesFor } from '../../contract/rules/settings/colours.ts'
import { lookPath } from '../../contract/rules/settings/look.ts'
import type { PublicCache } from '../../platform/http/public-cache.ts'
import { limited, type RateLimits } from '../../platform/http/rate-limits.ts'
import { sendCached } from '../../platform/http/send-cached.ts'

const ADDRESS = /^\/look-([0-9a-f]{6})-/

/**
 * The style sheets of the look. The address of one says all that is in it, so that it can be kept for ever, and pages that
 * were made before the latest publication find theirs.
 */
export function mountLook(app: FastifyInstance, rates: RateLimits, cache: PublicCache): void {
  const sheet = (colour: string) => {
    const { light, dark } = shadesFor(colour)
    return cache.prepared({
      status: 200,
      headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=31536000, immutable' },
      body: [
        rule('', light),
        `@media screen{${rule('[data-theme=dark]', dark)}}`,
        `@media screen and (prefers-color-scheme:dark){${rule(':not([data-theme=light])', dark)}}`,
      ].join(''),
    })
  }
  app.get('/look-:name', { config: limited(rates, 'drawing', 'look') }, (request, reply) => {
    const [path] = request.url.split('?') as [string]
    const colour = `#${ADDRESS.exec(path)?.[1] ?? ''}`
    // Written in another way, or of another version of the program.
    if (path !== lookPath(colour)) return reply.callNotFound()
    return sendCached(request, reply, sheet(colour))
  })
}

/** Twice the root: it counts wherever the sheet is loaded. Which scheme is shown follows from the same as in `tokens.css`. */
const rule = (where: string, shades: Shades): string =>
  `:root:root${where}{${lookTokens(shades)
    .map(([token, value]) => `${token}:${value}`)
    .join(';')}}`
