import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/connect.ts'
import { newId } from '../../../platform/ids.ts'
import { stopCountingSamples } from '../../publication/samples.ts'
import { promisedToOne } from '../../settings/promised.ts'
import { noteRecusedEditors } from './recused-editors.ts'

/** Two cases opened at the same time may take the same number: the unique index refuses one, which is tried again. */
export const CASE_NUMBER_INDEX = 'review_cases_number'

interface NewCase {
  articleId: string
  /** Who sent the manuscript; null if it was imported. */
  submitterId: string | null
  /** The date of receipt, from which the promised decision is counted. */
  receivedOn: string
  at: string
  /** The declined manuscript that this is a new submission of. */
  previousArticleId?: string | null
  /** The number of what was invented to try things on; all others are counted by the year. */
  sampleNumber?: string
}

/**
 * Opens the case of an article, in screening, with the article's manuscripts as its first version. Returns the
 * day by which a decision is promised: what the manuscript is promised has to be written down before.
 */
export async function openCase(
  tx: Tx,
  { articleId, submitterId, receivedOn, at, previousArticleId = null, sampleNumber }: NewCase,
): Promise<string> {
  const promisedOn = addDays(receivedOn, (await promisedToOne(tx, articleId)).review.promisedDays)
  await tx
    .insertInto('review_cases')
    .values({
      article_id: articleId,
      number: sampleNumber ?? (await nextNumber(tx, dayOf(at).slice(0, 4))),
      is_sample: sampleNumber === undefined ? 0 : 1,
      stage: 'screening',
      editor_id: null,
      received_on: receivedOn,
      promised_on: promisedOn,
      similarity_percent: null,
      ai_percent: null,
      screened_at: null,
      screened_by_decision: null,
      delay_told_at: null,
      previous_article_id: previousArticleId,
      withdrawn_by: null,
      withdraw_reason: null,
      publish_answer: null,
      publish_answered_at: null,
      closed_at: null,
      created_at: at,
    })
    .execute()
  const versionId = newId()
  await tx
    .insertInto('manuscript_versions')
    .values({
      id: versionId,
      article_id: articleId,
      number: 1,
      reply: null,
      submitted_at: at,
      submitted_by: submitterId,
    })
    .execute()
  await tx
    .updateTable('article_files')
    .set({ version_id: versionId })
    .where('article_id', '=', articleId)
    .where('kind', '=', 'manuscript')
    .execute()
  await noteRecusedEditors(tx, articleId)
  if (sampleNumber === undefined) await stopCountingSamples(tx)
  return promisedOn
}

/** '2026-041': the year, and a number that counts from 1 in it. */
async function nextNumber(tx: Tx, year: string): Promise<string> {
  const { last } = await tx
    .selectFrom('review_cases')
    .select(sql<number | null>`max(cast(substr(number, 6) as integer))`.as('last'))
    .where('number', '>=', `${year}-`)
    .where('number', '<', `${year}.`)
    .executeTakeFirstOrThrow()
  return `${year}-${String((last ?? 0) + 1).padStart(3, '0')}`
}

/** The id, if it is that of a declined manuscript of the same submitter, which a new one may name; otherwise null. */
export async function declinedBefore(tx: Tx, submitterId: string, id: string | undefined): Promise<string | null> {
  if (id === undefined) return null
  const row = await tx
    .selectFrom('review_cases')
    .innerJoin('articles', 'articles.id', 'review_cases.article_id')
    .select('review_cases.stage')
    .where('review_cases.article_id', '=', id)
    .where('articles.submitter_id', '=', submitterId)
    .executeTakeFirst()
  return row?.stage === 'declined' ? id : null
}
