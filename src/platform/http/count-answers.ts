import type { FastifyInstance } from 'fastify'
import { pageRoute } from '../../contract/rules/site/page-queries.ts'
import { canonicalPath } from './page-address.ts'
import type { RequestCounts } from './request-counts.ts'

/** Counts the answers of all routes by their templates: whatever is asked, there are no more of them. */
export function countAnswers(app: FastifyInstance, counts: RequestCounts): void {
  app.addHook('onResponse', async ({ url, routeOptions }, reply) => {
    counts.note(templateOf(url, routeOptions.url), reply.statusCode, reply.elapsedTime)
  })
}

function templateOf(url: string, route: string | undefined): string {
  if (route === undefined) return 'none'
  if (route.startsWith('/assets/')) return '/assets/*'
  if (route !== '/*') return route
  const path = canonicalPath(url.split('?', 1)[0]!)
  return path === null ? route : pageRoute(path)
}
