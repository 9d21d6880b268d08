import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aTask } from '../../../../tests/support/worker-tasks.ts'
import { workersHere } from '../../../../tests/support/workers-here.ts'
import { WorkerProcesses, type Workers } from '../../../platform/workers/workers.ts'
import { aFile, anArticle, type ArticleOptions } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { siteVersion } from '../../../platform/database/site-version.ts'
import { RENDERER, saveFullText, queueFullText, queueOutdatedTexts } from './stored-text.ts'
import { renderDueTexts } from './derive-texts.ts'

const jats = (body: string) => `<article xmlns:xlink="http://www.w3.org/1999/xlink"><front><article-meta><title-group>
  <article-title>Roots</article-title></title-group></article-meta></front>${body}</article>`
const SECTION = jats('<body><sec><title>Results</title><p>Roots grew in salt.</p></sec></body>')

eachDatabase((open) => {
  let journal: TestJournal

  beforeEach(async () => {
    journal ??= await open()
    journal.logged.length = 0
    await journal.database.db.deleteFrom('jobs').execute()
  })

  /** An article with a source file, whose text is due. */
  async function aDueText(xml: string, options: ArticleOptions = {}) {
    const { database, resources } = journal
    const article = await anArticle(database, options)
    const file = await aFile(database, {
      ...{ name: 'roots.xml', mediaType: 'application/xml', content: Buffer.from(xml), store: resources.store },
    })
    await database.db
      .insertInto('article_files')
      .values({ article_id: article.id, file_id: file.id, kind: 'source', position: 0, version_id: null })
      .execute()
    await database.transaction((tx) => queueFullText(tx, article.id))
    return { article, file }
  }

  const textOf = async ({ id }: { id: string }, page = 1) =>
    (await journal.get(`/posts/${id}/full-text?page=${page}`)).body
  const due = () => journal.database.db.selectFrom('jobs').selectAll().where('kind', '=', 'texts').execute()
  const processes = new WorkerProcesses()
  afterAll(() => processes.end())
  const withTask = (code: string) => {
    const task = aTask(code, { timeoutMs: 1000 })
    const ask: Workers['ask'] = (_task, given) => processes.ask(task, given)
    return { ...journal.resources, workers: { ...workersHere, ask } }
  }

  describe('full texts', () => {
    test('are rendered in a process of its own, and the site shows them at once', async () => {
      const { article } = await aDueText(SECTION)
      const before = await siteVersion(journal.database.db)
      expect(await textOf(article)).toBeNull()
      expect(await renderDueTexts(journal.resources)).toBe(1)
      expect(await siteVersion(journal.database.db)).toBe(before + 1)
      const { html, outline, meta } = await textOf(article)
      expect(html).toContain('Roots grew in salt.')
      expect(outline.sections).toMatchObject([{ title: 'Results', part: 1 }])
      expect(meta).toEqual({ page: 1, totalPages: 1, totalItems: 1 })
      expect(await due()).toEqual([])
      expect(await renderDueTexts(journal.resources)).toBe(0)
    })

    test('have no words beyond their last part', async () => {
      const { article } = await aDueText(SECTION)
      await renderDueTexts(journal.resources)
      expect(await textOf(article, 7)).toMatchObject({ html: '', meta: { page: 7, totalPages: 1 } })
    })

    test('have two levels of headings in their outline', async () => {
      const nested = (levels: number): string =>
        levels ? `<sec><title>Level ${levels}</title><p>Text.</p>${nested(levels - 1)}</sec>` : ''
      const { article } = await aDueText(jats(`<body>${nested(5)}</body>`))
      await renderDueTexts(journal.resources)
      const { outline, html } = await textOf(article)
      expect(html).toContain('Level 1')
      expect(outline.sections).toMatchObject([{ title: 'Level 5', sections: [{ title: 'Level 4', sections: [] }] }])
    })

    test('of articles that are not public change nothing that is public', async () => {
      await aDueText(SECTION, { state: 'pending' })
      const before = await siteVersion(journal.database.db)
      expect(await renderDueTexts(journal.resources)).toBe(1)
      expect(await siteVersion(journal.database.db)).toBe(before)
    })

    test.each([
      ['without a text', jats('')],
      ['with an empty one', jats('<body><sec></sec></body>')],
    ])('a file %s gives none, and is not tried again', async (_what, xml) => {
      const { article } = await aDueText(xml)
      expect(await renderDueTexts(journal.resources)).toBe(1)
      expect(await textOf(article)).toBeNull()
      expect(await due()).toEqual([])
    })

    test('a file that is no JATS is reported with the reason, and tried again later', async () => {
      await aDueText('<book/>')
      expect(await renderDueTexts(journal.resources)).toBe(0)
      const [job] = await due()
      expect(job!.error).toContain('This is not a JATS article')
      expect(job!.run_after > new Date().toISOString()).toBe(true)
    })

    test.each([
      ['hangs', 'for (;;);'],
      ['dies', 'process.exit(1)'],
      ['says nonsense', 'return { text: { parts: [1] } }'],
      ['gives an outline of another form', 'return { text: { parts: ["x"], passages: [], unknown: {}, outline: {} } }'],
    ])('a process that %s costs one of three attempts', async (_what, code) => {
      const { article } = await aDueText(SECTION)
      const resources = withTask(code)
      for (let attempt = 1; attempt <= 4; attempt++) {
        expect(await renderDueTexts(resources)).toBe(0)
        expect((await due())[0]!.attempts).toBe(Math.min(attempt, 3))
        await journal.database.db.updateTable('jobs').set({ run_after: '' }).execute()
      }
      expect(await textOf(article)).toBeNull()
    })

    test('two processes do not render the same text', async () => {
      await Promise.all([1, 2, 3].map(() => aDueText(SECTION)))
      const settled = await Promise.all([renderDueTexts(journal.resources), renderDueTexts(journal.resources)])
      expect(settled[0]! + settled[1]!).toBe(3)
    })

    test('of an article that is deleted meanwhile are not stored', async () => {
      const { article } = await aDueText(SECTION)
      const resources = {
        ...journal.resources,
        workers: {
          ...workersHere,
          ask: async (...given: Parameters<Workers['ask']>) => {
            const answer = await workersHere.ask(...given)
            await journal.database.db.deleteFrom('articles').where('id', '=', article.id).execute()
            return answer
          },
        },
      }
      expect(await renderDueTexts(resources)).toBe(0)
      expect(journal.logged).toEqual([])
    })

    test('of an earlier renderer stay until they are rendered again', async () => {
      const { article } = await aDueText(SECTION)
      const { db, transaction } = journal.database
      const old = { outline: { sections: [], figures: [], tables: [], parts: 1, references: 0, hasFormulas: false } }
      await transaction((tx) => saveFullText(tx, article.id, { ...old, parts: ['old'], passages: [], unknown: {} }))
      await db
        .updateTable('full_texts')
        .set({ renderer: RENDERER - 1 })
        .where('article_id', '=', article.id)
        .execute()
      await queueOutdatedTexts(db)
      await queueOutdatedTexts(db)
      expect((await textOf(article)).html).toBe('old')
      expect(await renderDueTexts(journal.resources)).toBe(1)
      expect((await textOf(article)).html).toContain('Roots grew in salt.')
      await queueOutdatedTexts(db)
      expect(await due()).toEqual([])
    })
  })
})
