import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { engineOf, type Db } from './connect.ts'
import { migrations } from './migrate.ts'
import { SCHEMAS } from './published.ts'

/** Tables with their columns, indexes and triggers; of virtual tables only the name. */
const OF_SQLITE = `
  select 'column ' || found.name || '.' || field.name || ' ' || lower(field.type) || ' ' || field."notnull" as line
    from pragma_table_list as found, pragma_table_xinfo(found.name) as field
    where found.schema = 'main' and found.type = 'table' and found.name not like 'sqlite\\_%' escape '\\'
  union all
  select type || ' ' || tbl_name || '.' || name from sqlite_master
    where type in ('index', 'trigger', 'view') and name not like 'sqlite\\_%' escape '\\'`

const OF_POSTGRES = `
  select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as line
    from information_schema.columns where table_schema = current_schema()
  union all
  select 'index ' || tablename || '.' || indexname from pg_indexes where schemaname = current_schema()
  union all
  select 'trigger ' || relation.relname || '.' || tgname from pg_trigger
    join pg_class as relation on relation.oid = tgrelid
    where not tgisinternal and relation.relnamespace = current_schema()::regnamespace`

/** A hash of which tables, columns, indexes and triggers there are: equal for equal ones on the same engine. */
export async function schemaFingerprint(db: Db): Promise<string> {
  const { rows } = await sql<{ line: string }>`${sql.raw(engineOf(db) === 'sqlite' ? OF_SQLITE : OF_POSTGRES)}`.execute(
    db,
  )
  const lines = rows.map(({ line }) => line).toSorted()
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)
}

/**
 * Whether the tables are those that this program makes: a journal that was begun with a changed migration has others,
 * which nobody would notice otherwise. Null if a newer program has changed them since.
 */
export async function hasKnownSchema(db: Db): Promise<boolean | null> {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
  if (rows.some(({ name }) => !migrations.some((known) => known.name === name))) return null
  return (await schemaFingerprint(db)) === SCHEMAS[engineOf(db)]
}

export const UNKNOWN_SCHEMA =
  'The tables of the database are not those that this version of the program makes: something was changed by hand, or by a migration that was changed after it had been published.'
