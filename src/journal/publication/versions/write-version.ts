import { createHash } from 'node:crypto'
import type { PublicArticle } from '../../../contract/api/articles.ts'
import type { VersionWeight } from '../../../contract/rules/articles/versions.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'
import type { VersionFileRow } from '../../../platform/database/version-tables.ts'
import { presentPublicArticle } from '../articles/present.ts'
import { loadArticles } from '../articles/queries.ts'
import { hasBeenPublic } from '../articles/transitions.ts'

/** What an article says before a change: its public form, and its files. */
export interface Snapshot {
  content: string
  files: { kind: VersionFileRow['kind']; name: string; file_id: string }[]
}

/** The public form as it is stored: what follows from today's settings and notices is left out. */
export type StoredRecord = Omit<
  PublicArticle,
  'pdfUrl' | 'imageUrl' | 'imageSize' | 'pdfIsTypeset' | 'notices' | 'standing'
>

/** What a version is called for. */
export interface VersionReason {
  reason: string
  /** Small unless it comes with a notice. */
  weight?: VersionWeight
  noticeId?: string | null
}

/** Version 1 of an article that is published now, or was elsewhere before it was imported. */
export async function writeFirstVersion(
  tx: Tx,
  { id, at, by }: { id: string; at: string; by: string | null },
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('article_versions')
    .values({
      ...{ article_id: id, number: 1, weight: 'first' as const, notice_id: null, reason: '', edit: null },
      ...{ content: null, sha256: null, at, by_user: by },
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (!Number(numInsertedOrUpdatedRows)) return
  await tx.updateTable('articles').set({ public_version: 1 }).where('id', '=', id).execute()
}

/**
 * What readers see of an article that the caller has locked and is about to change; null if it has never been public. To be
 * called before the first write, because people are written one by one.
 */
export async function takeSnapshot(tx: Tx, row: ArticleRow): Promise<Snapshot | null> {
  if (!hasBeenPublic(row)) return null
  const {
    pdfUrl: _pdf,
    imageUrl: _image,
    imageSize: _size,
    pdfIsTypeset: _typeset,
    notices: _notices,
    standing: _standing,
    ...record
  } = presentPublicArticle((await loadArticles(tx, [row]))[0]!)
  const stored: StoredRecord = { ...record, title: row.title, titleText: plainTitle(row.title) }
  return { content: JSON.stringify(stored), files: await currentFiles(tx, row) }
}

/** The files of what readers see now. */
export async function currentFiles(
  db: Db,
  { id, pdf_file_id, image_file_id }: Pick<ArticleRow, 'id' | 'pdf_file_id' | 'image_file_id'>,
): Promise<Snapshot['files']> {
  const sources = await db
    .selectFrom('article_files')
    .select('file_id')
    .where('article_id', '=', id)
    .where('kind', '=', 'source')
    .orderBy('position', 'desc')
    .limit(1)
    .execute()
  const figures = await db
    .selectFrom('article_figures')
    .select(['name', 'file_id'])
    .where('article_id', '=', id)
    .orderBy('position')
    .execute()
  const supplements = await db
    .selectFrom('supplements')
    .select(['position', 'file_id'])
    .where('article_id', '=', id)
    .orderBy('position')
    .execute()
  return [
    ...(pdf_file_id === null ? [] : [{ kind: 'pdf' as const, name: '', file_id: pdf_file_id }]),
    ...(image_file_id === null ? [] : [{ kind: 'image' as const, name: '', file_id: image_file_id }]),
    ...sources.map(({ file_id }) => ({ kind: 'source' as const, name: '', file_id })),
    ...figures.map(({ name, file_id }) => ({ kind: 'figure' as const, name, file_id })),
    ...supplements.map(({ position, file_id }) => ({
      kind: 'supplement' as const,
      name: String(position + 1),
      file_id,
    })),
  ]
}

/**
 * Makes what was visible a former version, and what has just been written the current one. Files that the former version had
 * stay claimed by it for good: what was public stays as it was.
 */
export async function writeVersion(
  tx: Tx,
  article: ArticleRow & { published_at: string },
  { content, files }: Snapshot,
  { reason, weight = 'small', noticeId = null, edit, at, by }: VersionReason & { edit: number; at: string; by: string },
): Promise<void> {
  await writeFirstVersion(tx, { id: article.id, at: article.published_at, by: null })
  const former = Math.max(1, article.public_version)
  await tx
    .updateTable('article_versions')
    .set({ content, sha256: createHash('sha256').update(content).digest('hex') })
    .where('article_id', '=', article.id)
    .where('number', '=', former)
    .where('content', 'is', null)
    .execute()
  if (files.length) {
    await tx
      .insertInto('article_version_files')
      .values(files.map((file) => ({ ...file, article_id: article.id, number: former })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await tx
    .insertInto('article_versions')
    .values({
      ...{ article_id: article.id, number: former + 1, weight, notice_id: noticeId, reason, edit },
      ...{ content: null, sha256: null, at, by_user: by },
    })
    .execute()
  await tx
    .updateTable('articles')
    .set({ public_version: former + 1 })
    .where('id', '=', article.id)
    .execute()
}
