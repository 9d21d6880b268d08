import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import type { Database, Db } from '../database/connect.ts'
import { CLEANER, sanitiseRichText } from './sanitise.ts'

/** The columns with rich text, each with the column of its sanitiser version. */
const KEPT = [
  ['articles', 'abstract', 'abstract_cleaner'],
  ['editorial_members', 'members', 'members_cleaner'],
  ['editorial_members_versions', 'members', 'members_cleaner'],
] as const

/** How many rows are looked at before others have their turn: a whole archive would hold them up. */
const AT_ONCE = 100

/**
 * Sanitises and stores texts of an older sanitiser version again, one at a time, so that others do not have
 * to wait. Until then such a text is sanitised on each read, with the same result, so readers see no change.
 * A text that is edited meanwhile is skipped. Returns how many were renewed.
 */
export async function renewTexts({ db }: Database, atOnce = AT_ONCE): Promise<number> {
  let renewed = 0
  for (const names of KEPT) {
    const [table, text, cleaner] = names.map((name) => sql.ref(name))
    for await (const id of outdatedIn(db, { table: table!, cleaner: cleaner!, atOnce })) {
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

interface Looked {
  table: RawBuilder<unknown>
  cleaner: RawBuilder<unknown>
  atOnce: number
}

async function* outdatedIn(db: Db, { table, cleaner, atOnce }: Looked): AsyncGenerator<string> {
  for (let after = ''; ;) {
    await nextTurn()
    const { rows } = await sql<{ id: string; cleaner: number }>`
      select id, ${cleaner} as cleaner from ${table} where id > ${after} order by id limit ${atOnce}`.execute(db)
    for (const row of rows) {
      if (row.cleaner >= CLEANER) continue
      yield row.id
      await nextTurn()
    }
    if (rows.length < atOnce) return
    after = rows.at(-1)!.id
  }
}
