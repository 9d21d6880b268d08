import { beforeEach, describe, expect, test } from 'vitest'
import { anArticle, aSignedIn, someArticles, theEditorialMembers } from '../../../tests/support/builders.ts'
import { eachDatabase, watchQueries, type TestJournal } from '../../../tests/support/databases.ts'
import { siteVersion } from '../database/site-version.ts'
import { renewTexts } from './renew-texts.ts'
import { CLEANER } from './sanitise.ts'

const DIRTY = '<p onclick="x()">Roots</p><script>alert(1)</script>'
const CLEAN = '<p>Roots</p>'

describe('a rich text', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeEach(async () => {
      journal = await open()
    })
    const savedAbstract = (id: string) =>
      journal.database.db
        .selectFrom('articles')
        .select(['abstract', 'abstract_cleaner as cleaner'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    const shownAbstract = async (id: string) => (await journal.get(`/posts/details/${id}`)).body.abstract

    test('that an older cleaner has cleaned is cleaned before it is shown, and renewed where it is kept', async () => {
      const { id } = await anArticle(journal.database, { abstract: DIRTY, abstract_cleaner: CLEANER - 1 })
      await theEditorialMembers(journal.database, DIRTY)
      expect(await shownAbstract(id)).toBe(CLEAN)
      expect((await journal.get('/editorial-members')).body[0].members).toBe(CLEAN)
      expect(await savedAbstract(id)).toEqual({ abstract: DIRTY, cleaner: CLEANER - 1 })

      const version = await siteVersion(journal.database.db)
      expect(await renewTexts(journal.database)).toBe(2)
      expect(await savedAbstract(id)).toEqual({ abstract: CLEAN, cleaner: CLEANER })
      expect(await shownAbstract(id)).toBe(CLEAN)
      // The result for readers is unchanged, so no cached page has to be rendered again.
      expect(await siteVersion(journal.database.db)).toBe(version)
      expect(await renewTexts(journal.database)).toBe(0)
    })

    test('is looked for in steps, so that nobody waits for a whole archive', async () => {
      await someArticles(journal.database, 5, { abstract: CLEAN, abstract_cleaner: CLEANER })
      const last = await journal.database.db
        .selectFrom('articles')
        .select('id')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      await journal.database.db
        .updateTable('articles')
        .set({ abstract: DIRTY, abstract_cleaner: CLEANER - 1 })
        .where('id', '=', last.id)
        .execute()
      const queries = await watchQueries(journal.database, async (watched) => {
        expect(await renewTexts(watched, 2)).toBe(1)
      })
      const looking = queries.filter((query) => query.sql.includes('order by id limit'))
      expect(looking.filter((query) => query.sql.includes('from "articles"'))).toHaveLength(3)
      expect(queries).toHaveLength(looking.length + 2)
    })

    test('that the present cleaner has cleaned is not cleaned again', async () => {
      // Something no sanitiser leaves in, so that the test can detect it.
      const { id } = await anArticle(journal.database, { abstract: '<p title="kept">a</p>', abstract_cleaner: CLEANER })
      expect(await shownAbstract(id)).toBe('<p title="kept">a</p>')
      expect(await renewTexts(journal.database)).toBe(0)
    })

    test('of an earlier editorial board is renewed too, and restored as it is shown', async () => {
      const admin = await aSignedIn(journal, { role: 'admin' })
      const { id } = await theEditorialMembers(journal.database, DIRTY)
      await journal.put(`/editorial-members/${id}`, { members: '<p>Leaves</p>' }, { as: admin })
      const path = `/editorial-members/${id}/versions`
      const [earlier] = (await journal.get(path, { as: admin })).body
      expect(earlier.members).toBe(CLEAN)
      expect(await renewTexts(journal.database)).toBe(1)
      const kept = await journal.database.db.selectFrom('editorial_members_versions').selectAll().execute()
      expect(kept).toMatchObject([{ members: CLEAN, members_cleaner: CLEANER }])
      await journal.post(`${path}/${earlier.id}/restore`, {}, { as: admin })
      const board = await journal.database.db.selectFrom('editorial_members').selectAll().execute()
      expect(board).toMatchObject([{ members: CLEAN, members_cleaner: CLEANER }])
    })
  })
})
