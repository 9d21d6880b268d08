import type { Caller } from '../call.ts'
import type { Db } from '../database/connect.ts'
import type { FileRow } from '../database/tables.ts'

/** A file that its uploader, the submitter of its article, or an administrator asks for; null for others. */
export async function findReadableFile(db: Db, id: string, caller: Caller): Promise<FileRow | null> {
  const file = await db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()
  if (!file) return null
  const own = caller.role === 'admin' || file.owner_id === caller.userId
  return own || (await isPdfOfSubmitter(db, id, caller.userId)) ? file : null
}

/** The final PDF of somebody's article is an administrator's upload, and theirs to read all the same. */
async function isPdfOfSubmitter(db: Db, id: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('articles')
    .select('id')
    .where('pdf_file_id', '=', id)
    .where('submitter_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
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
