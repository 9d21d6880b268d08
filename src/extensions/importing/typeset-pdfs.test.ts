import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { workersHere } from '../../../tests/support/workers-here.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { xmlTypesetter, type TypesetXml } from '../../journal/documents/typesetting/typeset-xml.ts'
import { importFolder } from './import-folder.ts'
import { runDueJobs } from '../../platform/jobs/run.ts'
import { typesettingJobs } from './typeset-pdfs.ts'

const XML = join(import.meta.dirname, '../../../tests/fixtures/jats/structured.xml')
const PDF = Buffer.from('%PDF-1.7\nby the journal\n')
const SET = { pdf: PDF, pages: 1, missing: [], withoutPicture: [] }

describe('imported articles without a PDF', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let folder: string
    beforeEach(async () => {
      journal = await open()
      folder = mkdtempSync(join(tmpdir(), 'journal-typeset-'))
      copyFileSync(XML, join(folder, 'structured.xml'))
    })
    const run = async () => (await importFolder(journal.resources, folder, { origin: 'imported' }))[0]!.result
    const typeset = (how: TypesetXml = () => Promise.resolve(SET), isOn = true) =>
      runDueJobs(journal.resources, typesettingJobs(journal.resources, { typeset: how, isOn }))
    const article = () => journal.database.db.selectFrom('articles').selectAll().executeTakeFirstOrThrow()
    const page = async () => (await journal.get(`/posts/details/${(await article()).id}`)).body
    const pdf = async () => journal.app.inject({ method: 'GET', url: `/blog/${(await article()).id}.pdf` })

    test('get one from their text, marked as such, once', async () => {
      await run()
      expect(await page()).toMatchObject({ pdfUrl: null })
      expect(await typeset()).toBe(1)
      expect(await page()).toMatchObject({ pdfIsTypeset: true, pdfUrl: expect.stringMatching(/\.pdf$/) })
      expect((await pdf()).rawPayload.equals(PDF)).toBe(true)
      expect(await typeset()).toBe(0)
      const entries = await journal.database.db
        .selectFrom('audit_entries')
        .select('action')
        .where('action', '=', 'article.typeset')
        .execute()
      expect(entries).toHaveLength(1)
    })

    test('get none if the setting is off', async () => {
      await run()
      expect(await typeset(undefined, false)).toBe(0)
      expect((await article()).pdf_file_id).toBeNull()
    })

    test('get the publisher’s as soon as it is there, and what the journal has made is kept for a while', async () => {
      await run()
      await typeset()
      const made = (await article()).pdf_file_id!
      writeFileSync(join(folder, 'structured.pdf'), '%PDF-1.7\nby the publisher\n')
      expect(await run()).toBe('PDF added')
      expect((await pdf()).body).toContain('by the publisher')
      expect(await page()).not.toHaveProperty('pdfIsTypeset')
      expect(await journal.database.db.selectFrom('replaced_files').select('file_id').execute()).toEqual([
        { file_id: made },
      ])
      expect(await run()).toBe('unchanged')
      expect(await typeset()).toBe(0)
    })

    test('are left alone when they are given one while it is made, and no bytes are left', async () => {
      await run()
      writeFileSync(join(folder, 'structured.pdf'), '%PDF-1.7\nby the publisher\n')
      expect(await typeset(async () => (await run()) && SET)).toBe(0)
      expect((await pdf()).body).toContain('by the publisher')
    })

    test('are tried again later when the process fails, at most three times; without a text they get none', async () => {
      await run()
      const { db } = journal.database
      const fail: TypesetXml = () => Promise.resolve(undefined)
      for (let attempt = 0; attempt < 4; attempt++) {
        await typeset(fail)
        await db.updateTable('jobs').set({ run_after: '2020-01-01T00:00:00.000Z' }).execute()
      }
      const job = () => db.selectFrom('jobs').selectAll().where('kind', '=', 'typesetting').executeTakeFirst()
      expect(await job()).toMatchObject({
        ...{ attempts: 3, claim: null, failed_at: expect.any(String) },
        error: 'The article could not be typeset from its file.',
      })
      await db.updateTable('jobs').set({ attempts: 0, failed_at: null }).execute()
      expect(await typeset(() => Promise.resolve('no text'))).toBe(0)
      expect(await job()).toBeUndefined()
      expect(await typeset()).toBe(0)
    })
  })

  test('are typeset in a process of their own, which may fail', async () => {
    const xml = (body: string) =>
      Buffer.from(
        `<article><front><article-meta><title-group><article-title>Leaves</article-title></title-group><pub-date><year>2024</year></pub-date></article-meta></front>${body}</article>`,
      )
    const made = (content: Buffer) => xmlTypesetter(workersHere)({ xml: content })
    expect(await made(xml('<body><p>We counted leaves.</p></body>'))).toMatchObject({ pages: 1, missing: [] })
    expect(await made(xml(''))).toBe('no text')
    expect(await made(Buffer.from('<article>'))).toBeUndefined()
  })
})
