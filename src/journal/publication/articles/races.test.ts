import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aUser } from '../../../../tests/support/builders.ts'
import { eachDatabase } from '../../../../tests/support/databases.ts'
import { migratedDatabase } from '../../../../tests/support/fresh-database.ts'
import { times } from '../../../../tests/support/long.ts'
import { race, somePdfs, somePending } from '../../../../tests/support/races.ts'
import type { Caller } from '../../../platform/call.ts'
import { listCategoriesWithCounts } from '../categories/queries.ts'
import { connect, type Database } from '../../../platform/database/connect.ts'
import { siteVersion } from '../../../platform/database/site-version.ts'
import { newId } from '../../../platform/ids.ts'

/** How often each race is run on each database. */
const RACES = times(40, 1000)

describe('races', () => {
  eachDatabase((_open, engine) => {
    let database: Database
    let where: object
    let remove: () => Promise<void>
    let author: Caller
    let admins: Caller[]
    beforeAll(async () => {
      const fresh = await migratedDatabase(engine)
      ;({ where, remove } = fresh)
      database = connect(fresh.where)
      const caller = async (role: Caller['role']): Promise<Caller> => ({
        userId: (await aUser(database, { role })).id,
        sessionId: newId(),
        role,
      })
      author = await caller('author')
      admins = [await caller('admin'), await caller('admin')]
    })
    afterAll(async () => {
      await database.close()
      await remove()
    })

    const rowsOf = async () => {
      const { db } = database
      const [articles, deleted, kept, links, people, files, entries, emails] = [
        await db.selectFrom('articles').selectAll().execute(),
        await db.selectFrom('deleted_articles').selectAll().execute(),
        await db.selectFrom('deleted_article_files').selectAll().execute(),
        await db.selectFrom('article_people').selectAll().execute(),
        await db.selectFrom('contributors').select('id').execute(),
        await db.selectFrom('article_files').selectAll().execute(),
        await db.selectFrom('audit_entries').select(['action', 'subject']).execute(),
        await db.selectFrom('outbox').selectAll().execute(),
      ]
      return { articles, deleted, kept, links, people, files, entries, emails }
    }

    /** Whichever wins, no row is orphaned and the counts agree. */
    async function expectConsistent(): Promise<void> {
      const { articles, deleted, kept, links, people, files, entries, emails } = await rowsOf()
      const there = new Set(articles.map(({ id }) => id))
      expect(deleted.filter(({ id }) => there.has(id))).toEqual([])
      expect(kept.map((row) => row.article_id).sort()).toEqual(deleted.map(({ id }) => id).sort())
      expect(links.map((row) => row.article_id).sort()).toEqual([...there].sort())
      expect(links.map((row) => row.contributor_id).sort()).toEqual(people.map(({ id }) => id).sort())
      expect(files.map((row) => row.article_id).sort()).toEqual([...there].sort())
      const decided = [
        ...articles.map(({ id }) => `article.approve ${id}`),
        ...deleted.map(({ id }) => `article.delete ${id}`),
      ]
      expect(entries.map(({ action, subject }) => `${action} ${subject}`).sort()).toEqual(decided.sort())
      const told = emails.map(({ kind, data }) => `${kind} ${(JSON.parse(data) as { articleId: string }).articleId}`)
      // Every administrator is notified of an article that its submitter deleted.
      const withdrawn = deleted.filter((row) => row.deleted_by === author.userId)
      const expected = [
        ...articles.map(({ id }) => `article-published ${id}`),
        ...withdrawn.flatMap(({ id }) => admins.map(() => `submission-deleted ${id}`)),
      ]
      expect(told.sort()).toEqual(expected.sort())
      const categories = await listCategoriesWithCounts(database.db)
      expect(categories.reduce((sum, { count }) => sum + count, 0)).toBe(articles.length)
    }

    test('between approving and deleting have one winner each', { timeout: 120_000 }, async () => {
      const { ids, manuscripts } = await somePending(database, author.userId, RACES)
      const pdfs = await somePdfs(database, admins[0]!.userId, RACES)
      const version = await siteVersion(database.db)
      const [approvals, deletions] = await race(where, ids, [
        { verb: 'approve', caller: admins[0]!, pdfs },
        { verb: 'delete', caller: author, pdfs: [] },
      ])
      const { articles, deleted, kept } = await rowsOf()
      const published = new Map(articles.map((article) => [article.id, article]))
      const gone = new Map(deleted.map((row) => [row.id, row]))
      const waiting = new Map(kept.map((row) => [row.article_id, row.file_id]))
      for (const [at, id] of ids.entries()) {
        // The one who comes second finds it published, which an author cannot delete, or gone.
        const outcome = `${approvals![at]} / ${deletions![at]}`
        expect(['done / forbidden', 'not_found / done']).toContain(outcome)
        if (approvals![at] === 'done') {
          expect(published.get(id)).toMatchObject({ pdf_file_id: pdfs[at], archived_at: null })
          expect(published.get(id)!.published_at).toBe(published.get(id)!.approved_at)
        } else {
          expect(published.has(id)).toBe(false)
          expect(JSON.parse(gone.get(id)!.content)).toMatchObject({
            article: { id, published_at: null, pdf_file_id: null },
            contributors: [{ fullName: 'Ayesha Malik' }],
            files: [{ file_id: manuscripts[at] }],
          })
          expect(waiting.get(id)).toBe(manuscripts[at])
        }
      }
      expect(await siteVersion(database.db)).toBe(version + published.size)
      await expectConsistent()
    })

    test('between two approvals have one winner each', { timeout: 120_000 }, async () => {
      const { ids } = await somePending(database, author.userId, RACES)
      const runners = []
      for (const caller of admins) {
        runners.push({ verb: 'approve' as const, caller, pdfs: await somePdfs(database, caller.userId, RACES) })
      }
      const version = await siteVersion(database.db)
      const outcomes = await race(where, ids, runners)
      const { articles } = await rowsOf()
      const published = new Map(articles.map((article) => [article.id, article]))
      for (const [at, id] of ids.entries()) {
        const both = outcomes.map((one) => one[at])
        expect([...both].sort()).toEqual(['conflict', 'done'])
        expect(published.get(id)!.pdf_file_id).toBe(runners[both.indexOf('done')]!.pdfs[at])
      }
      expect(await siteVersion(database.db)).toBe(version + RACES)
      await expectConsistent()
    })
  })
})
