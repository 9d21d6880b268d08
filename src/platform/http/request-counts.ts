import type { FastifyInstance } from 'fastify'
import { pageRoute } from '../../contract/rules/site/page-queries.ts'
import { canonicalPath } from './page-address.ts'

/** The upper limits of the classes that durations are counted in, in seconds. */
export const DURATIONS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

export interface Counted {
  /** How many were faster than each limit of `DURATIONS`, each counted once; the last are slower than all. */
  readonly classes: number[]
  seconds: number
}

/**
 * Counts the answers of this process by route and class of status. It is called with every answer, also those from the
 * cache: there is no label to hash, and nothing is allocated.
 */
export class RequestCounts {
  /** By the route's template, then by the first digit of the status. */
  readonly byRoute = new Map<string, (Counted | undefined)[]>()

  note(route: string, status: number, ms: number): void {
    let ofRoute = this.byRoute.get(route)
    if (!ofRoute) this.byRoute.set(route, (ofRoute = new Array<Counted | undefined>(6)))
    const counted = (ofRoute[(status / 100) | 0] ??= {
      classes: new Array<number>(DURATIONS.length + 1).fill(0),
      seconds: 0,
    })
    const seconds = ms / 1000
    let at = 0
    while (at < DURATIONS.length && seconds > DURATIONS[at]!) at++
    counted.classes[at]!++
    counted.seconds += seconds
  }
}

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
