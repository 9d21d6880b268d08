import type { FastifyInstance } from 'fastify'

/**
 * The Content-Security-Policy of a page. Inline scripts are allowed by hash, so that a cached page needs no
 * nonce.
 */
export const pagePolicy = (scripts: readonly string[] = []): string =>
  [
    "default-src 'none'",
    `script-src 'self'${scripts.map((hash) => ` '${hash}'`).join('')}`,
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    // Editors may use images from other sites in an abstract or the editorial board.
    "img-src 'self' data: https: http:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** For responses other than pages: nothing may run, load or frame. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"

/** Headers of every response; pages replace the policy by their own. */
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
