import type { CitationAuthor } from '../../../contract/rules/articles/citation/record.ts'
import { orcidUrl } from '../../../contract/rules/people/orcid.ts'
import { journal } from '../../../../journal.config.ts'
import { element, xmlDocument, type Xml } from '../../../platform/xml.ts'
import { rightsOf, type Entry, type Feed } from './entry.ts'

/** An Atom feed (RFC 4287). */
export const writeAtom = ({ self, title, description, updatedAt, page, siteUrl, entries }: Feed): string =>
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
