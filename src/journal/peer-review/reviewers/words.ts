import { sql, type Expression, type SqlBool } from 'kysely'
import type { Database, Tx } from '../../../platform/database/connect.ts'
import { ANALYSER, analysed, orderOf } from '../../../platform/search-engine/analyser.ts'

/**
 * Writes sort key and words of reviewers. To be called in the same transaction by every change of a reviewer or of
 * their addresses. An editor's journal has some thousands of reviewers: their words are searched row by row.
 */
export async function saveReviewerWords(tx: Tx, ids: readonly string[]): Promise<void> {
  if (!ids.length) return
  const rows = await tx
    .selectFrom('reviewers')
    .select(['id', 'full_name', 'affiliation', 'expertise'])
    .where('id', 'in', ids)
    .execute()
  const addresses = await tx
    .selectFrom('reviewer_addresses')
    .select(['reviewer_id', 'email'])
    .where('reviewer_id', 'in', ids)
    .orderBy('position')
    .execute()
  const emailsOf = Map.groupBy(addresses, ({ reviewer_id }) => reviewer_id)
  if (!rows.length) return
  const made = rows.map(({ id, full_name, affiliation, expertise }) => {
    const texts = [full_name, affiliation, expertise, ...(emailsOf.get(id) ?? []).map(({ email }) => email)]
    const words = [...new Set(texts.flatMap(analysed))]
    return sql`(${id}, ${orderOf(full_name)}, ${words.length ? ` ${words.join(' ')} ` : ''})`
  })
  // Both engines name the columns of `values` in this way.
  await sql`update reviewers set name_order = made.column2, words = made.column3, analyser = ${sql.lit(ANALYSER)}
    from (values ${sql.join(made)}) as made where id = made.column1`.execute(tx)
}

/** True if a word of the reviewer begins with this analysed word. */
export const hasWord = (word: string): Expression<SqlBool> => sql<SqlBool>`reviewers.words like ${`% ${word}%`}`

const AT_ONCE = 500

/** Analyses reviewers that were written by an earlier version of the program; it can be interrupted at any point. */
export async function renewReviewerWords(database: Database): Promise<void> {
  for (let renewed = AT_ONCE; renewed === AT_ONCE;) {
    renewed = await database.transaction(async (tx) => {
      const outdated = await tx
        .selectFrom('reviewers')
        .select('id')
        .where('analyser', '<', ANALYSER)
        .orderBy('analyser')
        .limit(AT_ONCE)
        .execute()
      await saveReviewerWords(
        tx,
        outdated.map(({ id }) => id),
      )
      return outdated.length
    })
  }
}
