import type { FastifyInstance } from 'fastify'
import { paths } from '../../contract/domain/paths.ts'
import { mountKept } from '../http/mount-kept.ts'
import type { PublicCache } from '../http/public-cache.ts'
import { limited, type RateLimits } from '../http/rate-limits.ts'
import type { Platform } from '../platform.ts'
import { articleXml } from './article-xml.ts'
import { JatsTexts } from './jats-texts.ts'
import { mountOai } from './oai/mount-oai.ts'

/** Mounts what repositories, indexes and archives take: articles as XML, and their records. */
export function mountHarvesting(
  app: FastifyInstance,
  resources: Platform,
  rates: RateLimits,
  cache: PublicCache,
): void {
  const config = limited(rates, 'reading', 'harvesting')
  const texts = new JatsTexts(resources)
  const mount = mountKept(app, cache, { config })
  mount(
    `${paths.articles}/:id.xml`,
    ({ id }) => `xml ${id}`,
    ({ id }) => articleXml(resources, texts, id!),
  )
  mountOai(app, resources, rates, texts)
}
