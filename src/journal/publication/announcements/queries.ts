import { sql } from 'kysely'
import type { Announcement, NewsInBrief, NewsItem } from '../../../contract/api/announcements.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { NEWS_CURRENT_DAYS, NEWS_ON_HOME, isCallOpen, isNewsCurrent, isNewsListed, isNewsPublic, newsState, type NewsDates } from '../../../contract/rules/site/news.ts' // prettier-ignore
import { addDays } from '../../../contract/rules/peer-review/days.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { pageMeta, type PageMeta } from '../../../contract/rules/site/page-numbers.ts'
import type { AnnouncementRow } from '../../../platform/database/announcement-tables.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { Page } from '../../../platform/database/list-pages.ts'
import { redirectFrom } from '../redirects/redirects.ts'
import { newsHtml, newsSummary } from './news-text.ts'

/** The day that it is now: what readers see goes by it. */
export const thisDay = (): string => dayOf(new Date())

export const datesOf = ({ kind, shown_from, shown_until, deadline }: AnnouncementRow): NewsDates => ({
  ...{ kind, from: shown_from, until: shown_until, deadline },
})

export const inBrief = (row: AnnouncementRow, today: string): NewsInBrief => ({
  ...{ slug: row.slug, kind: row.kind, title: row.title, summary: newsSummary(row.body) },
  ...{ from: row.shown_from, deadline: row.deadline, isOpen: isCallOpen(datesOf(row), today) },
})

const inFull = (row: AnnouncementRow, today: string): NewsItem => ({
  ...inBrief(row, today),
  ...{ html: newsHtml(row.body), until: row.shown_until, isListed: isNewsListed(datesOf(row), today) },
  ...{ publishedAt: row.published_at, updatedAt: row.updated_at },
})

export const presentAnnouncement = (row: AnnouncementRow, today: string): Announcement => ({
  ...{ id: row.id, kind: row.kind, slug: row.slug, title: row.title, body: row.body },
  ...{ from: row.shown_from, until: row.shown_until, deadline: row.deadline },
  ...{ state: newsState(datesOf(row), today), updatedAt: row.updated_at, version: row.version },
})

/** What readers find among the news on a day. */
const listed = (db: Db, today: string) =>
  db
    .selectFrom('announcements')
    .where('shown_from', '<=', today)
    .where(({ or, eb }) => or([eb('shown_until', 'is', null), eb('shown_until', '>=', today)]))

export async function listNews(
  db: Db,
  { page, limit }: Page,
  today: string,
): Promise<{ data: AnnouncementRow[]; meta: PageMeta }> {
  const { total } = await listed(db, today)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const data = await listed(db, today)
    .selectAll()
    .orderBy('shown_from', 'desc')
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { data, meta: pageMeta(page, limit, Number(total)) }
}

/** What has a line on the home page: the calls that end first, then what is newest. */
export async function currentNews(db: Db, today: string): Promise<AnnouncementRow[]> {
  const rows = await listed(db, today)
    .selectAll()
    .where(({ or, eb }) =>
      or([
        eb('deadline', '>=', today),
        eb('shown_until', '>=', today),
        eb('shown_from', '>', addDays(today, -NEWS_CURRENT_DAYS)),
      ]),
    )
    .orderBy(sql`case when deadline is null then 1 else 0 end`)
    .orderBy('deadline')
    .orderBy('shown_from', 'desc')
    .orderBy('id')
    .limit(10 * NEWS_ON_HOME)
    .execute()
  return rows.filter((row) => isNewsCurrent(datesOf(row), today)).slice(0, NEWS_ON_HOME)
}

const NEWS = paths.newsItem('')

/** By an address that it has or has had, if readers may open it. */
export async function readNews(db: Db, slug: string, today: string): Promise<NewsItem | undefined> {
  const bySlug = (one: string) => db.selectFrom('announcements').selectAll().where('slug', '=', one).executeTakeFirst()
  const moved = async () => {
    const path = await redirectFrom(db, paths.newsItem(slug))
    return path?.startsWith(NEWS) ? bySlug(path.slice(NEWS.length)) : undefined
  }
  const row = (await bySlug(slug)) ?? (await moved())
  return row && isNewsPublic(datesOf(row), today) ? inFull(row, today) : undefined
}

/** Everything, for the editors: what is planned first, then the newest. */
export const allNews = (db: Db): Promise<AnnouncementRow[]> =>
  db
    .selectFrom('announcements')
    .selectAll()
    .orderBy('shown_from', 'desc')
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .execute()

/** The addresses of all that is among the news, for the map of the site. */
export const newsAddresses = (db: Db, today: string): Promise<{ slug: string; updated_at: string }[]> =>
  listed(db, today).select(['slug', 'updated_at']).orderBy('shown_from').orderBy('id').execute()
