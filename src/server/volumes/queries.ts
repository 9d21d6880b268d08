import type { Db } from '../database/connect.ts'

const newestFirst = (db: Db) =>
  db.selectFrom('volumes').orderBy('volumes.created_at', 'desc').orderBy('volumes.id', 'desc')

export const listVolumes = (db: Db) => newestFirst(db).selectAll('volumes').execute()

/** All volumes, newest first, each with its number of public articles. */
export const listVolumesWithCounts = (db: Db) =>
  newestFirst(db)
    .select(['volumes.id', 'volumes.title'])
    .select((select) => [
      select
        .selectFrom('public_articles')
        .select((inner) => inner.fn.countAll<number>().as('total'))
        .whereRef('public_articles.volume_id', '=', 'volumes.id')
        .$asScalar()
        .$notNull()
        .as('count'),
    ])
    .execute()
