import type { FastifyInstance } from 'fastify'
import { plantAt } from '../../contract/rules/site/plants.ts'
import { notFound } from '../errors.ts'
import { FIXED, type PublicCache } from '../http/public-cache.ts'
import { limited, type RateLimits } from '../http/rate-limits.ts'
import { sendKept } from '../http/send-kept.ts'
import { drawPlant } from './draw-plant.ts'
import { PLANT_POLICY, plantSvg } from './plant-svg.ts'

/**
 * `/plants/{version}/{species}/{seed}.svg`: the drawing of a seed, which is never another one. There is a drawing
 * for any seed, whether or not something has this id; all of them share one path of the cache, so that a robot that
 * asks for a million of them pushes out no page.
 */
export function mountPlants(app: FastifyInstance, rates: RateLimits, cache: PublicCache): void {
  app.get('/plants/*', { config: limited(rates, 'drawing', 'plants') }, async (request, reply) => {
    const asked = plantAt(request.url)
    if (!asked) throw notFound('Plant')
    const { species, seed } = asked
    const key = `/plants?${species}/${seed}`
    const kept = await cache.answer(FIXED, key, async () => ({
      status: 200,
      headers: {
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': PLANT_POLICY,
      },
      body: plantSvg(drawPlant(seed, species)),
    }))
    cache.remember(request.url, key, request.routeOptions.url)
    return sendKept(request, reply, kept)
  })
}
