import type { FastifyInstance } from 'fastify'
import { feedPath, FEED_FORMATS } from '../../contract/rules/site/feeds.ts'
import { paths } from '../../contract/rules/site/paths.ts'
import { mountKept } from '../../platform/http/mount-kept.ts'
import type { PublicCache } from '../../platform/http/public-cache.ts'
import { limited, type RateLimits } from '../../platform/http/rate-limits.ts'
import { sendKept } from '../../platform/http/send-kept.ts'
import type { Platform } from '../../platform/platform.ts'
import { CITATION_FORMATS, citationDownload, linksetOf } from './citation-downloads.ts'
import { feed } from './feeds/feed.ts'
import { openSearch } from './open-search.ts'
import { robots, securityTxt, webManifest } from './site-files.ts'
import { sitemap, sitemapPart } from './sitemap.ts'

/** Mounts the resources for indexes, libraries, reference managers and feed readers. */
export function mountDiscovery(
  app: FastifyInstance,
  { database, publicUrl }: Platform,
  rates: RateLimits,
  cache: PublicCache,
): void {
  const { db } = database
  const config = limited(rates, 'reading', 'discovery')

  const mount = mountKept(app, cache, { config })

  for (const format of CITATION_FORMATS) {
    mount(
      `${paths.articles}/:id.${format}`,
      ({ id }) => `${format} ${id}`,
      ({ id }) => citationDownload(db, publicUrl, id!, format),
    )
  }
  mount(
    `${paths.articles}/:id.linkset.json`,
    ({ id }) => `linkset ${id}`,
    ({ id }) => linksetOf(db, publicUrl, id!),
  )
  for (const { format } of FEED_FORMATS) {
    mount(
      feedPath(format),
      () => `feed.${format}`,
      () => feed(db, publicUrl, format),
    )
    mount(
      feedPath(format, ':id'),
      ({ id }) => `feed.${format} ${id}`,
      ({ id }) => feed(db, publicUrl, format, id!),
    )
  }
  mount(
    paths.sitemap,
    () => 'sitemap',
    () => sitemap(db, publicUrl),
  )
  mount(
    '/sitemap-:part.xml',
    ({ part }) => `sitemap ${part}`,
    ({ part }) => sitemapPart(db, publicUrl, part!),
  )
  mount(
    paths.openSearch,
    () => 'opensearch',
    async () => openSearch(publicUrl),
  )
  mount(
    '/robots.txt',
    () => 'robots',
    async () => robots(publicUrl),
  )
  mount(
    '/site.webmanifest',
    () => 'manifest',
    async () => webManifest(),
  )
  // Not kept: it changes with the month.
  app.get('/.well-known/security.txt', { config }, (request, reply) =>
    sendKept(request, reply, cache.prepared(securityTxt(publicUrl, new Date()))),
  )
}
