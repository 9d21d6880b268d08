import type { FastifyInstance } from 'fastify'
import { paths } from '../../contract/rules/site/paths.ts'
import { mountCached } from '../../platform/http/send-cached.ts'
import type { PublicCache } from '../../platform/http/public-cache.ts'
import { limited, type RateLimits } from '../../platform/http/rate-limits.ts'
import type { Platform } from '../../platform/platform.ts'
import { doajList, doajOfArticle } from './doaj.ts'
import { articleXml, JatsTexts } from './jats-texts.ts'
import { mountOai } from './oai/mount-oai.ts'
import { archivesPage, volumeManifest } from './volumes/volume-content.ts'
import { mountPackages } from './volumes/mount-packages.ts'

/** Mounts what repositories, indexes and archives take: articles as XML, their records, and whole volumes. */
export function mountHarvesting(
  app: FastifyInstance,
  resources: Platform,
  rates: RateLimits,
  cache: PublicCache,
): void {
  const config = limited(rates, 'reading', 'harvesting')
  const { publicUrl } = resources
  const { db } = resources.database
  const texts = new JatsTexts(resources)
  const mount = mountCached(app, cache, { config })
  mount(
    `${paths.articles}/:id.xml`,
    ({ id }) => `xml ${id}`,
    ({ id }) => articleXml(resources, texts, id!),
  )
  mount(
    paths.lockss,
    () => 'lockss',
    () => archivesPage(db),
  )
  mount(
    paths.lockssVolume(':id'),
    ({ id }) => `lockss ${id}`,
    ({ id }) => volumeManifest(db, id!),
  )
  for (const form of ['json', 'csv'] as const) {
    mount(
      `${paths.doaj}/articles.${form}`,
      () => `doaj ${form}`,
      () => doajList(db, publicUrl, form),
    )
  }
  mount(
    paths.doajArticle(':id'),
    ({ id }) => `doaj ${id}`,
    ({ id }) => doajOfArticle(db, publicUrl, id!),
  )
  mountOai(app, resources, rates, texts)
  mountPackages(app, resources, rates, texts)
}
