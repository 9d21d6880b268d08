import { journal } from '../../../../journal.config.ts'
import type { PublicArticle } from '../../../contract/api/articles.ts'
import { Id } from '../../../contract/api/field-schemas.ts'
import { type CitationAuthor, citationRecord } from '../../../contract/rules/articles/citation/record.ts'
import { summaryOf } from '../../../contract/rules/articles/key-message.ts'
import { orcidUrl } from '../../../contract/rules/people/identifiers.ts'
import { FEED_FORMATS, type FeedFormat, feedPath, paths } from '../../../contract/rules/site/paths.ts'
import { titleHtml } from '../../../contract/rules/text/inline-markup.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { notFound } from '../../../platform/errors.ts'
import type { PublicAnswer } from '../../../platform/http/cached-answer.ts'
import { element, type Xml, xmlDocument } from '../../../platform/xml.ts'
import { listPublicArticles } from '../../publication/articles/queries.ts'
import { type Entry, type Feed, rightsOf, writeRss } from './rss.ts'

/** An Atom feed (RFC 4287). */
const writeAtom = ({ self, title, description, updatedAt, page, siteUrl, entries }: Feed): string =>
  xmlDocument(
    element(
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': journal.language },
      element('id', {}, self),
      element('title', {}, title),
      element('subtitle', {}, description),
      element('updated', {}, updatedAt),
      element('link', { rel: 'self', type: 'application/atom+xml', href: self }),
      element('link', { rel: 'alternate', type: 'text/html', href: page }),
      element('author', {}, element('name', {}, journal.society.name)),
      element('icon', {}, `${siteUrl}/icon.svg`),
      entries.map(entry),
    ),
  )

const entry = ({ article, record, titleHtml, summaryHtml }: Entry): Xml =>
  element(
    'entry',
    {},
    element('id', {}, record.url),
    element('title', { type: 'html' }, titleHtml),
    element('link', { rel: 'alternate', type: 'text/html', href: record.url }),
    record.pdfUrl && element('link', { rel: 'enclosure', type: 'application/pdf', href: record.pdfUrl }),
    record.authors.map(person),
    element('category', { term: record.category.name }),
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
      language: journal.language,
      authors: [{ name: journal.society.name, url: siteUrl }],
      items: entries.map(item),
    },
    null,
    1,
  )

const item = ({ article, record, summaryHtml }: Entry) => ({
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
  tags: [record.category.name, ...record.keywords],
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

async function newest(db: Db, publicUrl: string, format: FeedFormat, categoryId?: string): Promise<Feed> {
  const category = categoryId === undefined ? undefined : await categoryNamed(db, categoryId)
  const filter = categoryId === undefined ? {} : { categoryId }
  const { data } = await listPublicArticles(db, filter, { page: 1, limit: NEWEST })
  return {
    title: category === undefined ? journal.name : `${category} | ${journal.name}`,
    description: category === undefined ? journal.description : `New articles in ${category}.`,
    page: publicUrl + (categoryId === undefined ? paths.articles : paths.category(categoryId)),
    self: publicUrl + feedPath(format, categoryId),
    siteUrl: publicUrl,
    updatedAt: lastChange(data),
    entries: data.map((article) => {
      const record = citationRecord(article, publicUrl)
      const html = { titleHtml: titleHtml(record.titleMarkup), summaryHtml: titleHtml(summaryOf(article)) }
      return { article, record, ...html }
    }),
  }
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
    `${journal.society.foundedIn}-01-01T00:00:00.000Z`,
  )
