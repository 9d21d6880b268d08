import { beforeAll, describe, expect, test } from 'vitest'
import { aCategory, anArticle, aUser, aVolume, someArticles } from '../../../tests/builders.ts'
import { eachDatabase, planOf, watchQueries, type TestJournal } from '../../../tests/databases.ts'
import type { Engine } from '../../../tests/fresh-database.ts'
import { listCategoriesWithCounts } from '../categories/queries.ts'
import type { Database, Db } from '../database/connect.ts'
import { listVolumesWithCounts } from '../volumes/queries.ts'
import { listAllArticles } from './listing.ts'
import { findPublicArticle, listArticlesOf, listPublicArticles } from './queries.ts'

const page = { page: 1, limit: 10 }
const EDITOR = { userId: 'editor', role: 'admin' as const }

describe('what lists of articles ask of the database', () => {
  eachDatabase((open, engine) => {
    let journal: TestJournal
    let lists: Record<string, (db: Db) => Promise<unknown>>

    beforeAll(async () => {
      journal = await open()
      const { database } = journal
      const [category, volume, submitter] = [await aCategory(database), await aVolume(database), await aUser(database)]
      lists = {
        'Current Articles': (db) => listPublicArticles(db, {}, page),
        'Current Articles, a later page': (db) => listPublicArticles(db, {}, { page: 2, limit: 10 }),
        'a category': (db) => listPublicArticles(db, { categoryId: category.id }, page),
        'a volume': (db) => listPublicArticles(db, { volumeId: volume.id }, page),
        'my articles': (db) => listArticlesOf(db, { userId: submitter.id, role: 'author' }, page),
        'Research Listings': (db) => listAllArticles(db, EDITOR, {}, page),
        categories: (db) => listCategoriesWithCounts(db),
        archives: (db) => listVolumesWithCounts(db),
      }
      await someArticles(database, 25, { category, volume, submitter })
      await someArticles(database, 5, { category, volume, submitter, state: 'pending' })
      for (let more = 0; more < 3; more++) await aVolume(database)
    })

    test.each([
      'Current Articles',
      'Current Articles, a later page',
      'a category',
      'a volume',
      'my articles',
      'Research Listings',
      'categories',
      'archives',
    ])('%s: every look at the articles goes through an index, in the order that is shown', async (name) => {
      const asked = await watchQueries(journal.database, ({ db }) => lists[name]!(db))
      const aboutArticles = asked.filter(({ sql }) => /from "(public_)?articles"/.test(sql))
      expect(aboutArticles.length).toBeGreaterThan(0)
      for (const query of aboutArticles) {
        const plan = await planOf(journal.database, query)
        expect(faultsOf(plan, engine), `${query.sql}\n${plan.join('\n')}`).toEqual([])
      }
    })
  })
})

describe('the number of questions', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
    })
    const asked = async (work: (database: Database) => Promise<unknown>) =>
      (await watchQueries(journal.database, work)).length

    test('of a list does not grow with its length', async () => {
      const { database } = journal
      const volume = await aVolume(database)
      const list = ({ db }: Database) => listPublicArticles(db, {}, { page: 1, limit: 100 })
      const all = ({ db }: Database) => listAllArticles(db, EDITOR, {}, { page: 1, limit: 100 })
      await anArticle(database, { volume })
      const ofOne = [await asked(list), await asked(all)]
      // Each with a category, a submitter, people and files of its own.
      for (let more = 0; more < 9; more++) await anArticle(database, { volume: await aVolume(database) })
      expect([await asked(list), await asked(all)]).toEqual(ofOne)
      expect(Math.max(...ofOne)).toBeLessThanOrEqual(8)
    })

    test('of categories and archives is one', async () => {
      expect(await asked(({ db }) => listCategoriesWithCounts(db))).toBe(1)
      expect(await asked(({ db }) => listVolumesWithCounts(db))).toBe(1)
    })

    test('of one article is small', async () => {
      const { id } = await anArticle(journal.database, { volume: await aVolume(journal.database) })
      expect(await asked(({ db }) => findPublicArticle(db, id))).toBeLessThanOrEqual(6)
    })
  })
})

const READS_ALL: Record<Engine, RegExp> = {
  sqlite: /^SCAN (public_)?articles(?! USING (COVERING )?INDEX)/,
  postgres: /Seq Scan on (public_)?articles/,
}
const SORTS: Record<Engine, RegExp> = { sqlite: /TEMP B-TREE/, postgres: /\bSort\b/ }

/**
 * Lines of a query plan that scan all articles, or sort them. Categories and volumes are few and may be
 * sorted.
 */
function faultsOf(plan: string[], engine: Engine): string[] {
  const ofArticles = !plan.some((line) => /(SCAN|Scan.* on) (categories|volumes)/.test(line))
  return plan.filter((line) => READS_ALL[engine].test(line) || (ofArticles && SORTS[engine].test(line)))
}
