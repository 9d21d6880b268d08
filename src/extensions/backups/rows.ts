import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { HOLDERS } from '../../journal/publication/files/stored-files.ts'
import { type Db, engineOf } from '../../platform/database/connect.ts'
import { type Column, hasTable, type Table } from './tables.ts'

type Value = string | number | Buffer | null
type Row = Record<string, Value>

/** About as many bytes of rows are in memory at a time. */
const BATCH_BYTES = 1024 * 1024
const MOST_ROWS = 1_000
/** A row of a backup that is longer is refused; the journal's longest are texts of some megabytes. */
export const LINE_MAX = 256 * 1024 * 1024

/**
 * All rows of a table as lines of JSON, after one line with the names of the columns. Ordered by the primary key, byte
 * by byte, and with nothing in them that an engine decides: equal rows give equal bytes on SQLite and PostgreSQL.
 * `connection` is a single one, in a transaction. Each part has some whole lines.
 */
export async function* loadLines(
  connection: Db,
  table: Table,
  counted: (rows: number) => void = () => {},
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(table.columns.map(({ name }) => name))}\n`)
  let lines: string[] = []
  let length = 0
  for await (const row of rowsOf(connection, table)) {
    const line = `${JSON.stringify(table.columns.map((column) => written(row[column.name]!, column)))}\n`
    lines.push(line)
    length += line.length
    if (length < BATCH_BYTES) continue
    counted(lines.length)
    yield Buffer.from(lines.join(''))
    lines = []
    length = 0
  }
  counted(lines.length)
  yield Buffer.from(lines.join(''))
}

const written = (value: Value, { kind }: Column): string | number | null =>
  kind === 'bytes' && value !== null ? (value as Buffer).toString('base64') : (value as string | number | null)

/** The values of a line, as the columns want them; null if the line is none of this table. */
export function valuesIn(line: string, { columns }: Table): Value[] | null {
  const found = parsed(line)
  if (!Array.isArray(found) || found.length !== columns.length) return null
  const values = found.map((value: unknown, at) => read(value, columns[at]!))
  return values.includes(undefined) ? null : (values as Value[])
}

function read(value: unknown, { kind }: Column): Value | undefined {
  if (value === null) return null
  if (kind === 'number') return typeof value === 'number' ? value : undefined
  if (typeof value !== 'string') return undefined
  return kind === 'text' ? value : Buffer.from(value, 'base64')
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

const rowsOf = (connection: Db, table: Table): AsyncGenerator<Row> =>
  engineOf(connection) === 'sqlite' ? iterated(connection, table) : throughCursor(connection, table)

async function* iterated(connection: Db, { name, columns, key }: Table): AsyncGenerator<Row> {
  let select = (connection as Kysely<Record<string, Row>>).selectFrom(name).select(columns.map((column) => column.name))
  for (const column of key) select = select.orderBy(column)
  yield* select.stream(1) as AsyncIterable<Row>
}

async function* throughCursor(connection: Db, { name, columns, key }: Table): AsyncGenerator<Row> {
  const list = sql.join(columns.map((column) => sql.ref(column.name)))
  const order = key.map((column) =>
    columns.find((each) => each.name === column)!.kind === 'text'
      ? sql`${sql.ref(column)} collate "C"`
      : sql.ref(column),
  )
  await sql`declare copied no scroll cursor for select ${list} from ${sql.table(name)} order by ${sql.join(order)}`.execute(
    connection,
  )
  for (let count = 4; ;) {
    const { rows } = await sql.raw<Row>(`fetch forward ${count} from copied`).execute(connection)
    yield* rows
    if (rows.length < count) break
    // Rows of some tables are whole texts, those of others a few words.
    const each = rows.reduce((sum, row) => sum + sizeOf(row), 0) / rows.length
    count = Math.max(1, Math.min(MOST_ROWS, count * 8, Math.floor(BATCH_BYTES / each)))
  }
  await sql`close copied`.execute(connection)
}

const sizeOf = (row: Row): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'number' ? 8 : (value?.length ?? 0)), 1)

/** What the lines of a table come to. */
export async function loadDigest(connection: Db, table: Table): Promise<{ sha256: string; rows: number }> {
  const sha256 = createHash('sha256')
  let rows = 0
  for await (const part of loadLines(connection, table, (more) => (rows += more))) sha256.update(part)
  return { sha256: sha256.digest('hex'), rows }
}

/** Splits bytes into lines, however they were cut. Throws for a line that is too long. */
export async function* linesIn(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let parts: Uint8Array[] = []
  let length = 0
  for await (const part of content) {
    let from = 0
    for (let end = part.indexOf(10); end !== -1; end = part.indexOf(10, from)) {
      parts.push(part.subarray(from, end))
      yield Buffer.concat(parts).toString('utf8')
      parts = []
      length = 0
      from = end + 1
    }
    parts.push(part.subarray(from))
    length += part.length - from
    if (length > LINE_MAX) throw new Error('A row is longer than any row of a journal.')
  }
  if (length > 0) throw new Error('The last row is not whole.')
}

/** One consistent state of the database, whatever is written meanwhile. */
export async function withSnapshot<T>({ db }: { db: Db }, work: (connection: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    const run = (statement: string) => sql.raw(statement).execute(connection)
    if (engineOf(connection) === 'sqlite') await run('begin deferred')
    else {
      await run('begin isolation level repeatable read read only')
      // It holds no lock that anybody waits for: it may wait for a slow disk.
      await run('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0')
    }
    try {
      return await work(connection)
    } finally {
      await run('rollback').catch(() => {})
    }
  })
}

type Holder = keyof typeof HOLDERS

/** Bytes as the rows promise them. */
export interface Promised {
  id: string
  bytes: number
  sha256: string
  table: Holder
  /** Its name as an author or editor gave it. */
  name: string | null
  mediaType: string | null
}

const NAMED: Record<Holder, string> = {
  files: 'name, media_type as "mediaType"',
  image_variants: 'null as name, null as "mediaType"',
  article_cards: 'null as name, null as "mediaType"',
  marked_pdfs: 'null as name, null as "mediaType"',
}

/** All bytes that rows promise, by id. A database of an earlier version may not have every table. */
export async function storedInRows(connection: Db): Promise<Map<string, Promised>> {
  const found = new Map<string, Promised>()
  for (const [table, id] of Object.entries(HOLDERS) as [Holder, string][]) {
    if (!(await hasTable(connection, table))) continue
    const { rows } = await sql
      .raw<Omit<Promised, 'table'>>(`select ${id} as id, bytes, sha256, ${NAMED[table]} from ${table}`)
      .execute(connection)
    for (const row of rows) found.set(row.id, { ...row, table })
  }
  return found
}

/** Whether a row still promises these bytes. */
export async function isPromised(db: Db, { table, id }: Promised): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(HOLDERS[table])} = ${id}`.execute(db)
  return rows.length > 0
}
