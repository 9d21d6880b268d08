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

/** The scripts of a page in their order: what their tag says, and what stands in them. */
function* scriptsOf(html: string): Generator<{ tag: string; script: string }> {
  let at = html.indexOf('<script')
  while (at >= 0) {
    const begin = html.indexOf('>', at) + 1
    const end = html.indexOf('</script>', begin)
    if (begin === 0 || end < 0) return
    yield { tag: html.slice(at, begin), script: html.slice(begin, end) }
    at = html.indexOf('<script', end)
  }
}

/**
 * The Content-Security-Policy of a page: its own inline scripts by hash, so that a kept page needs
 * no nonce. Data blocks (JSON-LD) are never run and need no hash.
 */
export function pagePolicy(html: string): string {
  const hashes = new Set<string>()
  for (const { tag, script } of scriptsOf(html)) {
    if (/\ssrc=|\stype="application\//.test(tag)) continue
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
