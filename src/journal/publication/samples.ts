import { sql } from 'kysely'
import type { Tx } from '../../platform/database/connect.ts'

/**
 * What was invented to try things on (`origin` is 'sample'; of cases, reviewers and accounts `is_sample` is 1) leaves the
 * journal by no way and counts only while there is nothing else. Emails have their own rule: `platform/email/samples.ts`.
 */

/** True once a manuscript has been sent or imported, whatever has become of it. */
export const HAS_REAL = sql<boolean>`(exists (select 1 from articles where origin <> 'sample')
  or exists (select 1 from review_cases where is_sample = 0))`

/** True while anything invented is left. */
export const HAS_SAMPLES = sql<boolean>`(exists (select 1 from articles where origin = 'sample')
  or exists (select 1 from review_cases where is_sample = 1))`

/** The ids of the cases that count in no figure. */
export const UNCOUNTED_CASES = sql<string>`(select article_id from review_cases where is_sample = 1 and ${HAS_REAL})`

/** The ids of the articles that count in no figure. */
export const UNCOUNTED_ARTICLES = sql<string>`(select id from articles where origin = 'sample' and ${HAS_REAL})`

/** The ids of articles that are left out of feeds, harvesting and emails to followers. */
export const SAMPLE_ARTICLES = sql<string>`(select id from articles where origin = 'sample')`

/** The first real manuscript ends the figures of samples, which readers see. To be called when its case is open. */
export const stopCountingSamples = (tx: Tx): Promise<unknown> =>
  sql`update site_version set version = version + 1 where id = 1
    and exists (select 1 from review_cases where is_sample = 1)
    and (select count(*) from review_cases where is_sample = 0) = 1`.execute(tx)
