import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'
import type { FileRow } from '../../../platform/database/tables.ts'
import type { Actor } from '../../../contract/rules/accounts/policy.ts'
import { inPeerReview, NOBODY } from './in-peer-review.ts'
import type { FileRecord } from './policy.ts'

/** A file with the fields that its policy uses for this actor. */
export async function findFile(
  db: Db,
  id: string,
  actor: Actor | null = null,
): Promise<{ file: FileRow; record: FileRecord } | null> {
  const row = await db
    .selectFrom('files')
    .selectAll('files')
    .select(({ exists, selectFrom }) => [
      selectFrom('articles')
        .select('submitter_id')
        .whereRef('pdf_file_id', '=', 'files.id')
        .limit(1)
        .as('pdf_submitter_id'),
      exists(
        selectFrom('public_articles')
          .select(sql`1`.as('one'))
          .whereRef('image_file_id', '=', 'files.id'),
      ).as('is_public_image'),
    ])
    .where('files.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { pdf_submitter_id, is_public_image, ...file } = row
  const record = {
    ownerId: file.owner_id,
    pdfSubmitterId: pdf_submitter_id,
    isPublicImage: Boolean(is_public_image),
    ...(actor ? await inPeerReview(db, id, actor) : NOBODY),
  }
  return { file, record }
}
