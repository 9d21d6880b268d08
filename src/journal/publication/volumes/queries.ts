import type { Selectable } from 'kysely'
import { inVolumeOrder, type Years, yearsInTitle } from '../../../contract/rules/articles/place-in-volume.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { isShown } from './shown.ts'

/** Volumes in their order; without `all` those that readers know of. */
export async function listVolumes(db: Db, { all }: { all: boolean }): Promise<Selectable<Tables['volumes']>[]> {
  const volumes = db.selectFrom('volumes').selectAll('volumes')
  return (await (all ? volumes : volumes.where(isShown)).execute()).sort(inVolumeOrder)
}

/**
 * All volumes, each with its number of public articles and its years: those in its title, otherwise its
 * articles'.
 */
export async function listVolumesWithCounts(
  db: Db,
): Promise<{ id: string; title: string; count: number; years: Years | null }[]> {
  const volumes = await db
    .selectFrom('volumes')
    .select(['volumes.id', 'volumes.title', 'volumes.created_at'])
    .select((select) => {
      const itsArticles = select.selectFrom('public_articles').whereRef('public_articles.volume_id', '=', 'volumes.id')
      return [
        select
          .selectFrom('volume_counts')
          .select('volume_counts.articles')
          .whereRef('volume_counts.volume_id', '=', 'volumes.id')
          .where('volume_counts.status', '=', 'published')
          .as('kept'),
        itsArticles
          .select(({ fn }) => fn.min('published_at').as('at'))
          .$asScalar()
          .as('first'),
        itsArticles
          .select(({ fn }) => fn.max('published_at').as('at'))
          .$asScalar()
          .as('last'),
      ]
    })
    .where(isShown)
    .execute()
  return volumes
    .map(({ first, last, kept, ...volume }) => {
      const ofArticles = first && last ? { first: yearOf(first), last: yearOf(last) } : null
      return {
        ...volume,
        count: kept ?? 0,
        lastYear: ofArticles?.last ?? null,
        years: yearsInTitle(volume.title) ?? ofArticles,
      }
    })
    .sort(inVolumeOrder)
}

const yearOf = (timestamp: string): number => Number(timestamp.slice(0, 4))
