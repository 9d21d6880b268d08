import { journal } from '../../../contract/journal.ts'
import { NEWS_KINDS } from '../../../contract/rules/site/news.ts'
import { type FeedFormat, newsFeedPath, paths } from '../../../contract/rules/site/paths.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import { escapeAttribute } from '../../../contract/rules/text/plain-text.ts'
import type { AnnouncementRow } from '../../../platform/database/announcement-tables.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { PublicAnswer } from '../../../platform/http/cached-answer.ts'
import { newsHtml } from '../../publication/announcements/news-text.ts'
import { listNews, thisDay } from '../../publication/announcements/queries.ts'
import { type Entry, feedFile, lastChange } from './write-feed.ts'

const NEWEST = 20

/** The newest of the news. Planned items are not in it, and come with their first day. */
export async function newsFeed(db: Db, publicUrl: string, format: FeedFormat): Promise<PublicAnswer> {
  const { data } = await listNews(db, { page: 1, limit: NEWEST }, thisDay())
  const entries = data.map((row) => entryOf(row, publicUrl))
  return feedFile(
    {
      title: `News | ${journal().name}`,
      description: 'Announcements and calls for papers.',
      page: publicUrl + paths.news,
      self: publicUrl + newsFeedPath(format),
      siteUrl: publicUrl,
      updatedAt: lastChange(entries),
      entries,
    },
    format,
  )
}

function entryOf(row: AnnouncementRow, publicUrl: string): Entry {
  const firstDay = `${row.shown_from}T00:00:00.000Z`
  const publishedAt = row.published_at > firstDay ? row.published_at : firstDay
  const until = row.deadline === null ? '' : `<p>Manuscripts until ${longDate(row.deadline)}.</p>`
  return {
    // Another address does not make it another item for who has read it.
    id: `${publicUrl}${paths.news}#${row.id}`,
    ...{ url: `${publicUrl}${paths.newsItem(row.slug)}`, title: row.title, titleHtml: escapeAttribute(row.title) },
    ...{
      summaryHtml: withWholeAddresses(newsHtml(row.body), publicUrl) + until,
      language: journal().language,
      authors: [],
    },
    ...{ publishedAt, updatedAt: row.updated_at > publishedAt ? row.updated_at : publishedAt },
    categories: [NEWS_KINDS[row.kind]],
  }
}

/** What reads feeds shows an item at another place than the journal's. */
const withWholeAddresses = (html: string, publicUrl: string): string =>
  html.replaceAll(/ (src|href)="(?=\/(?!\/))/g, (found) => found + publicUrl)
