import type { PublicArticle } from '../../../contract/api/articles.ts'
import { Id } from '../../../contract/api/field-schemas.ts'
import { citationRecord } from '../../../contract/rules/articles/citation/record.ts'
import { feedPath, FEED_FORMATS, type FeedFormat } from '../../../contract/rules/site/feeds.ts'
import { titleHtml } from '../../../contract/rules/text/inline-markup.ts'
import { summaryOf } from '../../../contract/rules/articles/key-message.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { journal } from '../../../../journal.config.ts'
import { listPublicArticles } from '../../publication/articles/queries.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { notFound } from '../../../platform/errors.ts'
import type { PublicAnswer } from '../../../platform/http/kept-answer.ts'
import { writeAtom } from './atom.ts'
import type { Feed } from './entry.ts'
import { writeJsonFeed } from './json.ts'
import { writeRss } from './rss.ts'

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
