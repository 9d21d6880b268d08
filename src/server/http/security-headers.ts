import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

const policy = (scripts: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src 'self'${scripts.map((hash) => ` '${hash}'`).join('')}`,
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    // Editors may place images from elsewhere in an abstract or the board (specification section 5).
    "img-src 'self' data: https: http:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** For answers that are no page: nothing may run, load or frame. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"

const INLINE_SCRIPT = /<script((?:\s[^>]*)?)>([\s\S]*?)<\/script>/g

/**
 * The Content-Security-Policy of a page: its own inline scripts by hash, so that a kept page needs
 * no nonce. Data blocks (JSON-LD) are never run and need no hash.
 */
export function pagePolicy(html: string): string {
  const hashes = new Set<string>()
  for (const [, attributes = '', script = ''] of html.matchAll(INLINE_SCRIPT)) {
    if (/\ssrc=|\stype="application\//.test(attributes)) continue
    hashes.add(`sha256-${createHash('sha256').update(script).digest('base64')}`)
  }
  return policy([...hashes])
}

/** Headers of every answer; pages replace the policy by their own. */
export const securityHeaders = ({ https }: { https: boolean }): Record<string, string> => ({
  'content-security-policy': NO_PAGE,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
})

export function addSecurityHeaders(app: FastifyInstance, options: { https: boolean }): void {
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers(securityHeaders(options))
  })
}
