import type { Db, Tx } from '../../../platform/database/connect.ts'
import { now } from '../../../platform/ids.ts'
import { enqueueJob } from '../../../platform/jobs/queue.ts'
import { saveReferences } from '../../../platform/search-engine/article-terms.ts'
import type { RenderedText } from '../../documents/jats/html/render.ts'
import { NORMALISER } from '../../documents/jats/write/article.ts'
import type { FileRow } from '../../../platform/database/tables.ts'
import type { FullTextOutline, FullTextPage, OutlineSection } from '../../../contract/api/full-texts.ts'
import { pageMeta } from '../../../contract/rules/site/page-numbers.ts'
import type { Reference, ReferenceAuthor } from '../../../contract/rules/articles/reference.ts'

/**
 * Raised whenever the same XML gives other HTML or references: what was rendered by an earlier version is rendered again. It is a file
 * of its own, because the server starts without the renderer.
 */
export const RENDERER = 5

/** The reference list of an article in its order; empty without a full text. */
export async function loadReferences(db: Db, articleId: string): Promise<Reference[]> {
  const rows = await db
    .selectFrom('article_references')
    .selectAll()
    .where('article_id', '=', articleId)
    .orderBy('position')
    .execute()
  return rows.map(({ article_id: _article, position: _position, first_page, last_page, authors, ...row }) => ({
    ...row,
    ...{ firstPage: first_page, lastPage: last_page, authors: JSON.parse(authors) as ReferenceAuthor[] },
  }))
}

/** Rows in one statement, far below the number of values that a database takes. */
const ROWS_AT_ONCE = 200

/** Stores the reference list of an article in place of the former one. */
export async function replaceReferences(tx: Tx, articleId: string, references: readonly Reference[]): Promise<void> {
  await tx.deleteFrom('article_references').where('article_id', '=', articleId).execute()
  const rows = references.map(({ firstPage, lastPage, authors, ...reference }, index) => ({
    ...reference,
    ...{ article_id: articleId, position: index + 1, authors: JSON.stringify(authors) },
    ...{ first_page: firstPage, last_page: lastPage },
  }))
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await tx
      .insertInto('article_references')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute()
  }
}

/** The JATS file that an article's text is rendered from; undefined without one. */
export const loadSource = (db: Db, articleId: string): Promise<FileRow | undefined> =>
  db
    .selectFrom('article_files')
    .innerJoin('files', 'files.id', 'article_files.file_id')
    .selectAll('files')
    .where('article_files.article_id', '=', articleId)
    .where('article_files.kind', '=', 'source')
    .orderBy('article_files.position', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Stores what was rendered of an article in place of what is there; null: its file has no text. */
export async function saveFullText(tx: Tx, articleId: string, text: RenderedText | null): Promise<void> {
  await tx.deleteFrom('full_texts').where('article_id', '=', articleId).execute()
  await tx
    .insertInto('full_texts')
    .values({
      article_id: articleId,
      renderer: RENDERER,
      outline: text && JSON.stringify(text.outline),
      passages: text && JSON.stringify(text.passages),
    })
    .execute()
  const parts = text?.parts.map((html, index) => ({ article_id: articleId, part: index + 1, html })) ?? []
  if (parts.length) await tx.insertInto('full_text_parts').values(parts).execute()
  await saveReferences(tx, articleId, text?.parts ?? [])
}

/** Stores what export gives of a JATS file in place of what is there; nothing if the file has been deleted. */
export async function saveJatsText(db: Db, fileId: string, jats: Uint8Array): Promise<void> {
  const content = Buffer.from(jats)
  await db
    .insertInto('jats_texts')
    .columns(['file_id', 'normaliser', 'content'])
    .expression((query) =>
      query
        .selectFrom('files')
        .select(({ val, ref }) => [
          ref('files.id').as('file_id'),
          val(NORMALISER).as('normaliser'),
          val(content).as('content'),
        ])
        .where('files.id', '=', fileId),
    )
    .onConflict((conflict) => conflict.column('file_id').doUpdateSet({ normaliser: NORMALISER, content }))
    .execute()
}

/** Has the text of an article rendered as soon as the transaction has ended: its file or a picture is another. */
export const queueFullText = (tx: Tx, articleId: string): Promise<void> => enqueueJob(tx, 'texts', articleId)

/** Has all texts rendered again that an earlier renderer has made; until then they stay as they are. */
export async function queueOutdatedTexts(db: Db): Promise<void> {
  const at = now()
  await db
    .insertInto('jobs')
    .columns(['kind', 'subject', 'run_after', 'created_at'])
    .expression((select) =>
      select
        .selectFrom('full_texts')
        .select(({ val }) => [
          val('texts' as const).as('kind'),
          'article_id',
          val('').as('run_after'),
          val(at).as('created_at'),
        ])
        .where('renderer', '<', RENDERER),
    )
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .execute()
}

/** A book has thousands of headings; lists of contents show two levels. */
const SHOWN_LEVELS = 2

/**
 * One part of the text of a public article; without HTML beyond the last one. Null if it has no text, undefined if
 * there is no such article, or not for everyone.
 */
export async function findPublicText(
  db: Db,
  articleId: string,
  part: number,
): Promise<FullTextPage | null | undefined> {
  const row = await db
    .selectFrom('public_articles as article')
    .leftJoin('full_texts as text', 'text.article_id', 'article.id')
    .leftJoin('full_text_parts as page', (join) =>
      join.onRef('page.article_id', '=', 'text.article_id').on('page.part', '=', part),
    )
    .select(['text.outline', 'page.html'])
    .where('article.id', '=', articleId)
    .executeTakeFirst()
  return row && present(row, part)
}

/** The same of any article. */
export async function findFullText(db: Db, articleId: string, part: number): Promise<FullTextPage | null> {
  const row = await db
    .selectFrom('full_texts as text')
    .leftJoin('full_text_parts as page', (join) =>
      join.onRef('page.article_id', '=', 'text.article_id').on('page.part', '=', part),
    )
    .select(['text.outline', 'page.html'])
    .where('text.article_id', '=', articleId)
    .executeTakeFirst()
  return row ? present(row, part) : null
}

function present(row: { outline: string | null; html: string | null }, part: number): FullTextPage | null {
  if (!row.outline) return null
  const whole = JSON.parse(row.outline) as FullTextOutline
  const outline = { ...whole, sections: upTo(SHOWN_LEVELS, whole.sections) }
  return { outline, meta: pageMeta(part, 1, outline.parts), html: row.html ?? '' }
}

const upTo = (levels: number, sections: readonly OutlineSection[]): OutlineSection[] =>
  sections.map((section) => ({ ...section, sections: levels > 1 ? upTo(levels - 1, section.sections) : [] }))
