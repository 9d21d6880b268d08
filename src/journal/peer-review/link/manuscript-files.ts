import type { z } from 'zod'
import type { ManuscriptFile } from '../../../contract/api/open-review.ts'
import type { Db } from '../../../platform/database/connect.ts'

/** The files of versions of a manuscript, the newest version first. */
export const filesOfVersions = (db: Db, versionIds: readonly string[]): Promise<z.input<typeof ManuscriptFile>[]> =>
  db
    .selectFrom('article_files')
    .innerJoin('files', 'files.id', 'article_files.file_id')
    .innerJoin('manuscript_versions', 'manuscript_versions.id', 'article_files.version_id')
    .select(['files.id', 'files.name', 'files.bytes', 'manuscript_versions.number as version'])
    .where('article_files.version_id', 'in', versionIds)
    .where('article_files.kind', '=', 'manuscript')
    .orderBy('manuscript_versions.number', 'desc')
    .orderBy('article_files.position')
    .execute()
