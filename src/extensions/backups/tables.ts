import { sql } from 'kysely'
import { engineOf, type Db } from '../../platform/database/connect.ts'

/** What a column holds, the same on both engines. */
export type Kind = 'text' | 'number' | 'bytes'
export interface Column {
  name: string
  kind: Kind
}
export interface Table {
  name: string
  /** Those that are stored and not computed, by name: their order in the database differs between engines. */
  columns: Column[]
  /** The columns by which rows are ordered: the primary key. */
  key: string[]
}

/**
 * A backup holds none of these: the index of the search, which is made from the articles, differently on each engine, and
 * what only servers that run have to know of each other.
 */
export const NOT_COPIED = [
  ...['search_articles', 'search_due', 'search_names', 'search_vectors', 'search_words'],
  ...['server_processes', 'shared_counts'],
]

const KINDS: Record<string, Kind> = {
  text: 'text',
  integer: 'number',
  bigint: 'number',
  real: 'number',
  'double precision': 'number',
  blob: 'bytes',
  bytea: 'bytes',
}

interface Found {
  table: string
  column: string
  type: string
  /** The place in the primary key; 0: not part of it. */
  place: number
}

const OF_SQLITE = `select found.name as "table", field.name as "column", lower(field.type) as type, field.pk as place
  from pragma_table_list as found, pragma_table_xinfo(found.name) as field
  where found.schema = 'main' and found.type = 'table' and found.name not like 'sqlite\\_%' escape '\\' and field.hidden = 0`

const OF_POSTGRES = `select field.table_name as "table", field.column_name as "column", field.data_type as type,
    coalesce(array_position(key.indkey::int[], field.ordinal_position::int) + 1, 0) as place
  from information_schema.columns as field
  join information_schema.tables as found using (table_schema, table_name)
  left join pg_index as key on key.indisprimary
    and key.indrelid = (quote_ident(field.table_schema) || '.' || quote_ident(field.table_name))::regclass
  where field.table_schema = current_schema() and found.table_type = 'BASE TABLE' and field.is_generated = 'NEVER'`

/** The tables that a backup holds, by name. */
export async function loadTables(db: Db): Promise<Table[]> {
  const { rows } = await sql.raw<Found>(engineOf(db) === 'sqlite' ? OF_SQLITE : OF_POSTGRES).execute(db)
  return [...Map.groupBy(rows, ({ table }) => table)]
    .filter(([name]) => !NOT_COPIED.includes(name))
    .map(([name, columns]): Table => {
      const key = columns.filter(({ place }) => place > 0).sort((a, b) => a.place - b.place)
      if (!key.length) throw new Error(`The table ${name} has no primary key to order its rows by.`)
      return {
        name,
        columns: columns.map(({ column, type }) => ({ name: column, kind: kindOf(name, column, type) })).sort(byName),
        key: key.map(({ column }) => column),
      }
    })
    .sort(byName)
}

const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1)

function kindOf(table: string, column: string, type: string): Kind {
  const kind = KINDS[type]
  if (!kind) throw new Error(`Backups know no column of the type ${type}: ${table}.${column}.`)
  return kind
}

export async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } = await (
    engineOf(db) === 'sqlite'
      ? sql`select 1 from sqlite_master where name = ${name}`
      : sql`select 1 from information_schema.tables where table_schema = current_schema() and table_name = ${name}`
  ).execute(db)
  return rows.length > 0
}
