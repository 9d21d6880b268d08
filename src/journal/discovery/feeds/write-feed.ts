import { journal } from '../../../contract/journal.ts'
import type { CitationAuthor } from '../../../contract/rules/articles/citation/record.ts'
import { orcidUrl } from '../../../contract/rules/people/identifiers.ts'
import { FEED_FORMATS, type FeedFormat } from '../../../contract/rules/site/paths.ts'
import type { PublicAnswer } from '../../../platform/http/cached-answer.ts'
import { element, type Xml, xmlDocument } from '../../../platform/xml.ts'

const NAMESPACES = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
}

/** An RSS 2.0 feed, for readers and library systems that know no other. */
const writeRss = ({ self, title, description, updatedAt, page, entries }: Feed): string =>
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
        element('language', {}, journal().language),
        element('lastBuildDate', {}, rfc822(updatedAt)),
        element('atom:link', { rel: 'self', type: 'application/rss+xml', href: self }),
        entries.map(rssItem),
      ),
    ),
  )

/** A title of RSS is plain text, a description HTML. Enclosures are left out: they would need the length of the file. */
const rssItem = (entry: Entry): Xml =>
  element(
    'item',
    {},
    element('title', {}, entry.title),
    element('link', {}, entry.url),
    element('guid', { isPermaLink: entry.id === undefined ? 'true' : 'false' }, entry.id ?? entry.url),
    entry.publishedAt === null ? null : element('pubDate', {}, rfc822(entry.publishedAt)),
    entry.authors.map(({ fullName }) => element('dc:creator', {}, fullName)),
    entry.categories.map((category) => element('category', {}, category)),
    element('description', {}, entry.summaryHtml),
    entry.doi && element('dc:identifier', {}, `doi:${entry.doi}`),
    entry.rights && element('dc:rights', {}, entry.rights),
  )

/** 'Tue, 27 Jan 2026 09:30:00 GMT' */
const rfc822 = (timestamp: string): string => new Date(timestamp).toUTCString()

/** What a feed has, in any of its formats. */
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
  /** Never changes; without one, its address does not. */
  id?: string
  url: string
  title: string
  /** As safe HTML. */
  titleHtml: string
  summaryHtml: string
  publishedAt: string | null
  updatedAt: string
  authors: readonly Pick<CitationAuthor, 'fullName' | 'orcid'>[]
  categories: readonly string[]
  language: string
  doi?: string | null | undefined
  rights?: string
  pdfUrl?: string | null | undefined
  image?: string | null | undefined
}

/** An Atom feed (RFC 4287). */
const writeAtom = ({ self, title, description, updatedAt, page, siteUrl, entries }: Feed): string =>
  xmlDocument(
    element(
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': journal().language },
      element('id', {}, self),
      element('title', {}, title),
      element('subtitle', {}, description),
      element('updated', {}, updatedAt),
      element('link', { rel: 'self', type: 'application/atom+xml', href: self }),
      element('link', { rel: 'alternate', type: 'text/html', href: page }),
      element('author', {}, element('name', {}, journal().society.name)),
      element('icon', {}, `${siteUrl}/icon.svg`),
      entries.map(atomEntry),
    ),
  )

const atomEntry = (entry: Entry): Xml =>
  element(
    'entry',
    {},
    element('id', {}, entry.id ?? entry.url),
    element('title', { type: 'html' }, entry.titleHtml),
    element('link', { rel: 'alternate', type: 'text/html', href: entry.url }),
    entry.pdfUrl && element('link', { rel: 'enclosure', type: 'application/pdf', href: entry.pdfUrl }),
    entry.authors.map(person),
    entry.categories.map((term) => element('category', { term })),
    element('published', {}, entry.publishedAt),
    element('updated', {}, entry.updatedAt),
    element('summary', { type: 'html' }, entry.summaryHtml),
    entry.rights && element('rights', {}, entry.rights),
  )

const person = ({ fullName, orcid }: Entry['authors'][number]): Xml =>
  element('author', {}, element('name', {}, fullName), orcid && element('uri', {}, orcidUrl(orcid)))

/** A JSON Feed, version 1.1. */
const writeJsonFeed = ({ self, title, description, page, siteUrl, entries }: Feed): string =>
  JSON.stringify(
    {
      version: 'https://jsonfeed.org/version/1.1',
      title,
      description,
      home_page_url: page,
      feed_url: self,
      icon: `${siteUrl}/icon.svg`,
      language: journal().language,
      authors: [{ name: journal().society.name, url: siteUrl }],
      items: entries.map(jsonItem),
    },
    null,
    1,
  )

const jsonItem = (entry: Entry) => ({
  id: entry.id ?? entry.url,
  url: entry.url,
  title: entry.title,
  content_html: entry.summaryHtml,
  ...(entry.image ? { image: entry.image } : {}),
  ...(entry.publishedAt === null ? {} : { date_published: entry.publishedAt }),
  date_modified: entry.updatedAt,
  authors: entry.authors.map(({ fullName, orcid }) => ({
    name: fullName,
    ...(orcid ? { url: orcidUrl(orcid) } : {}),
  })),
  tags: entry.categories,
  language: entry.language,
  ...(entry.pdfUrl ? { attachments: [{ url: entry.pdfUrl, mime_type: 'application/pdf', title: 'PDF' }] } : {}),
})

const WRITERS: Record<FeedFormat, (feed: Feed) => string> = { atom: writeAtom, rss: writeRss, json: writeJsonFeed }

/** A feed as a file. */
export const feedFile = (feed: Feed, format: FeedFormat): PublicAnswer => ({
  status: 200,
  headers: { 'content-type': `${FEED_FORMATS.find((each) => each.format === format)!.type}; charset=utf-8` },
  body: WRITERS[format](feed),
})

/** A feed must have an update date; for an empty one it is the founding date of the society. */
export const lastChange = (entries: readonly Pick<Entry, 'updatedAt'>[]): string =>
  entries.reduce(
    (latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest),
    `${journal().society.foundedIn}-01-01T00:00:00.000Z`,
  )
