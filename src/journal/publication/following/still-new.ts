import { NEWS_KINDS } from '../../../contract/rules/site/news.ts'
import { isNewsListed } from '../../../contract/rules/site/news.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { FollowRow } from '../../../platform/database/following-tables.ts'
import { datesOf, thisDay } from '../announcements/queries.ts'
import { newsSummary } from '../announcements/news-text.ts'
import { keywordList, keywordSlug } from '../../../contract/rules/articles/keywords.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import { printedAs } from '../articles/printed-authors.ts'
import { thingOf } from './things.ts'

/** Of these articles those that are public and not retracted, each with what the address follows that it belongs to. */
export async function stillNew(db: Db, ids: readonly string[], follows: readonly FollowRow[]) {
  if (!ids.length) return []
  const rows = await db
    .selectFrom('public_articles')
    .select(['id', 'title', 'category_id', 'keywords'])
    .where('id', 'in', ids)
    .where('standing', 'not in', ['retracted', 'removed'])
    .orderBy('published_at')
    .orderBy('id')
    .execute()
  const reasons = await Promise.all(
    follows.map(async (follow) => {
      const { scope, category_id, subject } = follow
      const own = scope === 'author' ? (await printedAs(db, subject!)).map(({ article_id }) => article_id) : []
      const fits = (row: (typeof rows)[number]) =>
        scope === 'articles' ||
        (scope === 'category' && row.category_id === category_id) ||
        (scope === 'keyword' && keywordList(row.keywords).some((keyword) => keywordSlug(keyword) === subject)) ||
        own.includes(row.id)
      return { fits, name: scope === 'articles' ? '' : plainTitle((await thingOf(db, follow)).title) }
    }),
  )
  return rows.flatMap((row) => {
    const fitting = reasons.filter(({ fits }) => fits(row))
    return fitting.length ? [{ ...row, because: fitting.map(({ name }) => name).filter(Boolean) }] : []
  })
}

/** Of these volumes those in which readers find something. */
export async function appearedVolumes(db: Db, ids: readonly string[]) {
  if (!ids.length) return []
  const rows = await db
    .selectFrom('volumes')
    .innerJoin('public_articles', 'public_articles.volume_id', 'volumes.id')
    .select(['volumes.id', 'volumes.title'])
    .select(({ fn }) => fn.count<number>('public_articles.id').as('articles'))
    .where('volumes.id', 'in', ids)
    .groupBy(['volumes.id', 'volumes.title'])
    .orderBy('volumes.title')
    .execute()
  return rows.map((row) => ({ ...row, articles: Number(row.articles) }))
}

/** Of these items of the news those that are listed. */
export async function announced(db: Db, ids: readonly string[]) {
  if (!ids.length) return []
  const today = thisDay()
  const rows = await db.selectFrom('announcements').selectAll().where('id', 'in', ids).orderBy('published_at').execute()
  return rows
    .filter((row) => isNewsListed(datesOf(row), today))
    .map(({ slug, title, kind, body }) => ({ slug, title, kind, summary: `${NEWS_KINDS[kind]}. ${newsSummary(body)}` }))
}
