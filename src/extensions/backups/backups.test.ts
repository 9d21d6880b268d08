import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { anArticle } from '../../../tests/support/builders.ts'
import { type Engine, freshDatabase, type FreshDatabase } from '../../../tests/support/fresh-database.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { indexed } from '../../../tests/support/searchable.ts'
import { fillJournal } from '../../../tests/support/whole-journal.ts'
import { connect, type Database, type Where } from '../../platform/database/connect.ts'
import { migrate, migrations } from '../../platform/database/migrate.ts'
import { diskStore } from '../../platform/storage/disk.ts'
import { addressSecret, tokenSecret } from '../../platform/secrets.ts'
import { writeAuditEntry } from '../../platform/audit.ts'
import { makeBackup, type Source } from './make-backup.ts'
import { restoreBackup, type Target } from './restore.ts'

const programFolder = join(import.meta.dirname, '..', '..', '..')
const index = async (database: Database): Promise<void> => void (await indexed(database))
const newFolder = (): string => mkdtempSync(join(inject('temporaryFolder'), 'backups-'))

const sourceOf = (where: Where, dataDir: string): Source => ({
  ...{ where, dataDir, programFolder },
  store: diskStore(join(dataDir, 'files')),
})
const targetOf = ({ where, dataDir }: FreshDatabase): Target => ({
  ...{ where, dataDir, programFolder },
  openStore: () => diskStore(join(dataDir, 'files')),
})

/** Every row of every table, read without the code that is tested. */
async function loadContents({ engine, db }: Database, without: string[] = []): Promise<Record<string, string[]>> {
  const found = await sql<{ name: string }>`${
    engine === 'sqlite'
      ? sql`select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite%'`
      : sql`select tablename as name from pg_tables where schemaname = current_schema()`
  }`.execute(db)
  const contents: Record<string, string[]> = {}
  for (const name of found.rows.map((row) => row.name).sort()) {
    if (without.includes(name)) continue
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
    // Computed by one engine only.
    const comparable = ({ word_index: _w, grams: _g, ...row }: Record<string, unknown>) => {
      if (name === 'search_words') delete row.id
      // Articles are indexed again after a restore, and each is cited again then.
      if (name === 'jobs' && row.kind === 'citations') delete row.created_at
      return JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))
    }
    contents[name] = rows.map(comparable).sort()
  }
  return contents
}

/** Of each file in the store, its SHA-256. */
const filesIn = (dataDir: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry): [string, string] => [
        entry.name,
        createHash('sha256')
          .update(readFileSync(join(entry.parentPath, entry.name)))
          .digest('hex'),
      ])
      .sort(),
  )

const ENGINES: Engine[] = inject('postgres') === null ? ['sqlite'] : ['sqlite', 'postgres']

describe('a backup of a whole journal', () => {
  eachDatabase((open, engine) => {
    let journal: TestJournal
    const made: FreshDatabase[] = []
    const fresh = async (of: Engine) => {
      const database = await freshDatabase(of)
      made.push(database)
      return database
    }
    let folder: string
    beforeAll(async () => {
      journal = await open()
      tokenSecret(journal.dataDir)
      addressSecret(journal.dataDir)
      await fillJournal(journal)
      folder = newFolder()
    }, 180_000)
    afterAll(() => {
      for (const { remove } of made) remove()
    })

    test(`restores into each engine, and from there back into ${engine}, and compares equal`, async () => {
      const before = await loadContents(journal.database)
      const empty = Object.keys(before).filter((name) => before[name]!.length === 0)
      expect(Object.keys(before).length - empty.length, `empty: ${empty.join(' ')}`).toBeGreaterThan(36)
      const files = filesIn(journal.dataDir)
      expect(Object.keys(files).length).toBeGreaterThan(10)
      const source = sourceOf(journal.where, journal.dataDir)
      const file = join(folder, 'first.zip')
      const { manifest } = await makeBackup(source, file)
      expect(manifest.faults).toEqual([])
      expect(statSync(file).mode & 0o777).toBe(0o600)
      for (const other of ENGINES) {
        const target = await fresh(other)
        const restored = await restoreBackup(file, targetOf(target), undefined, index)
        expect(restored).toMatchObject({ faults: [], settings: null })
        await expectEqual(target, before, files, journal.dataDir)
        // And back.
        const second = join(folder, `second-${other}.zip`)
        await makeBackup(sourceOf(target.where, target.dataDir), second)
        const back = await fresh(engine)
        await restoreBackup(second, targetOf(back), undefined, index)
        await expectEqual(back, before, files, journal.dataDir)
      }
    }, 180_000)

    test('restores although a later program has changed the tables between changes that the backup has', async () => {
      const [early, target] = [await fresh(engine), await fresh(engine)]
      const database = connect(early.where)
      const known = migrations.filter(({ name }) => name !== '0045-revised-words')
      await migrate(database, undefined, { known })
      await database.close()
      const file = join(folder, 'between.zip')
      await makeBackup(sourceOf(early.where, early.dataDir), file)
      await restoreBackup(file, targetOf(target), undefined, index)
      const restored = connect(target.where)
      const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(restored.db)
      await restored.close()
      expect(rows).toEqual(migrations.map(({ name }) => ({ name })))
    })

    test('what is written next gets the next number, and the audit log can still only be added to', async () => {
      const file = join(folder, 'numbers.zip')
      await makeBackup(sourceOf(journal.where, journal.dataDir), file)
      for (const other of ENGINES) {
        const target = await fresh(other)
        await restoreBackup(file, targetOf(target), undefined, index)
        const database = connect(target.where)
        try {
          const { db } = database
          const last = async () =>
            (await db.selectFrom('audit_entries').select('seq').orderBy('seq', 'desc').limit(1).execute())[0]!.seq
          const before = await last()
          await database.transaction((tx) => writeAuditEntry(tx, null, 'user.ask-password-reset', 'someone'))
          expect(await last()).toBe(before + 1)
          await expect(db.deleteFrom('audit_entries').execute()).rejects.toThrow(/only be added to/)
          // Triggers are at work again: the article gets its head, and the counts follow.
          const { id, category_id } = await anArticle(database)
          const head = await db.selectFrom('article_heads').select('status').where('article_id', '=', id).execute()
          expect(head).toEqual([{ status: 'published' }])
          const counts = await db
            .selectFrom('category_counts')
            .select('articles')
            .where('category_id', '=', category_id)
            .execute()
          expect(counts).toEqual([{ articles: 1 }])
          // References are checked.
          await expect(
            db
              .insertInto('typeset_pdfs')
              .values({ article_id: 'nothing', file_id: null, source_file_id: '' })
              .execute(),
          ).rejects.toThrow(/foreign key/i)
        } finally {
          await database.close()
        }
      }
    }, 180_000)
  })
})

async function expectEqual(
  target: FreshDatabase,
  rows: Record<string, string[]>,
  files: Record<string, string>,
  dataDir: string,
): Promise<void> {
  const database = connect(target.where)
  try {
    const found = await loadContents(database, ['search_vectors'])
    const { search_vectors: _, ...expected } = rows
    expect(Object.keys(found)).toEqual(Object.keys(expected))
    for (const [name, content] of Object.entries(expected)) expect(found[name], name).toEqual(content)
  } finally {
    await database.close()
  }
  expect(filesIn(target.dataDir)).toEqual(files)
  for (const secret of ['token-secret', 'address-secret']) {
    expect(readFileSync(join(target.dataDir, secret), 'utf8')).toBe(readFileSync(join(dataDir, secret), 'utf8'))
    expect(statSync(join(target.dataDir, secret)).mode & 0o777).toBe(0o600)
  }
}
