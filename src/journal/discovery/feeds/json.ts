import { orcidUrl } from '../../../contract/rules/people/orcid.ts'
import { journal } from '../../../../journal.config.ts'
import type { Entry, Feed } from './entry.ts'

/** A JSON Feed, version 1.1. */
export const writeJsonFeed = ({ self, title, description, page, siteUrl, entries }: Feed): string =>
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
