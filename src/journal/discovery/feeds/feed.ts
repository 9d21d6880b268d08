import { journal } from '../../../contract/journal.ts'
import type { PublicArticle } from '../../../contract/api/articles.ts'
import { Id } from '../../../contract/api/field-schemas.ts'
import { citationRecord, type CitationRecord } from '../../../contract/rules/articles/citation/record.ts'
import { summaryOf } from '../../../contract/rules/articles/key-message.ts'
import { noticeKindOf, NOTICES, STANDING_WORDS } from '../../../contract/rules/articles/notices.ts'
import { type FeedFormat, feedPath, paths } from '../../../contract/rules/site/paths.ts'
import { titleHtml } from '../../../contract/rules/text/inline-markup.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { notFound } from '../../../platform/errors.ts'
import type { PublicAnswer } from '../../../platform/http/cached-answer.ts'
import { presentPublicArticle } from '../../publication/articles/present.ts'
import { findPublicArticles, listNews } from '../../publication/articles/queries.ts'
import { type Entry, type Feed, feedFile, lastChange } from './write-feed.ts'

const NEWEST = 20

/** The newest articles of the journal or of a category. */
export const feed = async (db: Db, publicUrl: string, format: FeedFormat, categoryId?: string): Promise<PublicAnswer> =>
  feedFile(await newest(db, publicUrl, format, categoryId), format)

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
  return feedFile(
    {
      title: `Notices | ${journal().name}`,
      description: 'Corrections, concerns, retractions and removals, with their reasons.',
      page: publicUrl + paths.notices,
      self: publicUrl + paths.noticesFeed,
      siteUrl: publicUrl,
      updatedAt: lastChange(articles),
      entries: articles.map((article) => entryOf(article, publicUrl)),
    },
    'atom',
  )
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
  return {
    ...{ url: record.url, title: record.title, titleHtml: titleHtml(record.titleMarkup) },
    ...{ summaryHtml: titleHtml(summaryOf(article)), language: record.language, authors: record.authors },
    ...{ publishedAt: article.publishedAt, updatedAt: article.updatedAt, doi: record.doi, rights: rightsOf(record) },
    ...{ pdfUrl: record.pdfUrl, image: record.cardUrl },
    categories: [record.category.name, ...standingWords(article), ...record.keywords],
  }
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

async function categoryNamed(db: Db, id: string): Promise<string> {
  const found = Id.safeParse(id).success
    ? await db.selectFrom('categories').select('name').where('id', '=', id).executeTakeFirst()
    : undefined
  if (!found) throw notFound('Category')
  return found.name
}
