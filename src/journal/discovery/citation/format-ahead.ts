import { sql } from 'kysely'
import { DAY_MS, MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { DomainError } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { JobFailure } from '../../../platform/jobs/claim.ts'
import type { JobHandler } from '../../../platform/jobs/run.ts'
import type { Platform } from '../../../platform/platform.ts'
import { formattedCitations } from './formatted.ts'

/** Formats the references to articles that have changed, so that their first reader need not wait. */
export const citationJobs = (resources: Platform): JobHandler => ({
  kind: 'citations',
  pausesMs: [MINUTE_MS, DAY_MS],
  leaseMs: 5 * MINUTE_MS,
  run: async ({ subject }) => {
    const formatted = await formattedCitations(resources, subject, { isBackground: true }).catch((error: unknown) => {
      // It may have been archived meanwhile.
      if (error instanceof DomainError) return undefined
      throw error
    })
    if (formatted === null) throw new JobFailure('The references to this article could not be formatted.')
    return formatted !== undefined
  },
})

/** Has the references to all public articles formatted that have none yet. */
export async function queueMissingCitations(tx: Tx): Promise<void> {
  await sql`insert into jobs (kind, subject, run_after, created_at)
    select 'citations', article.id, '', ${now()} from public_articles as article
    where not exists (select 1 from article_citations as formatted where formatted.article_id = article.id)
    on conflict (kind, subject) do nothing`.execute(tx)
}
