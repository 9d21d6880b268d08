import type { Caller } from '../call.ts'
import type { Db } from '../database/connect.ts'
import type { FileRow } from '../database/tables.ts'

/** A file that its uploader, the submitter of its article, or an administrator asks for; null for others. */
export async function findReadableFile(db: Db, id: string, caller: Caller): Promise<FileRow | null> {
  const file = await db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()
  if (!file) return null
  return caller.role === 'admin' || file.owner_id === caller.userId ? file : null
}

/** True when the file is the featured image of an article that everybody may see. */
export async function isPublicImage(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('public_articles')
    .select('id')
    .where('image_file_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
