import type { FastifyInstance } from 'fastify'
import { paths } from '../../contract/domain/paths.ts'
import type { Resources } from '../resources.ts'
import { CALLBACK_PATH } from './orcid-connection.ts'

const COOKIE = 'orcid'

/** The cookie that binds the way to ORCID to one browser; Lax, so that it comes back with the provider's redirect. */
export const browserCookie = (secret: string, https: boolean): string =>
  `${COOKIE}=${secret}; Path=${CALLBACK_PATH}; Max-Age=600; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`

/** Where ORCID sends the browser: on to the profile, with the proven iD or with `error`. Nowhere else. */
export function mountOrcidCallback(app: FastifyInstance, { database, orcid, publicUrl, log }: Resources): void {
  app.get<{ Querystring: { state?: unknown; code?: unknown } }>(CALLBACK_PATH, async (request, reply) => {
    const text = (value: unknown) => (typeof value === 'string' && value.length <= 2000 ? value : undefined)
    const browserSecret = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1]
    const state = text(request.query.state)
    const code = text(request.query.code)
    const proven = await orcid
      ?.finish(database, {
        ...(state ? { state } : {}),
        ...(code ? { code } : {}),
        ...(browserSecret ? { browserSecret } : {}),
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'ORCID connection failed')
        return null
      })
    return reply
      .header('cache-control', 'no-store')
      .header('set-cookie', `${COOKIE}=; Path=${CALLBACK_PATH}; Max-Age=0; HttpOnly; SameSite=Lax`)
      .redirect(`${publicUrl}${paths.editProfile}?orcid=${proven ?? 'error'}`, 302)
  })
}
