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

  test('what a newer program has changed is its own affair', async () => {
    const { database } = await open()
    await sql`insert into migrations (name, at) values ('9999-later', '')`.execute(database.db)
    expect(await hasKnownSchema(database.db)).toBeNull()
  })
})
