import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eachDatabase } from '../../../tests/support/databases.ts'
import { SCHEMAS } from './published.ts'
import { hasKnownSchema, schemaFingerprint } from './schema-fingerprint.ts'

eachDatabase((open, engine) => {
  test('the tables that the migrations make are those that are published', async () => {
    const { database } = await open()
    // After a new migration: put what was received into published.ts.
    expect({ [engine]: await schemaFingerprint(database.db) }).toEqual({ [engine]: SCHEMAS[engine] })
  })

  test.each([
    'alter table categories add column colour text',
    'create index made_by_hand on categories (name)',
    engine === 'sqlite' ? 'drop trigger audit_entries_no_delete' : 'alter table users alter column email drop not null',
  ])('%s is noticed', async (change) => {
    const { database } = await open()
    expect(await hasKnownSchema(database.db)).toBe(true)
    await sql.raw(change).execute(database.db)
    expect(await hasKnownSchema(database.db)).toBe(false)
  })

  test.each(['0044-between', '9999-later'])('what a newer program has changed (%s) is its own affair', async (name) => {
    const { database } = await open()
    await sql`alter table categories add column colour text`.execute(database.db)
    await sql`insert into migrations (name, at) values (${name}, '')`.execute(database.db)
    expect(await hasKnownSchema(database.db)).toBeNull()
  })
})
