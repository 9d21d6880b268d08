/**
 * Databases alone, without a journal on them: `freshDatabase(engine)` is empty, as before the first migration;
 * `migratedDatabase(engine)` has its tables, as a copy of one that is migrated once for the whole run.
 */
import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { Database } from '../../src/platform/database/connect.ts'

export type Engine = Database['engine']

export interface FreshDatabase {
  /** The argument of `connect`. */
  where: { file: string } | { url: string }
  dataDir: string
  /** Nothing may be connected to it. */
  remove: () => Promise<void>
}

const newDataDir = (): string => mkdtempSync(join(inject('temporaryFolder'), 'data-'))

export async function freshDatabase(engine: Engine, dataDir = newDataDir()): Promise<FreshDatabase> {
  if (engine === 'postgres') return onPostgres(dataDir)
  return onSqlite(dataDir)
}

export async function migratedDatabase(engine: Engine, dataDir = newDataDir()): Promise<FreshDatabase> {
  const templates = inject('templates')
  if (engine === 'postgres') return onPostgres(dataDir, templates.postgres)
  const database = onSqlite(dataDir)
  // A folder passed in by a test may have one already.
  if (!existsSync(database.where.file)) copyFileSync(templates.sqlite, database.where.file)
  return database
}

/** Another with the same content; nothing may be connected to the first. */
export async function copyOf({ where }: FreshDatabase, dataDir = newDataDir()): Promise<FreshDatabase> {
  if ('url' in where) return onPostgres(dataDir, new URL(where.url).pathname.slice(1))
  const database = onSqlite(dataDir)
  copyFileSync(where.file, database.where.file)
  return database
}

const removed = (dataDir: string) => rm(dataDir, { recursive: true, force: true })

const onSqlite = (dataDir: string) => ({
  where: { file: join(dataDir, 'journal.sqlite') },
  dataDir,
  remove: () => removed(dataDir),
})

async function onPostgres(dataDir: string, template = 'template1') {
  const server = inject('postgres')
  if (server === null) throw new Error('There is no PostgreSQL server for the tests.')
  const name = `test_${randomBytes(6).toString('hex')}`
  // Its files are copied: the other strategy writes each page twice.
  await asked(server, `create database ${name} template ${template} strategy file_copy`)
  return {
    where: { url: `${server}/${name}` },
    dataDir,
    remove: async () => {
      await asked(server, `drop database if exists ${name} with (force)`)
      await removed(dataDir)
    },
  }
}

async function asked(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${server}/postgres` })
  await client.connect()
  await client.query(statement)
  await client.end()
}
