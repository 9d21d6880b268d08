import { MINUTE_MS } from '../../../contract/rules/text/durations.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { startRounds, type Rounds } from '../../../platform/rounds.ts'
import type { DiscoveryResources } from '../resources.ts'
import { formattedCitations } from './formatted.ts'

/** How many articles are asked for at once. */
const BATCH = 50

/** Starts formatting the references to new articles in the background, so that their first reader need not wait. */
export function startFormatting(resources: DiscoveryResources): Rounds {
  const failed = new Set<string>()
  return startRounds({
    round: (stopped) => formatNewCitations(resources, { stopped, failed }),
    failed: (error) =>
      resources.log.error({ err: error }, 'the articles without formatted references could not be read'),
    everyMs: MINUTE_MS,
  })
}

/**
 * Formats the references to all public articles that have none, the newest first; returns how many. Those in `failed`
 * are left to their readers; what fails is added to it.
 */
export async function formatNewCitations(
  resources: DiscoveryResources,
  { stopped = () => false, failed = new Set<string>() }: { stopped?: () => boolean; failed?: Set<string> } = {},
): Promise<number> {
  for (let formatted = 0; ;) {
    const ids = (await withoutCitations(resources.database.db, failed.size + BATCH)).filter((id) => !failed.has(id))
    if (!ids.length) return formatted
    for (const id of ids) {
      if (stopped()) return formatted
      // It may have been archived meanwhile.
      if (await formattedCitations(resources, id).catch(() => null)) formatted++
      else failed.add(id)
    }
  }
}

const withoutCitations = async (db: Db, most: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('public_articles as article')
    .leftJoin('article_citations as kept', 'kept.article_id', 'article.id')
    .select('article.id')
    .where('kept.article_id', 'is', null)
    .orderBy('article.published_at', 'desc')
    .orderBy('article.id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}
