import type { Db } from '../../../platform/database/connect.ts'
import { isAdministrator } from '../../../contract/rules/accounts/access.ts'
import { recusedArticles } from '../../peer-review/recusal.ts'
import { producedFor, type Viewer } from '../../peer-review/who-sees.ts'

/** Articles that wait for their issue. */
const waiting = (db: Db) =>
  db
    .selectFrom('scheduled_articles as held')
    .innerJoin('articles', 'articles.id', 'held.article_id')
    .where('articles.published_at', 'is', null)

/** Those that this person may know of: what they are recused from is not among them, nor what production does not work on. */
export const heldFor = (db: Db, viewer: Viewer, volumeId: string) =>
  waiting(db)
    .innerJoin('files', 'files.id', 'held.pdf_file_id')
    .leftJoin('made_pdfs as made', 'made.file_id', 'held.pdf_file_id')
    .leftJoin('held_texts as text', 'text.article_id', 'held.article_id')
    .leftJoin('issue_articles as placed', (join) =>
      join.onRef('placed.article_id', '=', 'held.article_id').onRef('placed.volume_id', '=', 'held.volume_id'),
    )
    .selectAll('held')
    .select([
      'articles.title',
      'articles.version as version_now',
      'files.bytes',
      'files.name',
      'placed.heading',
      'placed.position',
      // The text, if the journal has made the PDF: it is made again with the day of the publication.
      'made.source_file_id',
      'made.printed',
      'text.file_id as text_file_id',
    ])
    .where('held.volume_id', '=', volumeId)
    .where((where) =>
      isAdministrator(viewer)
        ? where('held.article_id', 'not in', recusedArticles(viewer.userId))
        : where('held.article_id', 'in', producedFor(viewer)),
    )
    .orderBy('placed.position')
    .orderBy('held.article_id')
    .execute()

export type Held = Awaited<ReturnType<typeof heldFor>>[number]

/** For which issues some articles are held. */
export const heldAmong = async (db: Db, ids: readonly string[]): Promise<{ articleId: string; issue: string }[]> =>
  ids.length
    ? waiting(db)
        .innerJoin('volumes', 'volumes.id', 'held.volume_id')
        .select(['held.article_id as articleId', 'volumes.title as issue'])
        .where('held.article_id', 'in', ids)
        .execute()
    : []

/** How many wait for an issue, those included of which the caller does not know. */
export async function countHeld(db: Db, volumeId: string): Promise<number> {
  const { total } = await waiting(db)
    .select(({ fn }) => fn.countAll<number | string>().as('total'))
    .where('held.volume_id', '=', volumeId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Of these, how many have a PDF that the journal has made. */
export async function countMade(db: Db, volumeId: string): Promise<number> {
  const { total } = await waiting(db)
    .innerJoin('made_pdfs', 'made_pdfs.file_id', 'held.pdf_file_id')
    .select(({ fn }) => fn.countAll<number | string>().as('total'))
    .where('held.volume_id', '=', volumeId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The issue for which an article is held. */
export const holdOf = (db: Db, articleId: string) =>
  waiting(db)
    .innerJoin('volumes', 'volumes.id', 'held.volume_id')
    .innerJoin('files', 'files.id', 'held.pdf_file_id')
    .leftJoin('held_texts', 'held_texts.article_id', 'held.article_id')
    .leftJoin('files as text', 'text.id', 'held_texts.file_id')
    .select(['held.volume_id', 'held.held_at', 'held.pdf_file_id', 'held.issue', 'held.page_num', 'held.reviews'])
    .select(['volumes.title', 'files.name', 'text.id as text_file_id', 'text.name as text_name'])
    .where('held.article_id', '=', articleId)
    .executeTakeFirst()

/** The upload with the full text that is held with an article. */
export async function heldTextId(db: Db, articleId: string): Promise<string | null> {
  const row = await db.selectFrom('held_texts').select('file_id').where('article_id', '=', articleId).executeTakeFirst()
  return row?.file_id ?? null
}
