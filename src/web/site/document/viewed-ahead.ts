import { API_PREFIX } from '../../../contract/rules/site/api-prefix.ts'
import { paths } from '../../../contract/rules/site/paths.ts'

/**
 * An article's page that was loaded ahead is not counted when it is loaded, and shown without asking the server: then
 * this reports that it is read.
 */
export function countIfLoadedAhead(): void {
  const [, id] = /^([\w-]+)$/.exec(location.pathname.replace(`${paths.articles}/`, '')) ?? []
  const [visit] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    deliveryType?: string
  })[]
  if (id === undefined || visit?.deliveryType !== 'navigational-prefetch') return
  void fetch(`${API_PREFIX}/posts/${id}/viewed`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    keepalive: true,
  }).catch(() => {})
}
