import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connect, type Where } from '../../src/platform/database/connect.ts'
import { migrate } from '../../src/platform/database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Migrated, empty databases to be copied: an SQLite file, and a database name on the tests' server. */
    templates: { sqlite: string; postgres: string }
  }
}

const NAME = 'migrated'

/** Vitest's global set-up, after the server's: the migrations run once per engine, not once per test file. */
export default async function setup(project: TestProject): Promise<void> {
  const { temporaryFolder, postgres } = project.getProvidedContext()
  const sqlite = join(temporaryFolder, `${NAME}.sqlite`)
  await migrated({ file: sqlite })
  if (postgres !== null) {
    const client = new pg.Client({ connectionString: `${postgres}/postgres` })
    await client.connect()
    await client.query(`create database ${NAME}`)
    await client.end()
    await migrated({ url: `${postgres}/${NAME}` })
  }
  project.provide('templates', { sqlite, postgres: NAME })
}

async function migrated(where: Where): Promise<void> {
  const database = connect(where)
  await migrate(database)
  await database.close()
}
