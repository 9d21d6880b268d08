import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { aVolume } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { siteVersion } from '../../platform/database/site-version.ts'
import type { FileStore } from '../../platform/storage/store.ts'
import { importArticle, type ArticleImport } from './import-article.ts'
import { parseJats } from '../../journal/documents/jats/model/parse.ts'
import { readJats, type JatsArticle } from '../../journal/documents/jats/read/article.ts'

const PDF = { name: 'plain.pdf', content: Buffer.from('%PDF-1.7\nan article\n') }

/** The importer's input for a fixture, with the given changes. */
function given(fixture: string, changed: Partial<JatsArticle> = {}, more: Partial<ArticleImport> = {}): ArticleImport {
  const content = readFileSync(join(import.meta.dirname, '../../../tests/fixtures/jats', fixture))
  return {
    article: { ...readJats(parseJats(content)), ...changed },
    xml: { name: fixture, content },
    text: null,
    origin: 'imported',
    ...more,
  }
}

const countOf = async (
  { database }: TestJournal,
  table: 'articles' | 'files' | 'contributors' | 'categories' | 'volumes' | 'audit_entries',
) => (await database.db.selectFrom(table).selectAll().execute()).length

const storedFiles = async (journal: TestJournal) =>
  (await readdir(join(journal.dataDir, 'files'), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length

describe('importing an article', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeEach(async () => {
      journal = await open()
    })
    const run = async (what: ArticleImport) => (await importArticle(journal.resources, what)).result

    test('it is published as the file says, with its people, its file and its PDF', async () => {
      const before = await siteVersion(journal.database.db)
      expect(await run(given('plain.xml', {}, { pdf: PDF }))).toBe('added')
      expect(await siteVersion(journal.database.db)).toBe(before + 1)
      const { data } = (await journal.get('/posts/published')).body
      expect(data).toHaveLength(1)
      expect(data[0]).toMatchObject({
        title: 'Light &amp; germination in <i>Carex</i>: CO<sub>2</sub> at &lt; 5 °C: a first look',
        titleText: 'Light & germination in Carex: CO2 at < 5 °C: a first look',
        slug: 'light-germination-in-carex-co2-at-5-c-a-first-look',
        keywords: 'Carex, light',
        category: { name: 'Seed Biology' },
        volume: { title: 'Volume 7' },
        issue: '3-4',
        pageNum: '12-27',
        publishedAt: '2024-03-05T00:00:00.000Z',
        createdAt: '2023-10-01T00:00:00.000Z',
        receivedAt: '2023-10-01',
        acceptedAt: null,
        doi: '10.5555/Test.1',
        licenceUrl: 'https://creativecommons.org/licenses/by/4.0/',
        source: { journal: 'Testing Botany', publisher: 'Test Press' },
        author: { fullName: 'Bruno Kovář Jr.' },
        isSample: false,
      })
      const people = data[0].contributors.map(
        ({ role, contributor }: { role: string; contributor: { fullName: string; email?: string } }) => [
          role,
          contributor.fullName,
          contributor.email,
        ],
      )
      expect(people).toEqual([
        ['Corresponding Author', 'Bruno Kovář Jr.', 'bruno@example.org'],
        ['Author', 'Anna van der Berg', undefined],
      ])
      expect(data[0].contributors[0].contributor.orcidAuthenticated).toBe(true)
      const kept = await journal.database.db
        .selectFrom('article_files')
        .innerJoin('files', 'files.id', 'file_id')
        .selectAll()
        .execute()
      expect(kept).toMatchObject([{ kind: 'source', name: 'plain.xml', media_type: 'application/xml' }])
      expect(await storedFiles(journal)).toBe(2)
    })

    test('twice is once, whatever the case of its DOI', async () => {
      await run(given('plain.xml'))
      const version = await siteVersion(journal.database.db)
      expect(await run(given('plain.xml', { doi: '10.5555/TEST.1', title: 'Another title' }))).toBe('unchanged')
      expect([await countOf(journal, 'articles'), await storedFiles(journal)]).toEqual([1, 1])
      expect(await siteVersion(journal.database.db)).toBe(version)
    })

    test('without a DOI it is known by its file', async () => {
      expect(await run(given('group-author.xml'))).toBe('added')
      expect(await run(given('group-author.xml'))).toBe('unchanged')
      expect(await countOf(journal, 'articles')).toBe(1)
    })

    test('a PDF that appears later is added, once', async () => {
      await run(given('plain.xml'))
      expect(await run(given('plain.xml', {}, { pdf: PDF }))).toBe('PDF added')
      expect(await run(given('plain.xml', {}, { pdf: PDF }))).toBe('unchanged')
      const article = (await journal.get('/posts/published')).body.data[0]
      expect(article.pdfUrl).toBe(`/blog/${article.id}.pdf`)
      expect(await storedFiles(journal)).toBe(2)
    })

    test('a PDF that is none is refused, and nothing is kept', async () => {
      const pdf = { name: 'plain.pdf', content: Buffer.from('<html>') }
      await expect(run(given('plain.xml', {}, { pdf }))).rejects.toThrow('The file "plain.pdf" beside it is not a PDF.')
      expect([await countOf(journal, 'articles'), await storedFiles(journal)]).toEqual([0, 0])
    })

    test('when the database fails, nothing is kept', async () => {
      const failing = given('plain.xml', { title: null as unknown as string }, { pdf: PDF })
      await expect(run(failing)).rejects.toThrow()
      for (const table of ['articles', 'files', 'contributors', 'categories', 'volumes', 'audit_entries'] as const) {
        expect(await countOf(journal, table), table).toBe(0)
      }
      expect(await storedFiles(journal)).toBe(0)
    })

    test('when a file cannot be stored, the one before it goes too', async () => {
      const store: FileStore = {
        ...journal.resources.store,
        keep: (id, content) =>
          content instanceof Uint8Array && content.subarray(0, 4).toString() === PDF.content.subarray(0, 4).toString()
            ? Promise.reject(new Error('disk full'))
            : journal.resources.store.keep(id, content),
      }
      await expect(
        importArticle({ database: journal.database, store }, given('plain.xml', {}, { pdf: PDF })),
      ).rejects.toThrow('disk full')
      expect([await countOf(journal, 'files'), await storedFiles(journal)]).toEqual([0, 0])
    })

    test('two at once become one', async () => {
      const results = await Promise.all([1, 2, 3].map(() => run(given('plain.xml', {}, { pdf: PDF }))))
      expect(results.sort()).toEqual(['added', 'unchanged', 'unchanged'])
      expect([await countOf(journal, 'articles'), await storedFiles(journal)]).toEqual([1, 2])
    })

    test('categories and volumes are found by name; an imported volume dates from its earliest article', async () => {
      const own = await aVolume(journal.database, { title: 'Volume 9', created_at: '2026-05-05T00:00:00.000Z' })
      const more = [
        { doi: '10.5555/a', category: 'Ferns', volume: 'Volume 8', publishedOn: '2024-06-01' },
        { doi: '10.5555/b', category: 'FERNS', volume: 'volume 8', publishedOn: '2024-02-01' },
        { doi: '10.5555/c', category: 'ferns', volume: 'Volume 8', publishedOn: '2024-09-01' },
        { doi: '10.5555/d', category: 'Ferns!', volume: 'Volume 9', publishedOn: '2020-01-01' },
      ]
      for (const changed of more) await run(given('plain.xml', changed))
      const volumes = await journal.database.db
        .selectFrom('volumes')
        .select(['title', 'created_at'])
        .orderBy('title')
        .execute()
      expect(volumes).toEqual([
        { title: 'Volume 8', created_at: '2024-02-01T00:00:00.000Z' },
        { title: 'Volume 9', created_at: own.created_at },
      ])
      const categories = await journal.database.db
        .selectFrom('categories')
        .select(['name', 'slug'])
        .orderBy('slug')
        .execute()
      expect(categories).toEqual([
        { name: 'Ferns', slug: 'ferns' },
        { name: 'Ferns!', slug: 'ferns-2' },
      ])
      const slugs = await journal.database.db.selectFrom('articles').select('slug').orderBy('slug').execute()
      expect(slugs.map((row) => row.slug.replace(/^.*look/, ''))).toEqual(['', '-2', '-3', '-4'])
    })
  })
})
