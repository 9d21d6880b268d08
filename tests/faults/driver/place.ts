import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { freePort } from '../../support/postgres-server.ts'

export type Engine = 'sqlite' | 'postgres'

/** Where one journal keeps its data, and where it is to listen: the same after every restart. */
export interface Place {
  engine: Engine
  /** Holds the data folder, and the witness outside of it. */
  folder: string
  dataDir: string
  /** The database itself, however the server reaches it; undefined for SQLite. */
  databaseUrl: string | undefined
  port: number
  /** The stored bytes themselves, wherever they are. */
  files: StoredBytes
}

export interface StoredBytes {
  /** Undefined if there is no such file. */
  size(id: string): Promise<number | undefined>
  bytes(id: string): Promise<Uint8Array | undefined>
}

function onDisk(dataDir: string): StoredBytes {
  const pathOf = (id: string) => join(dataDir, 'files', id.slice(0, 2), id)
  return {
    size: async (id) => statSync(pathOf(id), { throwIfNoEntry: false })?.size,
    bytes: async (id) => (existsSync(pathOf(id)) ? readFileSync(pathOf(id)) : undefined),
  }
}

/** A place with no data yet. `dataDir` may be on a disk of its own. */
export async function newPlace(
  { engine, folder, postgres }: { engine: Engine; folder: string; postgres: string | null },
  more: { dataDir?: string; files?: StoredBytes } = {},
): Promise<Place> {
  const own = mkdtempSync(join(folder, 'place-'))
  const dataDir = more.dataDir ?? join(own, 'data')
  const place = { engine, folder: own, dataDir, port: await freePort(), files: more.files ?? onDisk(dataDir) }
  mkdirSync(place.dataDir, { recursive: true })
  if (engine === 'sqlite') return { ...place, databaseUrl: undefined }
  const name = `faults_${randomBytes(6).toString('hex')}`
  await ask(`${postgres}/postgres`, `create database ${name}`)
  return { ...place, databaseUrl: `${postgres}/${name}` }
}

export const databaseFile = ({ dataDir }: Place): string => join(dataDir, 'journal.sqlite')

export type Row = Record<string, string | number | null>

/** Reads the database beside the server, by a connection of its own and without the product's code. */
export async function rowsOf(place: Place, statement: string): Promise<Row[]> {
  if (place.databaseUrl !== undefined) return ask(place.databaseUrl, statement)
  const sqlite = new Sqlite(databaseFile(place), { readonly: true, fileMustExist: true })
  try {
    return sqlite.prepare(statement).all() as Row[]
  } finally {
    sqlite.close()
  }
}

async function ask(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows as Row[]
  } finally {
    await client.end()
  }
}
