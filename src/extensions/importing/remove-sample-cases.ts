import { sql } from 'kysely'
import type { Tx } from '../../platform/database/connect.ts'
import { lockForUpdate } from '../../platform/database/lock-for-update.ts'
import type { Tables } from '../../platform/database/tables.ts'

/** The ids of all articles that were invented, also of deleted ones, locked in the order in which commands lock them. */
export async function lockSamples(tx: Tx): Promise<string[]> {
  const articles = await tx.selectFrom('articles').select('id').where('origin', '=', 'sample').orderBy('id').execute()
  for (const { id } of articles) await lockForUpdate(tx, 'articles', id)
  const cases = await tx.selectFrom('review_cases').select('article_id').where('is_sample', '=', 1).execute()
  const deleted = (await tx.selectFrom('deleted_articles').select(['id', 'content']).execute()).filter(
    ({ content }) => (JSON.parse(content) as { article?: { origin?: string } }).article?.origin === 'sample',
  )
  return [...new Set([...articles, ...deleted].map(({ id }) => id).concat(cases.map(({ article_id }) => article_id)))]
}

/** What belongs to a manuscript by its article's id, in an order in which nothing is deleted that is still referred to. */
const BY_ARTICLE = [
  ...(['published_reviews', 'letter_files', 'proofs', 'grievances', 'review_consents'] as const),
  ...(['case_editors', 'case_recusals', 'case_messages', 'case_notes', 'article_corrections'] as const),
  ...(['deposits', 'usage_months', 'usage_totals', 'outbox'] as const),
] as const satisfies (keyof Tables)[]

const BY_ASSIGNMENT = [
  ...(['review_links', 'review_drafts', 'co_reviewers', 'review_files', 'review_reports'] as const),
] as const satisfies (keyof Tables)[]

/** The ids of stored files that only peer review refers to. To be read before `removeCases`. */
export async function filesOfCases(tx: Tx, articles: readonly string[]): Promise<string[]> {
  if (!articles.length) return []
  const assignments = tx.selectFrom('review_assignments').select('id').where('article_id', 'in', articles)
  const decisions = tx.selectFrom('decisions').select('id').where('article_id', 'in', articles)
  const found = await Promise.all([
    tx.selectFrom('proofs').select('file_id').where('article_id', 'in', articles).execute(),
    tx.selectFrom('letter_files').select('file_id').where('article_id', 'in', articles).execute(),
    tx.selectFrom('review_files').select('file_id').where('assignment_id', 'in', assignments).execute(),
    tx
      .selectFrom('review_files')
      .select('cleaned_file_id as file_id')
      .where('assignment_id', 'in', assignments)
      .execute(),
    tx
      .selectFrom('report_releases')
      .select('cleaned_file_id as file_id')
      .where('decision_id', 'in', decisions)
      .execute(),
    tx.selectFrom('report_release_files').select('file_id').where('decision_id', 'in', decisions).execute(),
  ])
  return found.flat().flatMap(({ file_id }) => file_id ?? [])
}

/** Removes what peer review keeps about articles. The articles themselves go between its two halves: see `removeVersions`. */
export async function removeCases(tx: Tx, articles: readonly string[]): Promise<number> {
  if (!articles.length) return 0
  const idsOf = async (table: 'review_assignments' | 'decisions' | 'proofs' | 'grievances' | 'manuscript_versions') =>
    (await tx.selectFrom(table).select('id').where('article_id', 'in', articles).execute()).map(({ id }) => id)
  const [assignments, decisions] = [await idsOf('review_assignments'), await idsOf('decisions')]
  const subjects = [...articles, ...assignments, ...decisions, ...(await idsOf('proofs'))]
  subjects.push(...(await idsOf('grievances')), ...(await idsOf('manuscript_versions')))

  for (const ids of inParts(decisions)) {
    await tx.deleteFrom('report_release_files').where('decision_id', 'in', ids).execute()
    await tx.deleteFrom('report_releases').where('decision_id', 'in', ids).execute()
  }
  for (const table of BY_ARTICLE) await deleteWhere(tx, table, 'article_id', articles)
  for (const table of BY_ASSIGNMENT) await deleteWhere(tx, table, 'assignment_id', assignments)
  await deleteWhere(tx, 'review_reminders', 'subject_id', subjects)
  await deleteWhere(tx, 'person_links', 'subject_id', subjects)
  await deleteWhere(tx, 'jobs', 'subject', subjects)
  await tx.deleteFrom('decisions').where('article_id', 'in', articles).where('reverses_id', 'is not', null).execute()
  await tx.deleteFrom('decisions').where('article_id', 'in', articles).execute()
  await tx.deleteFrom('review_assignments').where('article_id', 'in', articles).execute()
  await tx.deleteFrom('review_rounds').where('article_id', 'in', articles).execute()
  const done = await tx.deleteFrom('review_cases').where('article_id', 'in', articles).executeTakeFirst()
  return Number(done.numDeletedRows)
}

/** Once no file of an article refers to its version any more. */
export async function removeVersions(tx: Tx, articles: readonly string[]): Promise<void> {
  await deleteWhere(tx, 'manuscript_versions', 'article_id', articles)
  await deleteWhere(tx, 'deleted_articles', 'id', articles)
  // Written by the database when the articles went.
  await deleteWhere(tx, 'harvest_records', 'article_id', articles)
}

/** Removes the people who were invented, with all emails that were written to them. Returns how many were reviewers. */
export async function removeSamplePeople(tx: Tx): Promise<number> {
  await sql`delete from outbox where recipient in (
    select email from users where is_sample = 1 union
    select email from reviewer_addresses where reviewer_id in (select id from reviewers where is_sample = 1))`.execute(
    tx,
  )
  await tx.deleteFrom('users').where('is_sample', '=', 1).execute()
  const done = await tx.deleteFrom('reviewers').where('is_sample', '=', 1).executeTakeFirst()
  return Number(done.numDeletedRows)
}

/** So many ids in one statement: SQLite takes some thousands of them. */
const AT_ONCE = 500
const inParts = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_part, at) => ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE))

async function deleteWhere(tx: Tx, table: keyof Tables, column: string, ids: readonly string[]): Promise<void> {
  for (const part of inParts(ids)) {
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(part)})`.execute(tx)
  }
}
