import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { WorkerProcesses } from '../../platform/workers/workers.ts'
import { aTask } from '../../../tests/support/worker-tasks.ts'
import { anArticle } from '../../../tests/support/builders.ts'
import { eachDatabase, openTestJournal, type TestJournal } from '../../../tests/support/databases.ts'
import { jatsFaults } from '../../../tests/support/jats-schema.ts'
import { importArticle } from '../importing/import-article.ts'
import { bodyIn, wordsOf } from '../../../tests/support/jats-words.ts'
import { parseJats } from '../../journal/documents/jats/model/parse.ts'
import { readJats } from '../../journal/documents/jats/read/article.ts'
import { textDeriver } from '../../journal/publication/full-text/derive-texts.ts'
import { JatsTexts } from './jats-texts.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const FOLDERS = ['sample/articles', 'tests/fixtures/jats'].map((folder) => join(ROOT, folder))
const UNREADABLE = ['broken.xml', 'laughs.xml', 'missing-title.xml']
const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.xml') && !UNREADABLE.includes(name))
    .map((name) => ({ name, content: readFileSync(join(folder, name)) })),
)
const articleIn = (content: Uint8Array) => readJats(parseJats(content))

const add = async (into: TestJournal, name: string, content: Uint8Array): Promise<string> => {
  const given = { article: articleIn(content), xml: { name, content }, origin: 'imported', text: null } as const
  expect(await importArticle(into.resources, given)).toMatchObject({ result: 'added' })
  const { id } = await into.database.db
    .selectFrom('articles')
    .select('id')
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

eachDatabase((open) => {
  let journal: TestJournal
  const xmlOf = async (id: string): Promise<string> => {
    const answer = await journal.app.inject(`/blog/${id}.xml`)
    expect(answer.statusCode).toBe(200)
    return answer.body
  }

  describe('an article as XML', () => {
    let other: TestJournal
    beforeAll(async () => {
      journal = await open()
      other = await open()
    })

    test.each(files)('$name: its record and its whole text, valid, and read as the same article', async (file) => {
      const id = await add(journal, file.name, file.content)
      const xml = await xmlOf(id)
      expect(jatsFaults(xml)).toEqual([])
      expect(wordsOf(bodyIn(parseJats(Buffer.from(xml))))).toBe(wordsOf(bodyIn(parseJats(file.content))))
      const again = await add(other, file.name, Buffer.from(xml))
      const stored = async (of: TestJournal, article: string) => {
        const { id: _, volume, category, contributors, ...rest } = (await of.get(`/posts/details/${article}`)).body
        const { updatedAt: _at, categoryId: _category, volumeId: _volume, ...fields } = rest
        return {
          ...fields,
          ...{ volume: volume?.title, category: category.name },
          people: contributors.map((one: { role: string; contributor: Record<string, unknown> }) => {
            const { id: _of, createdAt: _when, ...person } = one.contributor
            return [one.role, person]
          }),
        }
      }
      expect(await stored(other, again)).toEqual(await stored(journal, id))
    })

    test('follows a correction, and its text is made once', async () => {
      const { content } = files.find(({ name }) => name === 'structured.xml')!
      const id = await add(
        journal,
        'other.xml',
        Buffer.from(content.toString().replace(/10\.\d+\/[^<]+/, '10.1234/other')),
      )
      const before = await xmlOf(id)
      const texts = () => journal.database.db.selectFrom('jats_texts').select('file_id').execute()
      const made = (await texts()).length
      await journal.database.transaction(async (tx) => {
        await tx.updateTable('articles').set({ title: 'Corrected title' }).where('id', '=', id).execute()
        await tx
          .updateTable('site_version')
          .set((row) => ({ version: row('version', '+', 1) }))
          .execute()
      })
      const after = await xmlOf(id)
      expect(after).toContain('<article-title>Corrected title</article-title>')
      expect(after.slice(after.indexOf('</front>'))).toBe(before.slice(before.indexOf('</front>')))
      expect(await texts()).toHaveLength(made)
    })

    test('without a file it is its record', async () => {
      const { id } = await anArticle(journal.database)
      const xml = await xmlOf(id)
      expect(jatsFaults(xml)).toEqual([])
      expect(xml).toContain('</front></article>')
    })
  })
})

// Processes ask nothing of a database: one is enough.
describe('the processes that read files', () => {
  test('files are read one after the other by processes of their own', async () => {
    const journal = await openTestJournal('sqlite')
    onTestFinished(journal.close)
    const workers = new WorkerProcesses()
    const texts = new JatsTexts({ ...journal.resources, workers })
    const ids: string[] = []
    for (const { name, content } of files.slice(0, 3)) ids.push(await add(journal, `again-${name}`, content))
    for (const id of ids) {
      await journal.database.db.deleteFrom('jats_texts').execute()
      expect(await texts.of(id)).toBeTruthy()
    }
    expect(journal.logged.join('')).not.toContain('could not be exported')
    workers.end()
  })

  describe('a file that cannot be read', () => {
    test.each([
      ['dies', 'process.exit(1)', 60_000],
      ['says nonsense', 'return "text"', 60_000],
      // Enough to start on a busy machine: that it was asked is looked at too.
      ['hangs', 'for (;;);', 8000],
    ])('by a process that %s leaves the record, and is not asked for again at once', async (_what, code, timeoutMs) => {
      const journal = await openTestJournal('sqlite')
      onTestFinished(journal.close)
      const asked = join(journal.dataDir, 'asked')
      const noted = `(await import('node:fs')).appendFileSync(${JSON.stringify(asked)}, 'x'); ${code}`
      const id = await add(journal, 'plain.xml', files.find(({ name }) => name === 'plain.xml')!.content)
      const workers = new WorkerProcesses()
      const texts = new JatsTexts(journal.resources, textDeriver(workers, aTask(noted, { timeoutMs })))
      const all = await Promise.all([texts.of(id), texts.of(id), texts.of(id)])
      expect(all).toEqual([null, null, null])
      expect(await texts.of(id)).toBeNull()
      expect(readFileSync(asked, 'utf8')).toBe('x')
      expect(journal.logged.join('')).toContain('could not be exported')
    })
  })
})
