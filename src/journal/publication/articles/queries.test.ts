import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { aCategory, anArticle, aUser, aVolume, someArticles } from '../../../../tests/support/builders.ts'
import { eachDatabase, planOf, watchQueries, type TestJournal } from '../../../../tests/support/databases.ts'
import type { Engine } from '../../../../tests/support/fresh-database.ts'
import { listCategoriesWithCounts } from '../categories/queries.ts'
import type { Database, Db } from '../../../platform/database/connect.ts'
import { listVolumesWithCounts } from '../volumes/queries.ts'
import { listAllArticles } from './listing.ts'
import { ARTICLE_SORTS } from '../../../contract/rules/articles/article-policy.ts'
import type { Page } from '../../../platform/database/list-pages.ts'
import { newId } from '../../../platform/ids.ts'
import { renewHeads } from '../../../platform/search-engine/article-heads.ts'
import { unusedArticleSlug } from './unique-slug.ts'
import { findPublicArticle, listArticles, listPublicArticles } from './queries.ts'

const minute = (number: number) => new Date(Date.UTC(2025, 0, 1) + number * 60_000).toISOString()
const EDITOR = { userId: 'editor', role: 'admin' as const }

describe('what lists of articles ask of the database', () => {
  eachDatabase((open, engine) => {
    let journal: TestJournal
    let categoryId: string
    let volumeId: string
    let userId: string

    beforeAll(async () => {
      journal = await open()
      const { database } = journal
      const [category, volume, submitter] = [await aCategory(database), await aVolume(database), await aUser(database)]
      ;[categoryId, volumeId, userId] = [category.id, volume.id, submitter.id]
      await someArticles(database, 25, { category, volume, submitter })
      const pending = await someArticles(database, 5, { category, volume, submitter, state: 'pending' })
      for (let more = 0; more < 3; more++) await aVolume(database)
      // Enough that reading all of them is not the better plan, of other people and elsewhere.
      const [elsewhere, other] = [await aCategory(database), await aUser(database)]
      for (let part = 0; part < 15; part++) {
        const copies = Array.from({ length: 100 }, () => {
          const id = newId()
          const stamps = part % 2 ? {} : { published_at: minute(part), approved_at: minute(part) }
          return {
            ...pending[0]!,
            ...stamps,
            id,
            slug: id,
            category_id: elsewhere.id,
            submitter_id: other.id,
            volume_id: null,
          }
        })
        await database.db.insertInto('articles').values(copies).execute()
      }
      await renewHeads(database)
      await sql`analyze`.execute(database.db)
    })

    /** Plans of all queries of `work`, of which none may read a whole table of articles or sort what it lists. */
    const expectIndexes = async (work: (db: Db) => Promise<unknown>) => {
      const asked = await watchQueries(journal.database, ({ db }) => work(db))
      for (const query of asked.filter((one) => /from "?(public_)?article(s|_heads)"?/.test(one.sql))) {
        // A dozen rows are sorted more cheaply than they are found in order: an index has to be there all the same.
        const plan = await planOf(journal.database, query, ['enable_bitmapscan', 'enable_sort'])
        expect(faultsOf(plan, engine, query.sql), `${query.sql}\n${plan.join('\n')}`).toEqual([])
      }
      return asked
    }

    const LISTS = {
      'Current Articles': (db: Db, page: Page) => listPublicArticles(db, {}, page),
      'a category': (db: Db, page: Page) => listPublicArticles(db, { categoryId }, page),
      'a volume': (db: Db, page: Page) => listPublicArticles(db, { volumeId }, page),
      'my articles': (db: Db, page: Page) => listArticles(db, { userId, role: 'author' }, page),
    }
    test.each(Object.keys(LISTS) as (keyof typeof LISTS)[])(
      '%s: every page is found by an index alone',
      async (name) => {
        for (const page of [1, 2, 3, 40]) {
          const asked = await expectIndexes((db) => LISTS[name](db, { page, limit: 10 }))
          // No page is found by reading more than half of the list: public ones are 775 here.
          for (const { sql, parameters } of asked.filter((one) => one.sql.includes(' offset '))) {
            expect(Number(parameters.at(-1))).toBeLessThanOrEqual(390)
            expect(sql).toMatch(/^select "(articles"\.")?id" from/)
          }
        }
      },
    )

    test.each(ARTICLE_SORTS)('Research Listings in the order %s, however filtered', async (sort) => {
      for (const filter of [
        {},
        { categoryId },
        { status: 'published' as const },
        { categoryId, status: 'published' as const },
      ]) {
        for (const page of [1, 3]) {
          await expectIndexes((db) => listAllArticles(db, EDITOR, { ...filter, sort }, { page, limit: 10 }))
        }
      }
    })

    test('categories and archives', async () => {
      for (const list of [listCategoriesWithCounts, listVolumesWithCounts]) {
        const asked = await expectIndexes(list)
        // Counts are kept; only the years of a volume are looked up, each from its end of an index, and of notices, which are
        // few, how many a category has.
        const counts = list === listCategoriesWithCounts ? ['count('] : null
        expect(asked.map(({ sql }) => sql.match(/count\(/g))).toEqual([counts])
      }
    })

    test('a search looks its words up', async () => {
      // The first asks for the manuscripts that the editor is recused from.
      const [recused, query] = await watchQueries(journal.database, ({ db }) =>
        listAllArticles(db, EDITOR, { q: 'root gro', categoryId }, { page: 1, limit: 10 }),
      )
      const plan = await planOf(journal.database, query!, ['enable_indexscan'])
      const lookup = {
        sqlite: /^SCAN article_words VIRTUAL TABLE/,
        postgres: /Bitmap Index Scan on article_heads_words/,
      }
      expect(
        plan.filter((line) => lookup[engine].test(line)),
        plan.join('\n'),
      ).toHaveLength(1)
      const whole = {
        sqlite: /^SCAN (head|article_heads|articles|contributors|article_contributors|article_suggested_reviewers)\b/,
        postgres: /Seq Scan/,
      }
      const planOfRecused = await planOf(journal.database, recused!)
      expect(
        planOfRecused.filter((line) => whole[engine].test(line)),
        planOfRecused.join('\n'),
      ).toEqual([])
      expect(
        plan.filter((line) => whole[engine].test(line)),
        plan.join('\n'),
      ).toEqual([])
    })

    test('what writing looks up: slugs, administrators, files of an import', async () => {
      const { database } = journal
      const asked = await watchQueries(database, async (watched) => {
        await watched.transaction((tx) => unusedArticleSlug(tx, 'Root growth'))
        const { db } = watched
        await db
          .selectFrom('users')
          .select('id')
          .where('role', '=', 'admin')
          .orderBy('created_at')
          .orderBy('id')
          .execute()
        await db.selectFrom('files').select('id').where('sha256', '=', 'x').execute()
      })
      for (const query of asked) {
        const plan = await planOf(database, query)
        const whole = { sqlite: /^SCAN|TEMP B-TREE/, postgres: /Seq Scan|\bSort\b/ }
        expect(
          plan.filter((line) => whole[engine].test(line)),
          `${query.sql}\n${plan.join('\n')}`,
        ).toEqual([])
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
      expect(Math.max(...ofOne)).toBeLessThanOrEqual(15)
    })

    test('of categories and archives is one', async () => {
      expect(await asked(({ db }) => listCategoriesWithCounts(db))).toBe(1)
      expect(await asked(({ db }) => listVolumesWithCounts(db))).toBe(1)
    })

    test('of one article is small', async () => {
      const { id } = await anArticle(journal.database, { volume: await aVolume(journal.database) })
      expect(await asked(({ db }) => findPublicArticle(db, id))).toBeLessThanOrEqual(8)
    })
  })
})

const READS_ALL: Record<Engine, RegExp> = {
  sqlite: /^SCAN (public_)?article(s|_heads)(?! USING COVERING INDEX)/,
  postgres: /Seq Scan on (public_)?article(s|_heads)/,
}
const SORTS: Record<Engine, RegExp> = { sqlite: /TEMP B-TREE/, postgres: /\bSort\b/ }

/** Lines of a query plan that read all articles, or sort them. */
const faultsOf = (plan: string[], engine: Engine, sql: string): string[] =>
  plan.filter((line) => READS_ALL[engine].test(line) || (sql.includes('order by') && SORTS[engine].test(line)))
