import { PDFDocument } from '@cantoo/pdf-lib'
import { beforeAll, describe, expect, test } from 'vitest'
import { aFile, anArticle, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aNotice } from '../../../../tests/support/notice-builders.ts'
import { twoPages } from '../../../../tests/support/pdf-pages.ts'
import type { NoticeKind } from '../../../contract/rules/articles/notices.ts'
import { pdfPages } from '../../documents/pdf/pdf-text.ts'
import { newId } from '../../../platform/ids.ts'
import { sweepMarkedPdfs } from './marked-pdf.ts'

describe('the PDF of an article of which a notice has been published', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let editors: [SignedIn, SignedIn]
    beforeAll(async () => {
      journal = await open()
      editors = [await aSignedIn(journal, { role: 'admin' }), await aSignedIn(journal, { role: 'admin' })]
    })

    const anArticleWithPdf = async (content?: Uint8Array) => {
      const bytes = Buffer.from(content ?? (await twoPages()))
      const pdf = await aFile(journal.database, { content: bytes, store: journal.resources.store })
      const { id } = await anArticle(journal.database, {
        pdf,
        slug: `roots-${newId()}`,
        title: 'Roots of <i>Ferula</i>',
      })
      return { id, url: `/blog/${id}.pdf`, bytes, pdf }
    }
    const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
      journal.app.inject({ method, url, headers })
    const wordsOf = async (content: Uint8Array) =>
      (await pdfPages(content)).map((lines) => lines.map(({ text }) => text).join('\n'))
    const rowsOf = (id: string) =>
      journal.database.db.selectFrom('marked_pdfs').selectAll().where('article_id', '=', id).execute()

    test.each<[NoticeKind, object, RegExp, string]>([
      ['retraction', {}, /^Retracted on .*\. Notice: .*\/blog\//, 'retracted-roots-'],
      ['concern', { reviewOn: '2099-01-01' }, /^Expression of concern, .*\. Notice: /, 'concern-roots-'],
    ])('says so on every page after a %s, with another tag and name', async (kind, more, band, name) => {
      const { id, url, bytes, pdf } = await anArticleWithPdf()
      const before = await get(url)
      expect(before.rawPayload.equals(bytes)).toBe(true)
      await aNotice(journal, editors, kind, [id], more)
      const answer = await get(url, { 'if-none-match': String(before.headers.etag) })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-disposition']).toContain(name)
      for (const page of await wordsOf(answer.rawPayload)) expect(page).toMatch(new RegExp(band.source, 'm'))
      expect(answer.headers.etag).not.toBe(before.headers.etag)
      expect((await get(url, { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304)
      expect((await get(url, {}, 'HEAD')).headers).toMatchObject({ 'content-length': String(answer.rawPayload.length) })
      const part = await get(url, { range: 'bytes=0-3' })
      expect([part.statusCode, part.body]).toEqual([206, '%PDF'])
      // Invariant: what is stored never changes.
      const stored = await journal.database.db
        .selectFrom('files')
        .selectAll()
        .where('id', '=', pdf.id)
        .executeTakeFirst()
      expect(stored).toMatchObject({ sha256: pdf.sha256, bytes: pdf.bytes })
      expect(await rowsOf(id)).toHaveLength(1)
    })

    test('the title in its properties begins with the word; the original stays as it was, by a name that says so', async () => {
      const { id, url, bytes } = await anArticleWithPdf()
      await aNotice(journal, editors, 'retraction', [id])
      const marked = await PDFDocument.load((await get(url)).rawPayload, { updateMetadata: false })
      expect(marked.getTitle()).toBe('RETRACTED: Roots of Ferula')
      const original = await get(`/blog/${id}/original.pdf`)
      expect(original.rawPayload.equals(bytes)).toBe(true)
      expect(original.headers['content-disposition']).toMatch(/retracted-roots-.*-original\.pdf/)
      const version = await get(`/blog/${id}/v/1.pdf`)
      expect((await wordsOf(version.rawPayload))[0]).toContain('RETRACTED')
    })

    test('is made once for all who want it at the same time, and kept', async () => {
      const { id, url } = await anArticleWithPdf()
      await aNotice(journal, editors, 'retraction', [id])
      const answers = await Promise.all(Array.from({ length: 8 }, () => get(url)))
      expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1)
      const [row, ...others] = await rowsOf(id)
      expect(others).toEqual([])
      await get(url)
      expect(await rowsOf(id)).toEqual([row])
    })

    test('a graver notice replaces the copy that said less', async () => {
      const { id, url } = await anArticleWithPdf()
      await aNotice(journal, editors, 'concern', [id], { reviewOn: '2099-01-01' })
      await get(url)
      const [concern] = await rowsOf(id)
      await aNotice(journal, editors, 'retraction', [id])
      expect((await wordsOf((await get(url)).rawPayload))[0]).toMatch(/^Retracted on/m)
      const rows = await rowsOf(id)
      expect(rows).toHaveLength(1)
      expect(rows[0]!.file_id).not.toBe(concern!.file_id)
      expect(await journal.resources.store.open(concern!.file_id)).toBeNull()
    })

    test('a copy whose bytes are lost is made again', async () => {
      const { id, url } = await anArticleWithPdf()
      await aNotice(journal, editors, 'retraction', [id])
      await get(url)
      const [kept] = await rowsOf(id)
      await journal.resources.store.remove(kept!.file_id)
      expect((await get(url)).statusCode).toBe(200)
      expect((await rowsOf(id)).map(({ file_id }) => file_id)).not.toContain(kept!.file_id)
    })

    test('a damaged file is told of by a page that leads to it', async () => {
      const { id, url, bytes } = await anArticleWithPdf(Buffer.from('%PDF-1.7\nnothing'))
      await aNotice(journal, editors, 'retraction', [id])
      const [page, ...others] = await wordsOf((await get(url)).rawPayload)
      expect(others).toEqual([])
      expect(page).toContain('Retracted on')
      expect(page!.replaceAll('\n', ' ')).toContain(`/blog/${id}/original.pdf`)
      expect((await get(`/blog/${id}/original.pdf`)).rawPayload.equals(bytes)).toBe(true)
    })

    test('a correction marks no page', async () => {
      const { id, url, bytes } = await anArticleWithPdf()
      await aNotice(journal, editors, 'correction', [id])
      expect((await get(url)).rawPayload.equals(bytes)).toBe(true)
      expect(await rowsOf(id)).toEqual([])
    })

    test('goes with a deleted article', async () => {
      const { database, resources } = journal
      const { id, url } = await anArticleWithPdf()
      await aNotice(journal, editors, 'retraction', [id])
      await get(url)
      expect(await sweepMarkedPdfs(resources)).toBe(0)
      const [row] = await rowsOf(id)
      await database.db.updateTable('marked_pdfs').set({ article_id: 'gone' }).where('article_id', '=', id).execute()
      expect(await sweepMarkedPdfs(resources)).toBe(1)
      expect(await resources.store.open(row!.file_id)).toBeNull()
    })
  })
})
