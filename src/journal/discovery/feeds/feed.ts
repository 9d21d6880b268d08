import { journal } from '../../../contract/journal.ts'
import type { PublicArticle } from '../../../contract/api/articles.ts'
import { Id } from '../../../contract/api/field-schemas.ts'
import {
  type CitationAuthor,
  citationRecord,
  type CitationRecord,
} from '../../../contract/rules/articles/citation/record.ts'
import { summaryOf } from '../../../contract/rules/articles/key-message.ts'
import { noticeKindOf, NOTICES, STANDING_WORDS } from '../../../contract/rules/articles/notices.ts'
import { orcidUrl } from '../../../contract/rules/people/identifiers.ts'
import { FEED_FORMATS, type FeedFormat, feedPath, paths } from '../../../contract/rules/site/paths.ts'
import { titleHtml } from '../../../contract/rules/text/inline-markup.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { notFound } from '../../../platform/errors.ts'
import type { PublicAnswer } from '../../../platform/http/cached-answer.ts'
import { element, type Xml, xmlDocument } from '../../../platform/xml.ts'
import { presentPublicArticle } from '../../publication/articles/present.ts'
import { findPublicArticles, listNews } from '../../publication/articles/queries.ts'

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
const rssItem = ({ article, record, summaryHtml }: Entry): Xml =>
  element(
    'item',
    {},
    element('title', {}, record.title),
    element('link', {}, record.url),
    element('guid', { isPermaLink: 'true' }, record.url),
    article.publishedAt === null ? null : element('pubDate', {}, rfc822(article.publishedAt)),
    record.authors.map(({ fullName }) => element('dc:creator', {}, fullName)),
    element('category', {}, record.category.name),
    standingWords(article).map((word) => element('category', {}, word)),
    record.keywords.map((keyword) => element('category', {}, keyword)),
    element('description', {}, summaryHtml),
    record.doi && element('dc:identifier', {}, `doi:${record.doi}`),
    element('dc:rights', {}, rightsOf(record)),
  )

/** 'Tue, 27 Jan 2026 09:30:00 GMT' */
const rfc822 = (timestamp: string): string => new Date(timestamp).toUTCString()

