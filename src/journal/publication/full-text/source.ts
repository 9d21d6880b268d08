import type { Db } from '../../../platform/database/connect.ts'
import type { FileRow } from '../../../platform/database/tables.ts'

/** The JATS file that an article's text is rendered from; undefined without one. */
export const sourceOf = (db: Db, articleId: string): Promise<FileRow | undefined> =>
  db
    .selectFrom('article_files')
    .innerJoin('files', 'files.id', 'article_files.file_id')
    .selectAll('files')
    .where('article_files.article_id', '=', articleId)
    .where('article_files.kind', '=', 'source')
    .orderBy('article_files.position', 'desc')
    .limit(1)
    .executeTakeFirst()
