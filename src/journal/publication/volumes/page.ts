import type { EditedVolume, VolumePage } from '../../../contract/api/volumes.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { inSections, showsMatter, VOLUME_PAGE_MAX } from '../../../contract/rules/articles/volume-pages.ts'
import { joinNames, namesInBrief } from '../../../contract/rules/people/author-names.ts'
import { undoUntil } from '../../../contract/rules/site/undo.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { inOrderOf } from '../../../platform/database/list-pages.ts'
import { notFound } from '../../../platform/errors.ts'
import { newsHtml } from '../announcements/news-text.ts'
import type { Viewer } from '../../peer-review/who-sees.ts'
import { loadAuthors } from '../articles/contributor-rows.ts'
import { heldFor } from '../issues/held.ts'
import { articlesInOrder, hasPlaces, headingsOf } from './places.ts'
import { isShown } from './shown.ts'
import { lastPageChange } from './page-changes.ts'

/** Front matter as safe HTML: Markdown as in the news, but without pictures, which are not published with it. */
export const matterHtml = (text: string): string => newsHtml(text, { withoutPictures: true })

/** What readers see of a volume besides its articles. */
export async function readVolume(db: Db, id: string): Promise<VolumePage> {
  const volume = await withCover(db).where('volumes.id', '=', id).where(isShown).executeTakeFirst()
  if (!volume) throw notFound('Volume')
  const shows = showsMatter(volume)
  return {
    ...{ id, title: volume.title, kind: volume.kind },
    ...(shows ? coverOf(volume) : coverOf(null)),
    html: shows && volume.front_matter ? matterHtml(volume.front_matter) : '',
    guestEditors: shows ? await guestEditorsOf(db, id) : [],
    isOrdered: await hasPlaces(db, id),
    headings: await headingsOf(db, id),
  }
}

/** A volume with all that editors can change on its page. */
export async function editedVolume(db: Db, viewer: Viewer, id: string): Promise<EditedVolume> {
  const volume = await withCover(db).where('volumes.id', '=', id).executeTakeFirst()
  if (!volume) throw notFound('Volume')
  const articles = await articlesInOrder(db, id, await heldFor(db, viewer, id))
  const change = await lastPageChange(db, id)
  return {
    ...{ id, title: volume.title, kind: volume.kind, version: volume.version },
    ...{ release: volume.release, state: volume.state },
    ...coverOf(volume),
    frontMatter: volume.front_matter,
    guestEditors: await guestEditorsOf(db, id),
    sections: articles.length > VOLUME_PAGE_MAX.articles ? [] : await sectionsOf(db, articles),
    articles: articles.length,
    undoUntil: change?.before.after === volume.version ? undoUntil(change.at) : null,
  }
}

/** So many ids are named in one statement. */
const AT_ONCE = 500

async function sectionsOf(db: Db, placed: { id: string; heading: string }[]): Promise<EditedVolume['sections']> {
  const listed = []
  for (let at = 0; at < placed.length; at += AT_ONCE) {
    const ids = placed.slice(at, at + AT_ONCE).map(({ id }) => id)
    const rows = await db
      .selectFrom('articles')
      .leftJoin('scheduled_articles as held', 'held.article_id', 'articles.id')
      .select(['articles.id', 'articles.title', 'articles.published_at'])
      .select(({ fn }) => fn.coalesce('held.page_num', 'articles.page_num').as('page_num'))
      .where('articles.id', 'in', ids)
      .execute()
    const authors = Map.groupBy(await loadAuthors(db, ids), ({ articleId }) => articleId)
    for (const row of inOrderOf(ids, rows, ({ id }) => id))
      listed.push({
        ...{ id: row.id, title: row.title, pageNum: row.page_num, publishedAt: row.published_at },
        authors: joinNames(namesInBrief((authors.get(row.id) ?? []).map(({ fullName }) => fullName))),
      })
  }
  const headings = new Map(placed.map(({ id, heading }) => [id, heading]))
  return inSections(listed, ({ id }) => headings.get(id) ?? '')
}

const withCover = (db: Db) =>
  db
    .selectFrom('volumes')
    .leftJoin('files', 'files.id', 'volumes.cover_file_id')
    .selectAll('volumes')
    .select(['files.width', 'files.height'])

const coverOf = (volume: { cover_file_id: string | null; width: number | null; height: number | null } | null) => ({
  coverUrl: volume?.cover_file_id ? fileUrl({ id: volume.cover_file_id, name: 'image' }) : null,
  coverSize: volume?.width && volume.height ? { width: volume.width, height: volume.height } : null,
})

export const guestEditorsOf = (db: Db, id: string) =>
  db
    .selectFrom('guest_editors')
    .select(['name', 'affiliation', 'orcid'])
    .where('volume_id', '=', id)
    .orderBy('position')
    .execute()
