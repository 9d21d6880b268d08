import type { FastifyInstance } from 'fastify'
import type { PublicArticle } from '../../contract/api/articles.ts'
import { Id } from '../../contract/api/field-schemas.ts'
import { citationRecord, type CitationRecord } from '../../contract/rules/articles/citation/record.ts'
import { contentPath, FEED_FORMATS, feedPath, newsFeedPath, paths } from '../../contract/rules/site/paths.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { PublicAnswer } from '../../platform/http/cached-answer.ts'
import { mountCached, sendCached } from '../../platform/http/send-cached.ts'
import type { PublicCache } from '../../platform/http/public-cache.ts'
import { limited, type RateLimits } from '../../platform/http/rate-limits.ts'
import type { Platform } from '../../platform/platform.ts'
import { presentPublicArticle } from '../publication/articles/present.ts'
import { findPublicArticle } from '../publication/articles/queries.ts'
import { articleGone } from '../publication/articles/tombstones.ts'
import { EDITORS_GUIDE } from '../publication/pages/content-pages.ts'
import type { PageResources } from '../publication/pages/resources.ts'
import { redirectFrom } from '../publication/redirects/redirects.ts'
import { articleFileName, contentDisposition } from '../publication/files/names.ts'
import { bibtex } from './citation/bibtex.ts'
import { csl } from './citation/csl.ts'
import { endNote, ris } from './citation/reference-managers.ts'
import { feed, noticesFeed } from './feeds/feed.ts'
import { newsFeed } from './feeds/news-feed.ts'
import { type CitationFormat, DOWNLOAD_TYPES, downloadLinkHeader, linkset } from './signposting.ts'
import { openSearch, robots, securityTxt, webManifest } from './site-files.ts'
import { sitemap, sitemapPart } from './sitemap.ts'

/** Mounts the resources for indexes, libraries, reference managers and feed readers. */
export function mountDiscovery(
  app: FastifyInstance,
  { database, publicUrl, contentPages }: Platform & PageResources,
  rates: RateLimits,
  cache: PublicCache,
): void {
  const { db } = database
  const config = limited(rates, 'reading', 'discovery')

  const pagesOfTexts = () =>
    [...contentPages.values()].flatMap(({ slug }) => (slug === EDITORS_GUIDE.slug ? [] : [contentPath(slug)]))
  const mount = mountCached(app, cache, { config })

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
    ({ id }) => loadLinkset(db, publicUrl, id!),
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
      async ({ id }) => {
        const moved = await redirectFrom(db, paths.category(id!))
        return !moved
          ? feed(db, publicUrl, format, id)
          : { status: 301, headers: { location: `${moved}/feed.${format}`, 'cache-control': 'no-cache' }, body: '' }
      },
    )
    mount(
      newsFeedPath(format),
      () => `news.${format}`,
      () => newsFeed(db, publicUrl, format),
    )
  }
  mount(
    paths.noticesFeed,
    () => 'notices.atom',
    () => noticesFeed(db, publicUrl),
  )
  mount(
    paths.sitemap,
    () => 'sitemap',
    () => sitemap(db, publicUrl, pagesOfTexts()),
  )
  mount(
    '/sitemap-:part.xml',
    ({ part }) => `sitemap ${part}`,
    ({ part }) => sitemapPart(db, publicUrl, { part: part!, ofTexts: pagesOfTexts() }),
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
    sendCached(request, reply, cache.prepared(securityTxt(publicUrl, new Date()))),
  )
}

/** An article as XML has its whole text, and is made by `extensions/harvesting/`. */
type ReferenceFormat = Exclude<CitationFormat, 'xml'>

const WRITERS: Record<ReferenceFormat, (record: CitationRecord) => string> = {
  ...{ bib: bibtex, 'csl.json': csl, enw: endNote, ris },
}

const CITATION_FORMATS = Object.keys(WRITERS) as ReferenceFormat[]

/** The reference to a public article, as a file for reference managers. */
async function citationDownload(db: Db, publicUrl: string, id: string, format: ReferenceFormat): Promise<PublicAnswer> {
  const article = await publicArticle(db, id)
  const record = citationRecord(article, publicUrl)
  return {
    status: 200,
    headers: {
      'content-type': DOWNLOAD_TYPES[format],
      'content-disposition': contentDisposition('attachment', articleFileName(record.slug, format, record.publishedOn)),
      link: downloadLinkHeader(id, format, publicUrl),
    },
    body: WRITERS[format](record),
  }
}

/** Every link of a public article, for programs that find their way by them. */
const loadLinkset = async (db: Db, publicUrl: string, id: string): Promise<PublicAnswer> => ({
  status: 200,
  headers: { 'content-type': 'application/linkset+json' },
  body: linkset(await publicArticle(db, id), publicUrl),
})

async function publicArticle(db: Db, id: string): Promise<PublicArticle> {
  const found = Id.safeParse(id).success ? await findPublicArticle(db, id) : null
  if (!found) throw await articleGone(db, id)
  return presentPublicArticle(found)
}
