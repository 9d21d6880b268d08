import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { eachDatabase } from '../../../tests/support/databases.ts'
import { freshDatabase } from '../../../tests/support/fresh-database.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'

/** The last release in which an article, or the journal, was all that could be followed. */
const BEFORE = '0069-announcements'
const AT = '2026-01-02T09:00:00.000Z'

describe('who follows by email', () => {
  eachDatabase((_open, engine) => {
    test('goes on doing so, and is asked nothing again', async () => {
      const fresh = await freshDatabase(engine)
      const database = connect(fresh.where)
      try {
        await migrate(database, BEFORE)
        const { db } = database
        await sql`insert into categories (id, name, slug, created_at, updated_at)
          values ('c', 'C', 'c', ${AT}, ${AT})`.execute(db)
        await sql`insert into articles (id, slug, title, keywords, excerpt, abstract, category_id, origin, version,
            created_at, updated_at, published_at, approved_at)
          values ('a', 'a', 'Roots', 'roots', 'E', '<p>A</p>', 'c', 'submitted', 2, ${AT}, ${AT}, ${AT}, ${AT})`.execute(
          db,
        )
        for (const [id, article, confirmed] of [
          ['journal', null, AT],
          ['article', 'a', AT],
          ['waiting', null, null],
        ])
          await sql`insert into follows (id, email, article_id, created_at, confirmed_at, told_until)
            values (${id}, ${`${id}@readers.test`}, ${article}, ${AT}, ${confirmed}, ${article ? null : confirmed})`.execute(
            db,
          )
        await migrate(database)
        const rows = await db.selectFrom('follows').selectAll().orderBy('id').execute()
        const was = { created_at: AT, category_id: null, subject: null, rhythm: 'daily' }
        expect(rows).toEqual([
          { ...was, id: 'article', email: 'article@readers.test', scope: 'article', article_id: 'a', asked_as: 'article', confirmed_at: AT, told_until: null }, // prettier-ignore
          { ...was, id: 'journal', email: 'journal@readers.test', scope: 'articles', article_id: null, asked_as: 'journal', confirmed_at: AT, told_until: AT }, // prettier-ignore
          { ...was, id: 'waiting', email: 'waiting@readers.test', scope: 'articles', article_id: null, asked_as: 'waiting', confirmed_at: null, told_until: null }, // prettier-ignore
        ])
      } finally {
        await database.close()
        await fresh.remove()
      }
    })
  })
})
