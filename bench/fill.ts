import { sql, type Insertable } from 'kysely'
import type { Database, Tx } from '../src/platform/database/connect.ts'
import { touchPublicSite } from '../src/platform/database/site-version.ts'
import type { Tables } from '../src/platform/database/tables.ts'
import { rowsOf, type Plan } from './articles.ts'

/** Writes an archive into a migrated, empty database. */
export async function fill(database: Database, plan: Plan): Promise<void> {
  for (const rows of rowsOf(plan)) {
    await database.transaction(async (tx) => {
      for (const [table, some] of Object.entries(rows)) {
        await insertRows(database, tx, table as keyof Tables, some as Insertable<Tables[keyof Tables]>[])
      }
      await touchPublicSite(tx)
    })
  }
  // PostgreSQL does so by itself within a minute of such a change; SQLite's statistics are the program's affair.
  if (database.engine === 'postgres') await sql`vacuum analyze`.execute(database.db)
}

/** Rows travel as one JSON text, because a parameter for each value is several times slower. */
async function insertRows<T extends keyof Tables>(
  { engine }: Database,
  tx: Tx,
  table: T,
  rows: Insertable<Tables[T]>[],
): Promise<void> {
  if (!rows.length) return
  const names = Object.keys(rows[0]!)
  const columns = sql.join(names.map((name) => sql.ref(name)))
  const json = JSON.stringify(rows)
  const source =
    engine === 'sqlite'
      ? sql`select ${sql.join(names.map((name) => sql`value ->> ${sql.lit(name)}`))} from json_each(${json})`
      : sql`select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`
  await sql`insert into ${sql.table(table)} (${columns}) ${source}`.execute(tx)
}
