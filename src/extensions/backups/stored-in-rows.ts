import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import { hasTable } from './tables.ts'

/** The tables whose rows name bytes in the store, and the column with their id. */
export const HOLDERS = { files: 'id', image_variants: 'id', article_cards: 'file_id' } as const
export type Holder = keyof typeof HOLDERS

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
