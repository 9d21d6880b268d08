import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCategory, aUser } from '../../../tests/builders.ts'
import { eachDatabase, freshDatabase } from '../../../tests/databases.ts'
import type { Caller } from '../call.ts'
import { listCategoriesWithCounts } from '../categories/queries.ts'
import { connect, type Database } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'
import { siteVersion } from '../database/site-version.ts'
import { newId } from '../ids.ts'

/** As often as each race is run on each database. */
const RACES = 1000
const AT = '2026-01-01T08:00:00.000Z'

/** What one runner does at each article: 'done', or the kind of the refusal. */
type Outcome = 'done' | 'not there' | 'conflict' | 'not allowed'
type Verb = 'approve' | 'delete'

interface Runner {
  verb: Verb
  caller: Caller
  /** What each article is approved with. */
  pdfs: string[]
}

const runFile = promisify(execFile)

/**
 * Two processes, each with a connection of its own, go through the same articles in the same order
 * from the same moment on. Both have to win some: it would be no race otherwise.
 */
async function race(where: object, articles: string[], runners: Runner[]): Promise<Outcome[][]> {
  const running = runners.map((runner) =>
    runFile(process.execPath, ['--input-type=module', '--eval', program(where, articles, runner)], {
      maxBuffer: 2 ** 24,
    }),
  )
  await Promise.all(running.map(({ child }) => new Promise((ready) => child.stdout!.once('data', ready))))
  for (const { child } of running) child.stdin!.end('go')
  const outputs = await Promise.all(running)
  const outcomes = outputs.map(({ stdout }) => JSON.parse(stdout.split('\n')[1]!) as Outcome[])
  for (const one of outcomes) expect(one).toContain('done')
  return outcomes
}

function program(where: object, articles: string[], { verb, caller, pdfs }: Runner): string {
  const module = (path: string) => JSON.stringify(join(import.meta.dirname, path))
  return `
    import { setTimeout } from 'node:timers/promises'
    const { connect } = await import(${module('../database/connect.ts')})
    const { approveArticle } = await import(${module('approve.ts')})
    const { removeArticle } = await import(${module('remove.ts')})
    const [caller, articles, pdfs] = ${JSON.stringify([caller, articles, pdfs])}
    const act = {
      approve: (tx, id, pdf) =>
        approveArticle(tx, caller, { id, pdfUrl: '/files/' + pdf + '/final.pdf', volumeId: null, pageNum: null }),
      delete: (tx, id) => removeArticle(tx, caller, id),
    }.${verb}
    const database = connect(${JSON.stringify(where)})
    await database.db.selectFrom('articles').select('id').limit(1).execute()
    console.log('ready')
    await new Promise((go) => process.stdin.once('data', go))
    const outcomes = []
    for (const [at, id] of articles.entries()) {
      const outcome = await database.transaction((tx) => act(tx, id, pdfs[at]))
        .then(() => 'done', (error) => error.kind ?? String(error))
      outcomes.push(outcome)
      // Whoever has won rests for a moment, and the other may be first at the next one.
      if (outcome === 'done') await setTimeout(Math.random() * 6)
    }
    console.log(JSON.stringify(outcomes))
    await database.close()`
}

