import { sql, type RawBuilder } from 'kysely'
import { engineOf, type Db } from '../../platform/database/connect.ts'
import { migrateWithin, migrations } from '../../platform/database/migrate.ts'
import { BadBackup, type Entry, type Progress } from './manifest.ts'
import type { OpenBackup } from './open-backup.ts'
import { loadDigest, linesIn, valuesIn } from './rows.ts'
import { hasTable, loadTables, type Table } from './tables.ts'

/** So many values fit into one statement on both engines. */
const MOST_VALUES = 20_000
const MOST_CHARACTERS = 4 * 1024 * 1024

/**
 * Fills an empty database from a backup, within the transaction of `connection`: the tables as they were when the backup was
 * made, then every row. Nothing is computed or refused by triggers while rows arrive; afterwards every table is read
 * again and must come to the bytes that were backed up, and every reference must lead somewhere.
 */
export async function loadRows(connection: Db, backup: OpenBackup, progress: Progress): Promise<void> {
  const before = migrations.filter(({ name }) => backup.manifest.migrations.includes(name))
  await migrateWithin(connection, undefined, before)
  const tables = await loadTables(connection)
  const entries = matched(backup, tables)
  const resume = await withoutTriggers(connection)
  for (const table of tables) await sql`delete from ${sql.table(table.name)}`.execute(connection)
  const total = entries.reduce((sum, [, { rows = 0 }]) => sum + rows, 0)
  let done = 0
  for (const [table, entry] of entries) {
    await loadTable(connection, table, backup.read(entry), (rows) => progress('Rows', (done += rows), total))
  }
  await resume()
  await continueNumbers(connection, tables)
  for (const [at, [table, entry]] of entries.entries()) {
    progress('Comparing tables', at, entries.length)
    const found = await loadDigest(connection, table)
    if (found.sha256 !== entry.sha256)
      throw new BadBackup(`the table ${table.name} came to be another than was backed up`)
  }
  progress('Comparing tables', entries.length, entries.length)
  await makeDerived(connection)
}

/** Each table of the database with its entry. The same change of the tables makes the same ones on both engines. */
function matched({ manifest }: OpenBackup, tables: readonly Table[]): [Table, Entry][] {
  const entries = new Map(manifest.entries.map((entry) => [entry.path, entry]))
  const found = tables.map((table): [Table, Entry] => {
    const entry = entries.get(`tables/${table.name}.jsonl`)
    if (!entry) throw new BadBackup(`the table ${table.name} is not in it`)
    return [table, entry]
  })
  const listed = manifest.entries.filter(({ path }) => path.startsWith('tables/')).length
  if (listed !== tables.length) throw new BadBackup('it has tables that this program does not know')
  return found
}

async function loadTable(
  connection: Db,
  table: Table,
  content: AsyncIterable<Uint8Array>,
  loaded: (rows: number) => void,
): Promise<void> {
  const columns = table.columns.map(({ name }) => name)
  const head = sql`insert into ${sql.table(table.name)} (${sql.join(columns.map((name) => sql.ref(name)))})
    ${engineOf(connection) === 'postgres' ? sql`overriding system value` : sql``} values `
  let rows: RawBuilder<unknown>[] = []
  let characters = 0
  const flush = async () => {
    if (rows.length) await sql`${head}${sql.join(rows)}`.execute(connection)
    loaded(rows.length)
    rows = []
    characters = 0
  }
  let isFirst = true
  for await (const line of linesIn(content)) {
    if (isFirst) {
      if (line !== JSON.stringify(columns)) throw new BadBackup(`the table ${table.name} has other columns`)
      isFirst = false
      continue
    }
    const values = valuesIn(line, table)
    if (!values) throw new BadBackup(`a row of the table ${table.name} cannot be read`)
    rows.push(sql`(${sql.join(values)})`)
    characters += line.length
    if ((rows.length + 1) * columns.length > MOST_VALUES || characters > MOST_CHARACTERS || rows.length === 500) {
      await flush()
    }
  }
  await flush()
}

/** Takes triggers away, and references, which would want a certain order of tables; returns what puts them back. */
async function withoutTriggers(connection: Db): Promise<() => Promise<void>> {
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(connection)
  }
  if (engineOf(connection) === 'sqlite') {
    // References are not looked at on a connection with `foreign_keys = off`; here all are.
    const { rows } = await sql<{ name: string; sql: string }>`
      select name, sql from sqlite_master where type = 'trigger'`.execute(connection)
    await run(rows.map(({ name }) => `drop trigger "${name}"`))
    return async () => {
      await run(rows.map((trigger) => trigger.sql))
      const broken = await sql<{ table: string }>`select "table" from pragma_foreign_key_check limit 1`.execute(
        connection,
      )
      if (broken.rows[0]) throw new BadBackup(`a row of ${broken.rows[0].table} refers to one that is not there`)
    }
  }
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(connection)
  const tables = (
    await sql<{ name: string }>`select quote_ident(tablename) as name from pg_tables
    where schemaname = current_schema()`.execute(connection)
  ).rows
  await run(rows.map(({ table, name }) => `alter table ${table} drop constraint ${name}`))
  await run(tables.map(({ name }) => `alter table ${name} disable trigger user`))
  return async () => {
    await run(tables.map(({ name }) => `alter table ${name} enable trigger user`))
    await run(rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`))
  }
}

/** The next row of a numbered table gets the next number. SQLite goes on from the largest one by itself. */
async function continueNumbers(connection: Db, tables: readonly Table[]): Promise<void> {
  if (engineOf(connection) === 'sqlite') return
  for (const { name } of tables) {
    const { rows } = await sql<{ column: string }>`select column_name as "column" from information_schema.columns
      where table_schema = current_schema() and table_name = ${name} and is_identity = 'YES'`.execute(connection)
    for (const { column } of rows) {
      await sql`select setval(pg_get_serial_sequence(${name}, ${column}),
        (select coalesce(max(${sql.ref(column)}), 0) + 1 from ${sql.table(name)}), false)`.execute(connection)
    }
  }
}

/** What is made from the rows: the words of article heads on SQLite, and the articles to index. */
async function makeDerived(connection: Db): Promise<void> {
  if (await hasTable(connection, 'article_words')) {
    await sql`insert into article_words (rowid, words) select no, words from article_heads where words <> ''`.execute(
      connection,
    )
  }
  // Until migration 0039 articles to index had a table of their own, from which it takes them over.
  if (await hasTable(connection, 'search_due')) {
    await sql`delete from search_due`.execute(connection)
    await sql`insert into search_due (article_id) select article_id from article_heads where status = 'published'
      order by no desc`.execute(connection)
  } else if (await hasTable(connection, 'jobs')) {
    await sql`insert into jobs (kind, subject, run_after, created_at)
      select 'index', article_id, '', created_at from article_heads where status = 'published'
      on conflict (kind, subject) do nothing`.execute(connection)
  }
}
