import { copyFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { importFolder, type FileReport } from './import-folder.ts'

const fixtures = join(import.meta.dirname, '../../../tests/fixtures/jats')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-import-'))
  for (const name of ['plain', 'structured', 'broken', 'missing-title', 'bad-orcid'])
    copyFileSync(join(fixtures, `${name}.xml`), join(folder, `${name}.xml`))
  copyFileSync(join(fixtures, 'laughs.xml'), join(folder, 'LAUGHS.XML'))
  writeFileSync(join(folder, 'Plain.PDF'), '%PDF-1.7\n')
  writeFileSync(join(folder, '._plain.xml'), 'left by a Mac')
  writeFileSync(join(folder, 'readme.txt'), 'not for the importer')
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('importing a folder', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeEach(async () => {
      journal = await open()
    })

    test('bad files are named with line and reason while the others go on', async () => {
      const seen: string[] = []
      const reports = await importFolder(journal.resources, folder, {
        origin: 'imported',
        onProgress: (report, done, total) => seen.push(`${done}/${total} ${report.file}`),
      })
      const short = ({ file, result, line, reason }: FileReport) => [file, result, ...(reason ? [line, reason] : [])]
      expect(reports.map(short)).toEqual([
        ['bad-orcid.xml', 'added'],
        ['broken.xml', 'failed', 5, 'The element <italic> is closed by </article-title>.'],
        ['LAUGHS.XML', 'failed', 3, 'The file declares entities of its own, which are not allowed.'],
        ['missing-title.xml', 'failed', 6, 'The article has no title (<article-title>).'],
        ['plain.xml', 'added'],
        ['structured.xml', 'added'],
      ])
      expect(seen.at(-1)).toBe('6/6 structured.xml')
      expect(reports[0]!.warnings[0]).toContain('is not a valid one')
      // The PDF next to plain.xml, whatever the case of its name, is the article's final PDF.
      const articles = await journal.database.db
        .selectFrom('articles')
        .select(['doi', 'pdf_file_id'])
        .orderBy('doi')
        .execute()
      expect(articles.map(({ doi, pdf_file_id }) => [doi, pdf_file_id !== null])).toEqual([
        ['10.5555/Test.1', true],
        ['10.5555/test.2', false],
        ['10.5555/test.4', false],
      ])
    })

    test('a second time adds nothing', async () => {
      await importFolder(journal.resources, folder, { origin: 'imported' })
      const again = await importFolder(journal.resources, folder, { origin: 'imported' })
      expect(again.filter((report) => report.result !== 'failed').map((report) => report.result)).toEqual(
        Array(3).fill('unchanged'),
      )
    })

    test('files that are too large are not read', async () => {
      const large = mkdtempSync(join(folder, 'large-'))
      for (const name of ['plain.xml', 'structured.xml']) copyFileSync(join(folder, name), join(large, name))
      // Without content on the disk.
      for (const [name, bytes] of [
        ['long.xml', 60_000_000_000],
        ['plain.pdf', 60_000_000_000],
      ] as const) {
        writeFileSync(join(large, name), '')
        truncateSync(join(large, name), bytes)
      }
      const reports = await importFolder(journal.resources, large, { origin: 'imported' })
      expect(reports.map(({ file, result, reason }) => [file, result, reason])).toEqual([
        ['long.xml', 'failed', 'The file is larger than 50 MB.'],
        ['plain.xml', 'failed', 'plain.pdf is larger than 200 MB.'],
        ['structured.xml', 'added', undefined],
      ])
    })

    test('a folder that is missing, a file, or has nothing to import', async () => {
      const run = (path: string) => importFolder(journal.resources, path, { origin: 'imported' })
      await expect(run('/nowhere')).rejects.toThrow('The folder "/nowhere" does not exist.')
      await expect(run(join(folder, 'readme.txt'))).rejects.toThrow('is a file, not a folder.')
      const empty = join(folder, 'empty')
      mkdirSync(empty, { recursive: true })
      await expect(run(empty)).rejects.toThrow('There are no XML files in the folder')
    })
  })
})
