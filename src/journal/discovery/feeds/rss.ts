import { journal } from '../../../../journal.config.ts'
import { element, type Xml, xmlDocument } from '../../../platform/xml.ts'
import type { PublicArticle } from '../../../contract/api/articles.ts'
import type { CitationRecord } from '../../../contract/rules/articles/citation/record.ts'

const NAMESPACES = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
}

/** An RSS 2.0 feed, for readers and library systems that know no other. */
export const writeRss = ({ self, title, description, updatedAt, page, entries }: Feed): string =>
  xmlDocument(
    element(
      'rss',
      { version: '2.0', ...NAMESPACES },
      element(
        'channel',
        {},
        element('title', {}, title),
        element('link', {}, page),
        element('description', {}, description),
        element('language', {}, journal.language),
        element('lastBuildDate', {}, rfc822(updatedAt)),
        element('atom:link', { rel: 'self', type: 'application/rss+xml', href: self }),
        entries.map(item),
      ),
    ),
  )

/** A title of RSS is plain text, a description HTML. Enclosures are left out: they would need the length of the file. */
const item = ({ article, record, summaryHtml }: Entry): Xml =>
  element(
    'item',
    {},
    element('title', {}, record.title),
    element('link', {}, record.url),
    element('guid', { isPermaLink: 'true' }, record.url),
    article.publishedAt === null ? null : element('pubDate', {}, rfc822(article.publishedAt)),
    record.authors.map(({ fullName }) => element('dc:creator', {}, fullName)),
    element('category', {}, record.category.name),
    record.keywords.map((keyword) => element('category', {}, keyword)),
    element('description', {}, summaryHtml),
    record.doi && element('dc:identifier', {}, `doi:${record.doi}`),
    element('dc:rights', {}, rightsOf(record)),
  )

/** 'Tue, 27 Jan 2026 09:30:00 GMT' */
const rfc822 = (timestamp: string): string => new Date(timestamp).toUTCString()

/** The newest articles of the journal or of a category. */
export interface Feed {
  title: string
  description: string
  /** The page that lists them. */
  page: string
  /** The feed's own address, which is its id as well. */
  self: string
  siteUrl: string
  /** Of the newest change, ISO 8601. */
  updatedAt: string
  entries: Entry[]
}

export interface Entry {
  article: PublicArticle
  /** Its `url` is the entry's id, which never changes. */
  record: CitationRecord
  /** As safe HTML. */
  titleHtml: string
  summaryHtml: string
}

/** The sentence about rights. */
export function rightsOf({ copyright, licenceName, licenceUrl }: CitationRecord): string {
  const licence = `Licensed under ${licenceName}${licenceName === licenceUrl ? '' : ` (${licenceUrl})`}`
  return copyright ? `${copyright.replace(/\.?$/, '.')} ${licence}` : licence
}
