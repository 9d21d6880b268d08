import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { CLEANER, sanitiseRichText } from './sanitise.ts'

/** The columns with rich text, each with the column of its sanitiser version. */
const KEPT = [
  ['articles', 'abstract', 'abstract_cleaner'],
  ['editorial_members', 'members', 'members_cleaner'],
  ['editorial_members_versions', 'members', 'members_cleaner'],
] as const

/**
 * Sanitises and stores texts of an older sanitiser version again, one at a time, so that others do not have
 * to wait. Until then such a text is sanitised on each read, with the same result, so readers see no change.
 * A text that is edited meanwhile is skipped. Returns how many were renewed.
 */
export async function renewTexts({ db }: Database): Promise<number> {
  let renewed = 0
  for (const names of KEPT) {
    const [table, text, cleaner] = names.map((name) => sql.ref(name))
    const outdated = await sql<{ id: string }>`select id from ${table} where ${cleaner} < ${CLEANER}`.execute(db)
    for (const { id } of outdated.rows) {
      await nextTurn()
      const kept = await sql<{ html: string }>`select ${text} as html from ${table} where id = ${id}`.execute(db)
      const html = kept.rows[0]?.html
      if (html === undefined) continue
      const { numAffectedRows } = await sql`
        update ${table} set ${text} = ${sanitiseRichText(html)}, ${cleaner} = ${CLEANER}
        where id = ${id} and ${text} = ${html}`.execute(db)
      renewed += Number(numAffectedRows ?? 0)
    }
  }
  return renewed
}
