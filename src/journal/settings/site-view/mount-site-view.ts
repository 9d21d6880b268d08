import type { FastifyInstance } from 'fastify'
import { SITE_VIEW_COOKIE, STOP_SITE_VIEW } from '../../../contract/rules/settings/site-view.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { limited, type RateLimits } from '../../../platform/http/rate-limits.ts'
import type { Platform } from '../../../platform/platform.ts'
import { siteViewCookie } from './site-views.ts'

/** Browsers put pages aside before a link to them is used. */
const FORGET_PREFETCHED = '"prefetchCache", "prerenderCache"'

/** The end of a view of the site: a form, so that it works without scripts, and no program that follows links ends it. */
export function mountSiteView(
  app: FastifyInstance,
  { publicUrl }: Pick<Platform, 'publicUrl'>,
  rates: RateLimits,
): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 100 },
      (_request, body, done) => done(null, body),
    )
    const config = { ...limited(rates, 'writing', 'ending views'), writes: false as const }
    scope.post(STOP_SITE_VIEW, { config }, async (_request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .header('clear-site-data', FORGET_PREFETCHED)
        .clearCookie(SITE_VIEW_COOKIE, siteViewCookie(publicUrl))
        .redirect(paths.adminSettings, 303),
    )
  })
}
