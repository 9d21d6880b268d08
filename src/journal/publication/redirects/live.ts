import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { isNewsPublic } from '../../../contract/rules/site/news.ts'
import { pageRoute } from '../../../contract/rules/site/page-queries.ts'
import { contentPath, paths } from '../../../contract/rules/site/paths.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { PageResources } from '../pages/resources.ts'
import { isShown } from '../volumes/shown.ts'

const STATIC: ReadonlySet<string> = new Set(Object.values(paths).filter((path) => typeof path === 'string'))
/** Addresses below these are the program's own. */
const BELOW = ['/api', '/admin', '/dashboard', '/cases', '/assets', '/files', '/journal', '/lockss'] as const

/** Whether an address is one of the program's that no reader opens as a page of the journal. */
export const isProgramsOwn = (path: string): boolean =>
  BELOW.some((root) => path === root || path.startsWith(`${root}/`)) || (STATIC.has(path) && pageRoute(path) === '/*')

/** Whether readers find a page at a path; of pages with a name in their address, only of those that are looked up here. */
export async function isLivePage(db: Db, { contentPages }: PageResources, path: string): Promise<boolean> {
  const route = pageRoute(path)
  const last = path.slice(path.lastIndexOf('/') + 1)
  switch (route) {
    case '/*':
      return false
    case '/pages/:id':
      return contentPath(last) === path && contentPages.get(last) !== undefined
    case paths.article(':id'):
      return isThere(db.selectFrom('public_articles').select('id').where('id', '=', last))
    case paths.category(':id'):
      return isThere(db.selectFrom('categories').select('id').where('id', '=', last).where('merged_into', 'is', null))
    case paths.volume(':id'):
      return isThere(db.selectFrom('volumes').select('id').where('id', '=', last).where(isShown))
    case paths.newsItem(':id'):
      return isPublicNews(db, last)
    default:
      return !route.includes(':')
  }
}

/** Whether something of the journal has an address, also if readers find no page there yet, or no longer. */
export async function isKept(db: Db, path: string): Promise<boolean> {
  const [, root, name = ''] = path.split('/')
  if (`/${root}/` === paths.newsItem('')) return isThere(newsAt(db, name))
  if (`/${root}/` !== paths.article('')) return false
  const [id = ''] = name.split('.')
  return (
    (await isThere(db.selectFrom('articles').select('id').where('id', '=', id))) ||
    (await isThere(db.selectFrom('article_tombstones').select('id').where('id', '=', id)))
  )
}

const newsAt = (db: Db, slug: string) => db.selectFrom('announcements').select('shown_from').where('slug', '=', slug)

async function isPublicNews(db: Db, slug: string): Promise<boolean> {
  const row = await newsAt(db, slug).executeTakeFirst()
  return row !== undefined && isNewsPublic({ from: row.shown_from }, dayOf(new Date()))
}

const isThere = async (query: { executeTakeFirst: () => Promise<unknown> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined
