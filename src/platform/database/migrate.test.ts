import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { eachDatabase } from '../../../tests/support/databases.ts'
import { freshDatabase } from '../../../tests/support/fresh-database.ts'
import { connect } from './connect.ts'
import { migrate, migrations, type Migration } from './migrate.ts'

const run = promisify(execFile)

/** What a later version of the program might bring: an addition, and then a change that breaks this one. */
const LATER: Migration[] = [
  {
    name: '9998-moss',
    additive: true,
    statements: [`alter table site_version add column moss text not null default 'green'`],
  },
  { name: '9999-no-moss', statements: ['alter table site_version drop column moss'] },
]

/** A separate process that opens the database and migrates at the given time; reports what it applied. */
async function migrateInAnotherProcess(where: object, at: number): Promise<string[]> {
  const program = `
    const { connect } = await import(${JSON.stringify(join(import.meta.dirname, 'connect.ts'))})
    const { migrate } = await import(${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))})
    while (Date.now() < ${at});
    const database = connect(${JSON.stringify(where)})
    console.log(JSON.stringify(await migrate(database)))
    await database.close()`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program])
  return JSON.parse(stdout) as string[]
}

describe('migrations', () => {
  eachDatabase((_open, engine) => {
    test('run a second time find nothing to do', async () => {
      const { where, remove } = await freshDatabase(engine)
      const database = connect(where)
      const applied = await migrate(database)
      expect(applied.length).toBeGreaterThan(0)
      expect(await migrate(database)).toEqual([])
      const kept = await sql<{ name: string }>`select name from migrations order by name`.execute(database.db)
      expect(kept.rows.map((row) => row.name)).toEqual(applied)
      await database.close()
      await remove()
    })

    test('run by two processes at the same moment leave one set', async () => {
      for (let round = 0; round < 2; round++) {
        const { where, remove } = await freshDatabase(engine)
        const at = Date.now() + 600
        const [one, other] = await Promise.all([migrateInAnotherProcess(where, at), migrateInAnotherProcess(where, at)])
        expect([one.length, other.length].sort()[0]).toBe(0)
        const database = connect(where)
        expect(await migrate(database)).toEqual([])
        const versions = await database.db.selectFrom('site_version').selectAll().execute()
        expect(versions).toHaveLength(1)
        await database.close()
        await remove()
      }
    })

    test('refuse a database that a newer version of the program has used, and leave it as it is', async () => {
      const { where, remove } = await freshDatabase(engine)
      const database = connect(where)
      await migrate(database)
      await sql`insert into migrations (name, at) values ('9999-from-the-future', '2030-01-01T00:00:00.000Z')`.execute(
        database.db,
      )
      await expect(migrate(database)).rejects.toThrow(
        'The database was last used by a newer version of this program (it has the change "9999-from-the-future"). ' +
          'Start that version, or restore a backup.',
      )
      expect(await database.db.selectFrom('site_version').select('version').executeTakeFirst()).toBeDefined()
      await database.close()
      await remove()
    })

    test('of a newer version that only add something let this version start beside them', async () => {
      const { where, remove } = await freshDatabase(engine)
      const database = connect(where)
      const applied = await migrate(database)
      const newer = [...migrations, ...LATER]
      expect(await migrate(database, '9998-moss', { known: newer })).toEqual(['9998-moss'])
      expect(await migrate(database)).toEqual([])
      expect((await sql<{ moss: string }>`select moss from site_version`.execute(database.db)).rows).toEqual([
        { moss: 'green' },
      ])
      expect(await migrate(database, undefined, { known: newer })).toEqual(['9999-no-moss'])
      await expect(migrate(database)).rejects.toThrow('(it has the change "9999-no-moss")')
      expect(await migrate(database, undefined, { known: newer })).toEqual([])
      const kept = await sql<{ name: string; additive: number }>`select * from migrations`.execute(database.db)
      const additive = kept.rows.filter((row) => row.additive === 1).map(({ name }) => name)
      expect(additive).toContain('9998-moss')
      expect(additive).not.toContain('9999-no-moss')
      // All before the rule count as breaking: programs of that time refuse everything that they do not know.
      expect(additive.filter((name) => name < '0029')).toEqual([])
      expect(applied).toEqual(expect.arrayContaining(additive.filter((name) => name < '9')))
      await database.close()
      await remove()
    })

    test('that fail half-way leave nothing behind', async () => {
      const { where, remove } = await freshDatabase(engine)
      const database = connect(where)
      // Makes a later statement of the first migration fail.
      await sql`create table audit_entries (id text)`.execute(database.db)
      await expect(migrate(database)).rejects.toThrow()
      const users = sql`select * from users`.execute(database.db)
      await expect(users).rejects.toThrow()
      await database.close()
      await remove()
    })

    test('bring the sessions of an older version through, with the token that each had spent', async () => {
      const { where, remove } = await freshDatabase(engine)
      const database = connect(where)
      const { db } = database
      await migrate(database, '0004-audit-append-only')
      const at = '2026-01-01T00:00:00.000Z'
      await sql`insert into users (id, full_name, email, username, password_hash, role, created_at)
        values ('rosa', 'Rosa', 'rosa@plants.test', 'rosa', 'x', 'author', ${at})`.execute(db)
      for (const [id, previous] of [
        ['young', null],
        ['old', 'spent'],
      ]) {
        await sql`insert into sessions (id, user_id, refresh_hash, previous_hash, rotated_at, created_at, last_used_at, expires_at)
          values (${id}, 'rosa', ${`${id} hash`}, ${previous}, ${previous && at}, ${at}, ${at}, ${at})`.execute(db)
      }
      await migrate(database)
      const sessions = await db.selectFrom('sessions').select(['id', 'refresh_hash']).orderBy('id').execute()
      expect(sessions).toEqual([
        { id: 'old', refresh_hash: 'old hash' },
        { id: 'young', refresh_hash: 'young hash' },
      ])
      expect(await db.selectFrom('spent_tokens').selectAll().execute()).toEqual([
        { token_hash: 'spent', session_id: 'old', spent_at: at, replaced_by: 'old hash' },
      ])
      expect(await db.selectFrom('users').select(['email', 'pending_email']).execute()).toEqual([
        { email: 'rosa@plants.test', pending_email: null },
      ])
      await database.close()
      await remove()
    })

    test('know of each spent token whether it was the latest', async () => {
      const { where, remove } = await freshDatabase(engine)
      const database = connect(where)
      const { db } = database
      await migrate(database, '0012-funding-statement')
      const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z']
      await sql`insert into users (id, full_name, email, username, password_hash, role, created_at)
        values ('rosa', 'Rosa', 'rosa@plants.test', 'rosa', 'x', 'author', ${early})`.execute(db)
      await sql`insert into sessions (id, user_id, refresh_hash, rotated_at, created_at, last_used_at, expires_at)
        values ('s', 'rosa', 'third', ${late}, ${early}, ${late}, ${late})`.execute(db)
      await sql`insert into spent_tokens (token_hash, session_id, spent_at)
        values ('first', 's', ${early}), ('second', 's', ${late})`.execute(db)
      await migrate(database)
      const spent = await db
        .selectFrom('spent_tokens')
        .select(['token_hash', 'replaced_by'])
        .orderBy('spent_at')
        .execute()
      expect(spent).toEqual([
        { token_hash: 'first', replaced_by: null },
        { token_hash: 'second', replaced_by: 'third' },
      ])
      await database.close()
      await remove()
    })

    if (engine === 'sqlite') return

    test('wait for a table in use without holding up its readers, and take their turn', async () => {
      const { where, remove } = await freshDatabase(engine)
      const [database, others] = [connect(where), connect(where)]
      await migrate(database)
      const newer = { known: [...migrations, ...LATER] }
      let release = () => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      const reading = Promise.withResolvers<void>()
      // A dump, say, which reads a table for long.
      const dump = others.transaction(async (tx) => {
        await tx.selectFrom('site_version').selectAll().execute()
        reading.resolve()
        await held
      })
      await reading.promise
      const migrated = migrate(database, '9998-moss', newer)
      // Behind one that waits to change a table all others wait; it gives up after a second, so that these end.
      for (const until = Date.now() + 3_000; Date.now() < until;) await others.readSiteVersion()
      release()
      await dump
      expect(await migrated).toEqual(['9998-moss'])
      await database.close()
      await others.close()
      await remove()
    })

    test('give up with a sentence where a table is never free, and leave it as it is', async () => {
      const { where, remove } = await freshDatabase(engine)
      const [database, others] = [connect(where), connect(where)]
      await migrate(database)
      await others.transaction(async (tx) => {
        await tx.selectFrom('site_version').selectAll().execute()
        await expect(migrate(database, '9998-moss', { known: [...migrations, ...LATER], tries: 1 })).rejects.toThrow(
          'The tables of the database could not be changed, because they are in use without a pause.',
        )
      })
      expect(await migrate(database)).toEqual([])
      await database.close()
      await others.close()
      await remove()
    })
  })
})
