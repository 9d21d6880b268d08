import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '../../../tests/support/databases.ts'
import { copyOf, freshDatabase, type FreshDatabase } from '../../../tests/support/fresh-database.ts'
import { keptAndRecomputed } from '../../../tests/support/kept-values.ts'
import { renewHeads } from '../search-engine/article-heads.ts'
import { connect, type Database } from './connect.ts'
import { migrate, migrations } from './migrate.ts'

const AT = '2026-01-01T00:00:00.000Z'

/** The columns of a table as it is at the moment. */
async function loadColumns({ engine, db }: Database, table: string): Promise<Set<string>> {
  const { rows } = await (
    engine === 'sqlite'
      ? sql<{ name: string }>`select name from pragma_table_info(${table})`
      : sql<{ name: string }>`select column_name as name from information_schema.columns where table_name = ${table}`
  ).execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** Writes a row; what the table does not have yet, or no longer, is left out. */
async function write(database: Database, table: string, row: Record<string, string | number | null>): Promise<void> {
  const columns = await loadColumns(database, table)
  const given = Object.entries(row).filter(([name]) => columns.has(name))
  await sql`insert into ${sql.table(table)} (${sql.join(given.map(([name]) => sql.ref(name)))})
    values (${sql.join(given.map(([, value]) => value))})`.execute(database.db)
}

/** What a journal has had from the first day on: people, files, articles, a session, the log, and emails that wait. */
async function writeContent(database: Database, of: string): Promise<void> {
  const put = (table: string, row: Record<string, string | number | null>) => write(database, table, row)
  await put('users', {
    ...{ id: `user-${of}`, full_name: 'Rosa Pérez', email: `${of}@plants.test`, username: of },
    ...{ password_hash: 'x', role: 'author', created_at: AT },
  })
  await put('sessions', {
    ...{ id: `session-${of}`, user_id: `user-${of}`, refresh_hash: of, created_at: AT, last_used_at: AT },
    expires_at: AT,
  })
  await put('categories', { id: `category-${of}`, name: `Ferns ${of}`, slug: of, created_at: AT, updated_at: AT })
  await put('volumes', { id: `volume-${of}`, title: `Volume ${of}`, created_at: AT, updated_at: AT })
  await put('files', {
    ...{ id: `file-${of}`, name: 'ferns.pdf', media_type: 'application/pdf', bytes: 7, sha256: 'x' },
    ...{ owner_id: `user-${of}`, created_at: AT },
  })
  for (const [state, at] of Object.entries({ public: AT, pending: null })) {
    const id = `${state}-${of}`
    await put('articles', {
      ...{ id, slug: id, title: `Ferns of the ${of}`, keywords: 'ferns', excerpt: '', abstract: '<p>Ferns.</p>' },
      ...{ category_id: `category-${of}`, volume_id: `volume-${of}`, page_num: '7-9', submitter_id: `user-${of}` },
      ...{ origin: 'submitted', created_at: AT, updated_at: AT, published_at: at, approved_at: at },
      ...(state === 'public' && { pdf_file_id: `file-${of}` }),
    })
    const person = `person-${id}`
    const name = { full_name: 'Ayesha Malik', family_name: 'Malik', given_names: 'Ayesha', is_group: 0 }
    await put('contributors', { id: person, ...name, email: 'a@plants.test', affiliation: 'Botany', created_at: AT })
    const link = { article_id: id, contributor_id: person, role: 'Author', position: 0, created_at: AT }
    await put('article_contributors', link)
  }
  await put('audit_entries', { id: `entry-${of}`, at: AT, action: 'session.open', subject: `user-${of}` })
}

/** What is there of it, by the tables' present columns. */
async function loadContent({ db }: Database, of: string) {
  const articles = await db
    .selectFrom('articles')
    .innerJoin('article_contributors as link', 'link.article_id', 'articles.id')
    .innerJoin('contributors as person', 'person.id', 'link.contributor_id')
    .select(['articles.id', 'articles.title', 'articles.page_num', 'person.family_name', 'articles.version'])
    .where('articles.submitter_id', '=', `user-${of}`)
    .orderBy('articles.id')
    .execute()
  const open = await db.selectFrom('public_articles').select('id').where('volume_id', '=', `volume-${of}`).execute()
  const user = await db.selectFrom('users').select('email').where('id', '=', `user-${of}`).executeTakeFirst()
  const session = await db.selectFrom('sessions').select('id').where('user_id', '=', `user-${of}`).executeTakeFirst()
  const entry = await db.selectFrom('audit_entries').select('action').where('subject', '=', `user-${of}`).execute()
  return { articles, open, user, session, entry }
}

const expected = (of: string) => {
  const article = { title: `Ferns of the ${of}`, page_num: '7-9', family_name: 'Malik', version: 1 }
  return {
    articles: [
      { id: `pending-${of}`, ...article },
      { id: `public-${of}`, ...article },
    ],
    open: [{ id: `public-${of}` }],
    user: { email: `${of}@plants.test` },
    session: { id: `session-${of}` },
    entry: [{ action: 'session.open' }],
  }
}

async function inDatabase({ where }: FreshDatabase, work: (database: Database) => Promise<unknown>): Promise<void> {
  const database = connect(where)
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

describe('a journal of every earlier version, with content of the first and of its own', () => {
  eachDatabase((_open, engine) => {
    // Goes from version to version; the test of each is done on a copy of it.
    let going: FreshDatabase
    beforeAll(async () => {
      going = await freshDatabase(engine)
      await inDatabase(going, async (database) => {
        await migrate(database, migrations[0]!.name)
        await writeContent(database, 'first')
      })
    })
    afterAll(() => going.remove())

    test.each(migrations.map(({ name }) => name))('is brought from %s to the newest', async (name) => {
      await inDatabase(going, (database) => migrate(database, name))
      const copy = await copyOf(going)
      await inDatabase(copy, async (database) => {
        await writeContent(database, 'own')
        await migrate(database)
        await renewHeads(database)
        for (const of of ['first', 'own']) expect(await loadContent(database, of)).toEqual(expected(of))
        const { kept, recomputed } = await keptAndRecomputed(database)
        expect(kept.heads).toHaveLength(4)
        expect(kept).toEqual(recomputed)
      })
      await copy.remove()
    })
  })
})
