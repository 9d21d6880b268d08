import type { Db } from '../../../../platform/database/connect.ts'
import type { FileRow } from '../../../../platform/database/tables.ts'

/** True for a PDF that says on its first page that it is a proof. */
export const isMadeProof = async (db: Db, fileId: string): Promise<boolean> =>
  (await madeProofs(db, [fileId])).has(fileId)

/** Those of these files. */
export async function madeProofs(db: Db, fileIds: readonly string[]): Promise<Set<string>> {
  if (!fileIds.length) return new Set()
  const rows = await db
    .selectFrom('made_pdfs')
    .select('file_id')
    .where('file_id', 'in', fileIds)
    .where('purpose', '=', 'proof')
    .execute()
  return new Set(rows.map(({ file_id }) => file_id))
}

/** The file from which the last proof of an article was made, if the journal has made it. */
export const textOfProof = (db: Db, articleId: string): Promise<FileRow | undefined> =>
  db
    .selectFrom('proofs')
    .innerJoin('made_pdfs', 'made_pdfs.file_id', 'proofs.file_id')
    .innerJoin('files', 'files.id', 'made_pdfs.source_file_id')
    .selectAll('files')
    .where('proofs.article_id', '=', articleId)
    .orderBy('proofs.sent_at', 'desc')
    .orderBy('proofs.id', 'desc')
    .limit(1)
    .executeTakeFirst()
