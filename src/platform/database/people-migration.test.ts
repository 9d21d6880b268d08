import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '../../../tests/support/databases.ts'
import { freshDatabase } from '../../../tests/support/fresh-database.ts'
import { loadContributors, type LinkedContributor } from '../../journal/publication/articles/contributor-rows.ts'
import { connect, type Database } from './connect.ts'
import { migrate, migrations } from './migrate.ts'

const AT = '2026-01-01T00:00:00.000Z'

/** [id, full name, family name, given names, affiliation] of an article's people, by their position. */
const PEOPLE: [string, string, string | null, string | null, string][] = [
  ['said', 'Okano Yuki', 'Okano', 'Yuki', 'Moss Museum, Japan'],
  ['guessed', 'Carl von Linné', null, null, 'University of Uppsala; Herbarium, Stockholm;  university of uppsala. '],
  ['single', 'Suharto', null, null, ''],
  ['quoted', "Siobhán O'Neill", null, null, "Royal Botanic Garden 'Kew'"],
  ['nowhere', ' Jan  van der\u00a0Berg ', null, null, ' ;; ; '],
  ['written oddly', '\u202eמרים 🌿', null, null, `Ｋew;kew;—;Ro${'\u0301'.repeat(40)}sa;Z`],
]
const SEVERAL = 1200

/** A journal of an earlier release, with an article and its people. */
async function journalAt(database: Database, version: string): Promise<void> {
  await migrate(database, version)
  const { db } = database
  await sql`insert into categories (id, name, slug, created_at, updated_at) values ('c', 'C', 'c', ${AT}, ${AT})`.execute(
    db,
  )
  await sql`insert into articles (id, slug, title, keywords, excerpt, abstract, category_id, origin, created_at, updated_at)
    values ('a', 'a', 'T', '', '', '', 'c', 'imported', ${AT}, ${AT})`.execute(db)
  for (const [position, [id, fullName, family, given, affiliation]] of PEOPLE.entries()) {
    await sql`insert into contributors (id, full_name, family_name, given_names, email, affiliation, created_at)
      values (${id}, ${fullName}, ${family}, ${given}, ${`${id}@plants.test`}, ${affiliation}, ${AT})`.execute(db)
    await sql`insert into article_contributors (article_id, contributor_id, role, position, created_at)
      values ('a', ${id}, 'Author', ${position}, ${AT})`.execute(db)
  }
}

describe.each(migrations.map(({ name }) => name).filter((name) => name < '0010'))(
  'the people of a journal at %s',
  (version) => {
    eachDatabase((_open, engine) => {
      let database: Database
      let people: Map<string, LinkedContributor>
      beforeAll(async () => {
        const fresh = await freshDatabase(engine)
        database = connect(fresh.where)
        await journalAt(database, version)
        await migrate(database)
        people = new Map((await loadContributors(database.db, ['a'])).map((person) => [person.id, person]))
        return async () => {
          await database.close()
          await fresh.remove()
        }
      })

      test('have their names in parts: those on record, else as citations split them', () => {
        const names = [...people.values()].map(({ id, fullName, familyName, givenNames, isGroup }) => [
          ...[id, fullName, familyName, givenNames, isGroup],
        ])
        expect(names).toEqual([
          ['said', 'Okano Yuki', 'Okano', 'Yuki', false],
          ['guessed', 'Carl von Linné', 'von Linné', 'Carl', false],
          ['single', 'Suharto', 'Suharto', null, false],
          ['quoted', "Siobhán O'Neill", "O'Neill", 'Siobhán', false],
          ['nowhere', ' Jan  van der\u00a0Berg ', 'van der Berg', 'Jan', false],
          ['written oddly', '\u202eמרים 🌿', '🌿', '\u202eמרים', false],
        ])
      })

      test('have each affiliation once, with the same text as before', () => {
        expect([...people.values()].map(({ affiliation }) => affiliation)).toEqual([
          'Moss Museum, Japan',
          'University of Uppsala; Herbarium, Stockholm',
          '',
          "Royal Botanic Garden 'Kew'",
          '',
          `Ｋew; Ro${'\u0301'.repeat(40)}sa; Z`,
        ])
        expect(people.get('guessed')!.affiliations).toEqual(
          ['University of Uppsala', 'Herbarium, Stockholm'].map((line) => ({
            ...{ institution: line, department: null, city: null, country: null, ror: null, line },
          })),
        )
      })

      test('keep all else', () => {
        expect(people.get('said')).toMatchObject({
          email: 'said@plants.test',
          role: 'Author',
          createdAt: AT,
          position: 0,
        })
      })
    })
  },
)

describe('more people than are read at once', () => {
  eachDatabase((_open, engine) => {
    test('are all converted', async () => {
      const { where, remove } = await freshDatabase(engine)
      const database = connect(where)
      const { db } = database
      await migrate(database, '0009-issues')
      const rows = Array.from(
        { length: SEVERAL },
        (_, index) => sql`(${`p${index}`}, ${`Rosa Garden${index}`}, '', ${`Herbarium ${index}`}, ${AT})`,
      )
      await sql`insert into contributors (id, full_name, email, affiliation, created_at) values ${sql.join(rows)}`.execute(
        db,
      )
      await migrate(database)
      const affiliations = await db.selectFrom('contributor_affiliations').select(['contributor_id', 'line']).execute()
      const names = await db.selectFrom('contributors').select(['id', 'family_name']).execute()
      expect(affiliations).toHaveLength(SEVERAL)
      for (const { contributor_id, line } of affiliations) expect(line).toBe(`Herbarium ${contributor_id.slice(1)}`)
      for (const { id, family_name } of names) expect(family_name).toBe(`Garden${id.slice(1)}`)
      await database.close()
      await remove()
    })
  })
})
