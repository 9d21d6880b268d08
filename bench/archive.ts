import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Insertable, sql } from 'kysely'
import { indexDue } from '../src/journal/discovery/search/index-articles.ts'
import { connect, type Database, type Tx, type Where } from '../src/platform/database/connect.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { ENDLESS } from '../src/platform/database/postgres.ts'
import { touchPublicSite } from '../src/platform/database/site-version.ts'
import { diskStore } from '../src/platform/storage/disk.ts'
import { openLog } from '../src/platform/log.ts'
import { hashPassword } from '../src/journal/accounts/users/passwords.ts'
import type { Tables } from '../src/platform/database/tables.ts'
import { type Plan, rowsOf } from './articles.ts'

export type Engine = Database['engine']
export const ENGINES: Record<Engine, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

export const PASSWORD = 'Sunflower-42'
const PDF_BYTES = 1024 * 1024

/** A data folder with its database, on which a journal can be started. */
export interface Archive {
  engine: Engine
  articles: number
  dataDir: string
  databaseUrl: string | undefined
  database: Database
  /** Raises the site's version, so that nothing public is kept any more. */
  touch(): Promise<void>
  remove(): Promise<void>
}

export interface ArchiveOptions {
  engine: Engine
  articles: number
  folder: string
  /** The URL of the PostgreSQL server, without a database's name. */
  postgres: string | null
}

/** Makes an archive with this many articles. One public article has a PDF of 1 MiB in the files' folder. */
export async function makeArchive({ engine, articles, folder, postgres }: ArchiveOptions): Promise<Archive> {
  const name = `bench_${articles}_${randomBytes(4).toString('hex')}`
  const dataDir = join(folder, name)
  const files = join(dataDir, 'files')
  mkdirSync(files, { recursive: true, mode: 0o700 })
  const onServer = async (statement: string) => {
    const client = new pg.Client({ connectionString: `${postgres}/postgres` })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  if (engine === 'postgres') await onServer(`create database ${name}`)
  const databaseUrl = engine === 'postgres' ? `${postgres}/${name}` : undefined
  const where: Where = databaseUrl ? { url: databaseUrl } : { file: join(dataDir, 'journal.sqlite') }
  const database = connect(where, ENDLESS)
  await migrate(database)

  const pdf = Buffer.alloc(PDF_BYTES, 'leaf ')
  pdf.write('%PDF-1.7\n')
  const store = diskStore(files)
  const kept = await store.keep('pattern', pdf)
  await fill(database, { articles, pdf: kept, passwordHash: await hashPassword(PASSWORD) })
  // What the server would do in the background after its start.
  await indexDue({ database, log: openLog({ level: 'error', addresses: false, pretty: false }) })
  const newest = await database.db
    .selectFrom('public_articles')
    .select('pdf_file_id')
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await store.keep(newest.pdf_file_id!, pdf)

  return {
    ...{ engine, articles, dataDir, databaseUrl, database },
    touch: () => database.transaction((tx) => touchPublicSite(tx)),
    remove: async () => {
      await database.close()
      if (engine === 'postgres') await onServer(`drop database ${name} with (force)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

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
