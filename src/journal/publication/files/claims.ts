import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { Tx } from '../../../platform/database/connect.ts'
import type { FileRow, Tables } from '../../../platform/database/tables.ts'

/**
 * True for a file that an article uses as manuscript, source, image, figure or PDF, or used before a recent deletion
 * or correction, and for what reviewers and editors have attached authors have been sent as proofs, and a notice will bring or has taken
 * from the public.
 */
export const isClaimed = ({ or, exists, selectFrom }: ExpressionBuilder<Tables, 'files'>): Expression<SqlBool> => {
  const one = sql`1`.as('one')
  return or([
    exists(selectFrom('article_files').select(one).whereRef('article_files.file_id', '=', 'files.id')),
    exists(selectFrom('article_figures').select(one).whereRef('article_figures.file_id', '=', 'files.id')),
    exists(selectFrom('deleted_article_files').select(one).whereRef('deleted_article_files.file_id', '=', 'files.id')),
    exists(selectFrom('replaced_files').select(one).whereRef('replaced_files.file_id', '=', 'files.id')),
    exists(selectFrom('review_files').select(one).whereRef('review_files.file_id', '=', 'files.id')),
    exists(selectFrom('review_files').select(one).whereRef('review_files.cleaned_file_id', '=', 'files.id')),
    exists(selectFrom('report_releases').select(one).whereRef('report_releases.cleaned_file_id', '=', 'files.id')),
    exists(selectFrom('report_release_files').select(one).whereRef('report_release_files.file_id', '=', 'files.id')),
    exists(selectFrom('letter_files').select(one).whereRef('letter_files.file_id', '=', 'files.id')),
    exists(selectFrom('article_version_files').select(one).whereRef('article_version_files.file_id', '=', 'files.id')),
    exists(selectFrom('notice_files').select(one).whereRef('notice_files.file_id', '=', 'files.id')),
    exists(selectFrom('proofs').select(one).whereRef('proofs.file_id', '=', 'files.id')),
    exists(selectFrom('notice_files').select(one).whereRef('notice_files.file_id', '=', 'files.id')),
    exists(selectFrom('articles').select(one).whereRef('articles.image_file_id', '=', 'files.id')),
    exists(selectFrom('articles').select(one).whereRef('articles.pdf_file_id', '=', 'files.id')),
  ])
}

/** Whether one of these files is claimed. One query for all uses: between several a file could move from one to another. */
export async function isTaken(tx: Tx, ...files: readonly Pick<FileRow, 'id'>[]): Promise<boolean> {
  const ids = files.map(({ id }) => id)
  if (!ids.length) return false
  const claimed = await tx
    .selectFrom('files')
    .select('files.id')
    .where('files.id', 'in', ids)
    .where(isClaimed)
    .executeTakeFirst()
  return claimed !== undefined
}
