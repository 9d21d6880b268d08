import type { CaseFile } from '../../../contract/api/case-view.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { FileRow } from '../../../platform/database/tables.ts'

type FileFacts = Pick<FileRow, 'id' | 'name' | 'bytes' | 'media_type'>

export const presentFile = (row: FileFacts): CaseFile => ({
  id: row.id,
  url: fileUrl(row),
  name: row.name,
  bytes: row.bytes,
  mediaType: row.media_type,
})

/** The manuscripts of an article with the versions that they belong to, in their order. */
export const manuscriptsOf = (db: Db, articleId: string): Promise<(FileFacts & { version_id: string | null })[]> =>
  db
    .selectFrom('article_files')
    .innerJoin('files', 'files.id', 'article_files.file_id')
    .select(['files.id', 'files.name', 'files.bytes', 'files.media_type', 'article_files.version_id'])
    .where('article_files.article_id', '=', articleId)
    .where('article_files.kind', '=', 'manuscript')
    .orderBy('article_files.position')
    .execute()

/** Files by their ids. */
export async function filesById(db: Db, ids: readonly string[]): Promise<Map<string, CaseFile>> {
  const rows = ids.length
    ? await db.selectFrom('files').select(['id', 'name', 'bytes', 'media_type']).where('id', 'in', ids).execute()
    : []
  return new Map(rows.map((row) => [row.id, presentFile(row)]))
}
