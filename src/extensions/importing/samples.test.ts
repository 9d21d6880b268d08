import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anArticle, theEditorialMembers } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { importFolder } from './import-folder.ts'
import { parseJats } from '../../journal/documents/jats/model/parse.ts'
import { readJats } from '../../journal/documents/jats/read/article.ts'
import { loadSampleContent } from './load-samples.ts'
import { removeSampleContent } from './remove-samples.ts'

const fixtures = join(import.meta.dirname, '../../../tests/fixtures/jats')
const NONE = { manuscripts: 0, reviewers: 0 }
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-sample-'))
  mkdirSync(join(folder, 'articles'))
  for (const name of ['plain.xml', 'bad-orcid.xml']) cpSync(join(fixtures, name), join(folder, 'articles', name))
  writeFileSync(join(folder, 'editorial-board.html'), '<h2>Editors</h2><p onclick="x()">Dr Flora Green</p>')
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('sample content', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeEach(async () => {
      journal = await open()
    })
    const load = () => loadSampleContent(journal.resources, folder)
    const remove = () => removeSampleContent(journal.resources)
    const storedFiles = async () =>
      (await readdir(join(journal.dataDir, 'files'), { recursive: true, withFileTypes: true })).filter((entry) =>
        entry.isFile(),
      ).length

    test('fills an empty journal, each article with its PDF, and the board', async () => {
      expect(await load()).toBe(2)
      const { data } = (await journal.get('/posts/published')).body
      expect(data).toHaveLength(2)
      for (const article of data) {
        expect(article.isSample).toBe(true)
        const pdf = await journal.app.inject({ url: article.pdfUrl })
        expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
      }
      expect((await journal.get('/editorial-members')).body[0].members).toBe('<h2>Editors</h2><p>Dr Flora Green</p>')
    })

    test('comes once', async () => {
      await load()
      expect(await load()).toBe(0)
      expect((await journal.get('/posts/published')).body.data).toHaveLength(2)
    })

    test('completes a load that was cut short', async () => {
      await importFolder(journal.resources, join(folder, 'articles'), { origin: 'sample' })
      expect(await load()).toBe(2)
      const articles = await journal.database.db.selectFrom('articles').select('pdf_file_id').execute()
      expect(articles.map((article) => article.pdf_file_id)).not.toContain(null)
      expect((await journal.get('/editorial-members')).body).toHaveLength(1)
    })

    test('stays out of a journal that has anything of its own', async () => {
      await theEditorialMembers(journal.database)
      expect(await load()).toBe(0)
      const other = await open()
      await anArticle(other.database, { state: 'pending' })
      expect(await loadSampleContent(other.resources, folder)).toBe(0)
    })

    test('goes without a trace, and does not come back', async () => {
      await load()
      expect(await remove()).toEqual({ articles: 2, ...NONE, volumes: 2, categories: 2, board: true })
      for (const table of [
        'articles',
        'contributors',
        'article_contributors',
        'article_suggested_reviewers',
        'article_files',
        'files',
        'volumes',
        'categories',
        'editorial_members',
      ] as const) {
        expect(await journal.database.db.selectFrom(table).selectAll().execute(), table).toEqual([])
      }
      expect(await storedFiles()).toBe(0)
      expect(await load()).toBe(0)
      expect(await remove()).toEqual({ articles: 0, ...NONE, volumes: 0, categories: 0, board: false })
    })

    test('leaves what the journal made of it or beside it', async () => {
      await load()
      const { db } = journal.database
      const category = await db
        .selectFrom('categories')
        .selectAll()
        .where('name', '=', 'Seed Biology')
        .executeTakeFirstOrThrow()
      const own = await anArticle(journal.database, { category })
      await db.updateTable('editorial_members').set({ members: '<p>Our own board</p>' }).execute()
      expect(await remove()).toEqual({ articles: 2, ...NONE, volumes: 2, categories: 1, board: false })
      expect(await db.selectFrom('articles').select('id').execute()).toEqual([{ id: own.id }])
      expect((await db.selectFrom('contributors').selectAll().execute()).length).toBeGreaterThan(0)
      expect((await journal.get('/editorial-members')).body[0].members).toBe('<p>Our own board</p>')
    })
  })
})

const articles = join(import.meta.dirname, '..', '..', '..', 'sample', 'articles')
const files = existsSync(articles) ? readdirSync(articles).filter((name) => name.endsWith('.xml')) : []

test.skipIf(!files.length)('the journal’s own samples read without a warning', () => {
  const read = files.map((name) => readJats(parseJats(readFileSync(join(articles, name)))))
  expect(read.flatMap((article) => article.warnings)).toEqual([])
  expect(new Set(read.map((article) => article.doi)).size).toBe(files.length)
  for (const article of read) {
    expect(article.source, article.title).toBeNull()
    expect(article.keyMessage, article.title).not.toBe('')
    expect(article.volume, article.title).toMatch(/^Volume \d+$/)
  }
})
