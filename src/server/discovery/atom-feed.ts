import type { PublicArticle } from '../../contract/api/articles.ts'
import { citationRecord, type CitationAuthor } from '../../contract/domain/citation/record.ts'
import { titleHtml } from '../../contract/domain/inline-markup.ts'
import { summaryOf } from '../../contract/domain/key-message.ts'
import { orcidUrl } from '../../contract/domain/orcid.ts'
import { paths } from '../../contract/domain/paths.ts'
import { journal } from '../../../journal.config.ts'
import { listPublicArticles } from '../articles/queries.ts'
import type { Db } from '../database/connect.ts'
import type { PublicAnswer } from '../http/kept-answer.ts'
import { element, xmlDocument, type Xml } from '../xml.ts'

const NEWEST = 20

/** The newest articles as an Atom feed (RFC 4287). Entry ids are page URLs, which never change. */
export async function atomFeed(db: Db, publicUrl: string): Promise<PublicAnswer> {
  const { data } = await listPublicArticles(db, {}, { page: 1, limit: NEWEST })
  const self = publicUrl + paths.atomFeed
  const feed = element(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': journal.language },
    element('id', {}, self),
    element('title', {}, journal.name),
    element('subtitle', {}, journal.description),
    element('updated', {}, lastChange(data)),
    element('link', { rel: 'self', type: 'application/atom+xml', href: self }),
    element('link', { rel: 'alternate', type: 'text/html', href: publicUrl + paths.articles }),
    element('author', {}, element('name', {}, journal.society.name)),
    element('icon', {}, `${publicUrl}/icon.svg`),
    data.map((article) => entry(article, publicUrl)),
  )
  return {
    status: 200,
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
    body: xmlDocument(feed),
  }
}

/** A feed must have an update date; for an empty one it is the founding date of the society. */
const lastChange = (articles: readonly PublicArticle[]): string =>
  articles.reduce(
    (latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest),
    `${journal.society.foundedIn}-01-01T00:00:00.000Z`,
  )

function entry(article: PublicArticle, publicUrl: string): Xml {
  const record = citationRecord(article, publicUrl)
  const licence = `Licensed under ${record.licenceName}${record.licenceName === record.licenceUrl ? '' : ` (${record.licenceUrl})`}`
  return element(
    'entry',
    {},
    element('id', {}, record.url),
    element('title', { type: 'html' }, titleHtml(record.titleMarkup)),
    element('link', { rel: 'alternate', type: 'text/html', href: record.url }),
    record.pdfUrl && element('link', { rel: 'enclosure', type: 'application/pdf', href: record.pdfUrl }),
    record.authors.map(person),
    element('category', { term: record.category.name }),
    record.keywords.map((term) => element('category', { term })),
    element('published', {}, article.publishedAt),
    element('updated', {}, article.updatedAt),
    element('summary', { type: 'html' }, titleHtml(summaryOf(article))),
    element('rights', {}, record.copyright ? `${record.copyright.replace(/\.?$/, '.')} ${licence}` : licence),
  )
}

const person = ({ fullName, orcid }: CitationAuthor): Xml =>
  element('author', {}, element('name', {}, fullName), orcid && element('uri', {}, orcidUrl(orcid)))