describe('a thousand races', () => {
  eachDatabase((_open, engine) => {
    let database: Database
    let where: object
    let remove: () => void
    let author: Caller
    let admins: Caller[]
    let categoryId: string
    beforeAll(async () => {
      const fresh = await freshDatabase(engine)
      ;({ where, remove } = fresh)
      database = connect(fresh.where)
      await migrate(database)
      const caller = async (role: Caller['role']): Promise<Caller> => ({
        userId: (await aUser(database, { role })).id,
        sessionId: newId(),
        role,
      })
      author = await caller('author')
      admins = [await caller('admin'), await caller('admin')]
      categoryId = (await aCategory(database)).id
    })
    afterAll(async () => {
      await database.close()
      remove()
    })

    /** Rows in portions that both engines take as the parameters of one statement. */
    const portions = <T>(rows: T[]): T[][] =>
      Array.from({ length: Math.ceil(rows.length / 500) }, (_, index) => rows.slice(index * 500, (index + 1) * 500))

    async function somePdfs(ownerId: string): Promise<string[]> {
      const ids = Array.from({ length: RACES }, newId)
      const fixed = { name: 'final.pdf', media_type: 'application/pdf', bytes: 9, sha256: '0'.repeat(64) }
      await database.transaction(async (tx) => {
        for (const some of portions(ids)) {
          const rows = some.map((id) => ({ id, ...fixed, owner_id: ownerId, created_at: AT }))
          await tx.insertInto('files').values(rows).execute()
        }
      })
      return ids
    }

    /** Submitted articles, each with a manuscript and a contributor. */
    async function somePending(): Promise<{ ids: string[]; manuscripts: string[] }> {
      const manuscripts = await somePdfs(author.userId)
      const made = manuscripts.map((manuscript) => ({ id: newId(), person: newId(), manuscript }))
      await database.transaction(async (tx) => {
        for (const some of portions(made)) {
          const articles = some.map(({ id }) => ({
            id,
            slug: id,
            title: 'Root growth in dry soil',
            keywords: 'roots',
            excerpt: 'Roots grow.',
            abstract: '<p>Roots grow.</p>',
            abstract_cleaner: 0,
            category_id: categoryId,
            submitter_id: author.userId,
            origin: 'submitted' as const,
            created_at: AT,
            updated_at: AT,
          }))
          await tx.insertInto('articles').values(articles).execute()
          const people = some.map(({ person }) => ({
            id: person,
            full_name: 'Ayesha Malik',
            email: 'a@plants.test',
            affiliation: 'Multan',
            created_at: AT,
          }))
          await tx.insertInto('contributors').values(people).execute()
          const links = some.map(({ id, person }) => ({
            article_id: id,
            contributor_id: person,
            role: 'Author' as const,
            position: 0,
            created_at: AT,
          }))
          await tx.insertInto('article_contributors').values(links).execute()
          const files = some.map(({ id, manuscript }) => ({
            article_id: id,
            file_id: manuscript,
            kind: 'manuscript' as const,
            position: 0,
          }))
          await tx.insertInto('article_files').values(files).execute()
        }
      })
      return { ids: made.map(({ id }) => id), manuscripts }
    }

    const rowsOf = async () => {
      const { db } = database
      const [articles, deleted, kept, links, people, files, entries, mails] = [
        await db.selectFrom('articles').selectAll().execute(),
        await db.selectFrom('deleted_articles').selectAll().execute(),
        await db.selectFrom('deleted_article_files').selectAll().execute(),
        await db.selectFrom('article_contributors').selectAll().execute(),
        await db.selectFrom('contributors').select('id').execute(),
        await db.selectFrom('article_files').selectAll().execute(),
        await db.selectFrom('audit_entries').select(['action', 'subject']).execute(),
        await db.selectFrom('outbox').selectAll().execute(),
      ]
      return { articles, deleted, kept, links, people, files, entries, mails }
    }

    /** Whatever the winners were: nothing belongs to nobody, and everybody counts the same. */
    async function expectConsistent(): Promise<void> {
      const { articles, deleted, kept, links, people, files, entries, mails } = await rowsOf()
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
      const told = mails.map(({ kind, data }) => `${kind} ${(JSON.parse(data) as { articleId: string }).articleId}`)
      expect(told.sort()).toEqual(articles.map(({ id }) => `article-published ${id}`).sort())
      const [category] = await listCategoriesWithCounts(database.db)
      expect(category!.count).toBe(articles.length)
    }

    test('between approving and deleting have one winner each', { timeout: 120_000 }, async () => {
      const { ids, manuscripts } = await somePending()
      const pdfs = await somePdfs(admins[0]!.userId)
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
        // Whoever comes second finds it published, which is not the author's to delete, or gone.
        const outcome = `${approvals![at]} / ${deletions![at]}`
        expect(['done / not allowed', 'not there / done']).toContain(outcome)
        if (approvals![at] === 'done') {
          expect(published.get(id)).toMatchObject({ pdf_file_id: pdfs[at], archived_at: null })
          expect(published.get(id)!.published_at).toBe(published.get(id)!.approved_at)
        } else {
          expect(published.has(id)).toBe(false)
          expect(JSON.parse(gone.get(id)!.content)).toMatchObject({
            article: { id, published_at: null, pdf_file_id: null },
            contributors: [{ full_name: 'Ayesha Malik' }],
            files: [{ file_id: manuscripts[at] }],
          })
          expect(waiting.get(id)).toBe(manuscripts[at])
        }
      }
      expect(await siteVersion(database.db)).toBe(version + published.size)
      await expectConsistent()
    })

    test('between two approvals have one winner each', { timeout: 120_000 }, async () => {
      const { ids } = await somePending()
      const runners = []
      for (const caller of admins) {
        runners.push({ verb: 'approve' as const, caller, pdfs: await somePdfs(caller.userId) })
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
