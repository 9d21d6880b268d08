import { sql } from 'kysely'
import type { PublishedNotice } from '../../../contract/api/published-notice.ts'
import { RESEARCH_ARTICLE } from '../../../contract/rules/articles/notices.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { presentPublished, publishedOnes } from './published.ts'

/** True of an article that is a notice or that published ones are about: a column, so that no other article costs a query. */
export const hasNotices = sql<number>`(case when articles.type <> ${sql.lit(RESEARCH_ARTICLE)} then 1 else (
  select count(*) from notice_articles as link join notices as notice on notice.id = link.notice_id
  where link.about_id = articles.id and notice.state = 'published') end)`.as('has_notices')

export interface Noted {
  /** By the article that they are about, newest first. */
  about: ReadonlyMap<string, PublishedNotice[]>
  /** By the article that the notice has become. */
  own: ReadonlyMap<string, PublishedNotice>
}

/** What published notices say about these articles, and which of them are notices: the same rows, read from both ends. */
export async function notesOf(db: Db, ids: readonly string[]): Promise<Noted> {
  if (!ids.length) return { about: new Map(), own: new Map() }
  const rows = await publishedOnes(db)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('notices.article_id', 'in', ids),
        eb('notices.id', 'in', selectFrom('notice_articles').select('notice_id').where('about_id', 'in', ids)),
      ]),
    )
    .execute()
  const notices = await presentPublished(db, rows)
  const about = new Map<string, PublishedNotice[]>()
  for (const notice of notices) {
    for (const { id } of notice.about) about.set(id, [...(about.get(id) ?? []), notice])
  }
  return { about, own: new Map(notices.map((notice) => [notice.id, notice])) }
}
