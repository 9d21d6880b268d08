import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { paths } from '../../../contract/rules/site/paths.ts'
import { limited, type RateLimits } from '../../../platform/http/rate-limits.ts'
import { CALLBACK_PATH } from './orcid-connection.ts'
import type { UserResources } from './resources.ts'

/**
 * The cookie that binds the ORCID sign-in to one browser; Lax, so that it is sent with the provider's
 * redirect.
 */
export const ORCID_COOKIE = 'orcid'
export const orcidCookieOptions = (publicUrl: string): CookieSerializeOptions => ({
  path: CALLBACK_PATH,
  maxAge: 600,
  httpOnly: true,
  sameSite: 'lax',
  secure: publicUrl.startsWith('https:'),
})

/** Handles ORCID's redirect: redirects on to the profile, or to the page by link, with the iD or with `error`, and nowhere else. */
export function mountOrcidCallback(
  app: FastifyInstance,
  { database, orcid, publicUrl, log }: UserResources,
  rates: RateLimits,
): void {
  const options = { config: limited(rates, 'writing', 'orcid') }
  app.get<{ Querystring: { state?: unknown; code?: unknown } }>(CALLBACK_PATH, options, async (request, reply) => {
    const text = (value: unknown) => (typeof value === 'string' && value.length <= 2000 ? value : undefined)
    const browserSecret = app.parseCookie(request.headers.cookie ?? '')[ORCID_COOKIE]
    const state = text(request.query.state)
    const code = text(request.query.code)
    const answer = await orcid
      ?.finish(database, {
        ...(state ? { state } : {}),
        ...(code ? { code } : {}),
        ...(browserSecret ? { browserSecret } : {}),
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'ORCID connection failed')
        return null
      })
    const page = answer?.isByLink ? paths.authorship : paths.editProfile
    return reply
      .header('cache-control', 'no-store')
      .clearCookie(ORCID_COOKIE, orcidCookieOptions(publicUrl))
      .redirect(`${publicUrl}${page}?orcid=${answer?.orcid ?? 'error'}`, 302)
  })
}