/** The newest articles of the journal or of a category. */
interface Feed {
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

interface Entry {
  article: PublicArticle
  /** Its `url` is the entry's id, which never changes. */
  record: CitationRecord
  /** As safe HTML. */
  titleHtml: string
  summaryHtml: string
}

/** Where an article stands, or the kind of a notice. */
function standingWords({ type, title, standing }: PublicArticle): string[] {
  const kind = noticeKindOf({ type, title })
  return [...(standing === 'current' ? [] : [STANDING_WORDS[standing]]), ...(kind ? [NOTICES[kind].name] : [])]
}

/** The sentence about rights. */
export function rightsOf({ copyright, licenceName, licenceUrl }: CitationRecord): string {
  const licence = `Licensed under ${licenceName}${licenceName === licenceUrl ? '' : ` (${licenceUrl})`}`
  return copyright ? `${copyright.replace(/\.?$/, '.')} ${licence}` : licence
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

const atomEntry = ({ article, record, titleHtml, summaryHtml }: Entry): Xml =>
  element(
    'entry',
    {},
    element('id', {}, record.url),
    element('title', { type: 'html' }, titleHtml),
    element('link', { rel: 'alternate', type: 'text/html', href: record.url }),
    record.pdfUrl && element('link', { rel: 'enclosure', type: 'application/pdf', href: record.pdfUrl }),
    record.authors.map(person),
    element('category', { term: record.category.name }),
    standingWords(article).map((term) => element('category', { term })),
    record.keywords.map((term) => element('category', { term })),
    element('published', {}, article.publishedAt),
    element('updated', {}, article.updatedAt),
    element('summary', { type: 'html' }, summaryHtml),
    element('rights', {}, rightsOf(record)),
  )

const person = ({ fullName, orcid }: CitationAuthor): Xml =>
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

const jsonItem = ({ article, record, summaryHtml }: Entry) => ({
  id: record.url,
  url: record.url,
  title: record.title,
  content_html: summaryHtml,
  image: record.cardUrl,
  ...(article.publishedAt === null ? {} : { date_published: article.publishedAt }),
  date_modified: article.updatedAt,
  authors: record.authors.map(({ fullName, orcid }) => ({
    name: fullName,
    ...(orcid ? { url: orcidUrl(orcid) } : {}),
  })),
  tags: [record.category.name, ...standingWords(article), ...record.keywords],
  language: record.language,
  ...(record.pdfUrl ? { attachments: [{ url: record.pdfUrl, mime_type: 'application/pdf', title: 'PDF' }] } : {}),
})

const NEWEST = 20

const WRITERS: Record<FeedFormat, (feed: Feed) => string> = { atom: writeAtom, rss: writeRss, json: writeJsonFeed }

/** A feed as a file. */
export async function feed(db: Db, publicUrl: string, format: FeedFormat, categoryId?: string): Promise<PublicAnswer> {
  const { type } = FEED_FORMATS.find((each) => each.format === format)!
  return {
    status: 200,
    headers: { 'content-type': `${type}; charset=utf-8` },
    body: WRITERS[format](await newest(db, publicUrl, format, categoryId)),
  }
}

/** The notices as an Atom feed, for those who follow what is corrected. */
export async function noticesFeed(db: Db, publicUrl: string): Promise<PublicAnswer> {
  const newestOnes = await db
    .selectFrom('notices')
    .innerJoin('public_articles as own', 'own.id', 'notices.article_id')
    .select('own.id')
    .where('notices.state', '=', 'published')
    .where('own.origin', '<>', 'sample')
    .orderBy('own.published_at', 'desc')
    .orderBy('own.id', 'desc')
    .limit(NEWEST)
    .execute()
  const articles = (
    await findPublicArticles(
      db,
      newestOnes.map(({ id }) => id),
    )
  )
    .map(presentPublicArticle)
    .sort((one, other) => (one.publishedAt! < other.publishedAt! ? 1 : -1))
  return {
    status: 200,
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
    body: writeAtom({
      title: `Notices | ${journal().name}`,
      description: 'Corrections, concerns, retractions and removals, with their reasons.',
      page: publicUrl + paths.notices,
      self: publicUrl + paths.noticesFeed,
      siteUrl: publicUrl,
      updatedAt: lastChange(articles),
      entries: articles.map((article) => entryOf(article, publicUrl)),
    }),
  }
}

async function newest(db: Db, publicUrl: string, format: FeedFormat, categoryId?: string): Promise<Feed> {
  const category = categoryId === undefined ? undefined : await categoryNamed(db, categoryId)
  const data = await listNews(db, { categoryId }, NEWEST)
  return {
    title: category === undefined ? journal().name : `${category} | ${journal().name}`,
    description: category === undefined ? journal().description : `New articles in ${category}.`,
    page: publicUrl + (categoryId === undefined ? paths.articles : paths.category(categoryId)),
    self: publicUrl + feedPath(format, categoryId),
    siteUrl: publicUrl,
    updatedAt: lastChange(data),
    entries: data.map((article) => entryOf(article, publicUrl)),
  }
}

function entryOf(article: PublicArticle, publicUrl: string): Entry {
  const record = citationRecord(article, publicUrl)
  const html = { titleHtml: titleHtml(record.titleMarkup), summaryHtml: titleHtml(summaryOf(article)) }
  return { article, record, ...html }
}

async function categoryNamed(db: Db, id: string): Promise<string> {
  const found = Id.safeParse(id).success
    ? await db.selectFrom('categories').select('name').where('id', '=', id).executeTakeFirst()
    : undefined
  if (!found) throw notFound('Category')
  return found.name
}

/** A feed must have an update date; for an empty one it is the founding date of the society. */
const lastChange = (articles: readonly PublicArticle[]): string =>
  articles.reduce(
    (latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest),
    `${journal().society.foundedIn}-01-01T00:00:00.000Z`,
  )
