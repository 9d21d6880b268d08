import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { eachDatabase } from '../../../tests/support/databases.ts'
import { freshDatabase } from '../../../tests/support/fresh-database.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'

const AT = '2026-01-01T00:00:00.000Z'

/** [id, role, who named them] of an article that u1 has submitted. */
const PEOPLE = [
  ['author', 'Author', 'u1'],
  ['suggested', 'Reviewer', 'u1'],
  ['chosen', 'Reviewer', 'u2'],
  ['unknown', 'Reviewer', null],
] as const

describe('reviewers whom submitters had named by a role', () => {
  eachDatabase((_open, engine) => {
    test('become suggestions, those of editors do not, and none of them is among the authors', async () => {
      const fresh = await freshDatabase(engine)
      const database = connect(fresh.where)
      const { db } = database
      await migrate(database, '0015-image-variants')
      for (const id of ['u1', 'u2']) {
        await sql`insert into users (id, full_name, email, username, password_hash, role, created_at)
          values (${id}, 'U', ${`${id}@plants.test`}, ${id}, 'x', 'author', ${AT})`.execute(db)
      }
      await sql`insert into categories (id, name, slug, created_at, updated_at) values ('c', 'C', 'c', ${AT}, ${AT})`.execute(
        db,
      )
      await sql`insert into articles (id, slug, title, keywords, excerpt, abstract, category_id, origin, submitter_id, created_at, updated_at)
        values ('a', 'a', 'T', '', '', '', 'c', 'submitted', 'u1', ${AT}, ${AT})`.execute(db)
      for (const [position, [id, role, namedBy]] of PEOPLE.entries()) {
        await sql`insert into contributors (id, full_name, email, created_at) values (${id}, ${id}, ${`${id}@plants.test`}, ${AT})`.execute(
          db,
        )
        await sql`insert into contributor_affiliations (contributor_id, position, institution, line) values (${id}, 0, 'Kew', 'Kew, London')`.execute(
          db,
        )
        await sql`insert into article_contributors (article_id, contributor_id, role, position, created_at, named_by)
          values ('a', ${id}, ${role}, ${position}, ${AT}, ${namedBy})`.execute(db)
      }
      await migrate(database)
      const { rows } =
        await sql`select article_id, position, full_name, email, affiliation, kind, source, reason, used_at from reviewer_suggestions`.execute(
          db,
        )
      expect(rows).toEqual([
        {
          ...{ article_id: 'a', position: 1, full_name: 'suggested', email: 'suggested@plants.test' },
          ...{ affiliation: 'Kew, London', kind: 'suggest', source: 'author', reason: '', used_at: null },
        },
      ])
      const authors = await db.selectFrom('article_contributors').select('contributor_id').execute()
      expect(authors).toEqual([{ contributor_id: 'author' }])
      const named = await db
        .selectFrom('article_suggested_reviewers')
        .select(['article_id', 'contributor_id', 'position', 'created_at', 'named_by'])
        .orderBy('position')
        .execute()
      expect(named).toEqual(
        PEOPLE.flatMap(([id, role, namedBy], position) =>
          role === 'Reviewer'
            ? [{ article_id: 'a', contributor_id: id, position, created_at: AT, named_by: namedBy }]
            : [],
        ),
      )
      await database.close()
      await fresh.remove()
    })
  })
})
