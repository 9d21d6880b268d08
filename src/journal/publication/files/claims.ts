import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { Tx } from '../../../platform/database/connect.ts'
import type { FileRow, Tables } from '../../../platform/database/tables.ts'

/** True for a file that belongs to what someone has begun to submit: kept for them, and free to be used. */
const isInDraft = ({ exists, selectFrom }: ExpressionBuilder<Tables, 'files'>): Expression<SqlBool> =>
  exists(
    selectFrom('submission_draft_files')
      .select(sql`1`.as('one'))
      .whereRef('submission_draft_files.file_id', '=', 'files.id'),
  )

/** What must be kept: what is used, and what is in a draft. */
export const isClaimed = (where: ExpressionBuilder<Tables, 'files'>): Expression<SqlBool> =>
  where.or([isUsed(where), isInDraft(where)])

/**
 * True for a file that an article uses as manuscript, source, image, figure, supplement or PDF, or used before a recent deletion
 * or correction, and for what reviewers, editors and requesters have attached, what authors have been sent as proofs, and
 * what a notice will bring or has taken from the public, and for photos of the editorial board,
 * covers of volumes, the logo and the pictures in texts.
 */
const isUsed = ({ or, exists, selectFrom }: ExpressionBuilder<Tables, 'files'>): Expression<SqlBool> => {
  const one = sql`1`.as('one')
  return or([
    exists(selectFrom('article_files').select(one).whereRef('article_files.file_id', '=', 'files.id')),
    exists(selectFrom('supplements').select(one).whereRef('supplements.file_id', '=', 'files.id')),
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
    // The final PDF is made from the text that the proof was made from.
    exists(
      selectFrom('made_pdfs')
        .innerJoin('proofs', 'proofs.file_id', 'made_pdfs.file_id')
        .select(one)
        .whereRef('made_pdfs.source_file_id', '=', 'files.id'),
    ),
    // The same for one that waits for its issue.
    exists(
      selectFrom('made_pdfs')
        .innerJoin('scheduled_articles', 'scheduled_articles.pdf_file_id', 'made_pdfs.file_id')
        .select(one)
        .whereRef('made_pdfs.source_file_id', '=', 'files.id'),
    ),
    exists(selectFrom('request_files').select(one).whereRef('request_files.file_id', '=', 'files.id')),
    exists(selectFrom('board_people').select(one).whereRef('board_people.photo_file_id', '=', 'files.id')),
    exists(selectFrom('scheduled_articles').select(one).whereRef('scheduled_articles.pdf_file_id', '=', 'files.id')),
    exists(selectFrom('held_texts').select(one).whereRef('held_texts.file_id', '=', 'files.id')),
    exists(selectFrom('held_figures').select(one).whereRef('held_figures.file_id', '=', 'files.id')),
    exists(selectFrom('journal_pictures').select(one).whereRef('journal_pictures.file_id', '=', 'files.id')),
    exists(selectFrom('volumes').select(one).whereRef('volumes.cover_file_id', '=', 'files.id')),
    exists(selectFrom('volumes').select(one).whereRef('volumes.former_cover_file_id', '=', 'files.id')),
    exists(selectFrom('articles').select(one).whereRef('articles.image_file_id', '=', 'files.id')),
    exists(selectFrom('articles').select(one).whereRef('articles.pdf_file_id', '=', 'files.id')),
  ])
}

/** Whether one of these files is used. One query for all uses: between several a file could move from one to another. */
export async function isTaken(tx: Tx, ...files: readonly Pick<FileRow, 'id'>[]): Promise<boolean> {
  const ids = files.map(({ id }) => id)
  if (!ids.length) return false
  const used = await tx
    .selectFrom('files')
    .select('files.id')
    .where('files.id', 'in', ids)
    .where(isUsed)
    .executeTakeFirst()
  return used !== undefined
}
