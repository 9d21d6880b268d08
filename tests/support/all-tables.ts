import { sql } from 'kysely'
import type { Database } from '../../src/platform/database/connect.ts'

/** The names of all tables of the journal, without what the engine keeps for itself: indexes of public articles' words. */
export async function tableNames({ db, engine }: Database): Promise<string[]> {
  const { rows } =
    engine === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'table' order by name`.execute(db)
      : await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'
          order by tablename`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !/^(sqlite_|search_spellings|article_words)/.test(name))
}

/** Every row of every table as text, by the table's name. */
export async function allRows(database: Database): Promise<Map<string, string[]>> {
  const rowsOf = async (name: string) =>
    (await sql`select * from ${sql.table(name)}`.execute(database.db)).rows.map((row) => JSON.stringify(row))
  const tables = new Map<string, string[]>()
  for (const name of await tableNames(database)) tables.set(name, await rowsOf(name))
  return tables
}
