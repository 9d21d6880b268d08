import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journal as identity } from '../../../../journal.config.ts'
import { aFile, anArticle, aSignedIn, aVolume, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aMultipart } from '../../../../tests/support/multipart.ts'
import { aNotice, aReady, afterTenMinutes } from '../../../../tests/support/notice-builders.ts'
import { aPdfOfText } from '../../../../tests/support/pdf-pages.ts'
import {
  isDated,
  NAMES_STAY,
  NO_ISSN,
  NOTICE_ALONE,
  PDF_LOCKED,
  PDF_UNREADABLE,
} from '../../../contract/rules/articles/new-names.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import { importArticle } from '../../../extensions/importing/import-article.ts'
import { parseJats } from '../../documents/jats/model/parse.ts'
import { readJats } from '../../documents/jats/read/article.ts'
import { pdfPages } from '../../documents/pdf/pdf-text.ts'
import { enqueueJob } from '../../../platform/jobs/queue.ts'
import { runDueJobs } from '../../../platform/jobs/run.ts'
import { noticePdfJobs } from '../notices/notice-pdfs.ts'

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
const NAME = { name: 'Populus hunzana Karimi, sp. nov.', act: 'taxon', ipni: null }
const today = () => new Date().toISOString().slice(0, 10)
const good = () => aPdfOfText(`Published ${longDate(today())}. Populus hunzana Karimi, sp. nov.`, 'Key to the species')

describe('an article that publishes new names', () => {
  const { issn } = identity
  beforeAll(() => void Object.assign(identity, { issn: '2999-0017' }))
  afterAll(() => void Object.assign(identity, { issn }))

  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    let other: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
      other = await aSignedIn(journal, { role: 'admin' })
    })

    const upload = async (content: Uint8Array, name = 'final.pdf') => {
      const { body, headers } = aMultipart({ name, content })
      return (await journal.send('POST', '/files/upload', body, { as: admin, headers })).body.url as string
    }
    const correct = (id: string, correction: object) =>
      journal.put(`/posts/${id}`, { reason: 'A slip.', ...correction }, { as: admin })
    const approve = async (id: string, pdf: Uint8Array, more: object = {}) =>
      journal.put(`/posts/${id}/approve`, { pdfUrl: await upload(pdf), ...more }, { as: admin })
    /** Waits for approval. */
    const aWaiting = async (names: object[] = [NAME]) => {
      const { id } = await anArticle(journal.database, { state: 'pending' })
      expect((await correct(id, { version: 1, newNames: names })).status).toBe(200)
      return id
    }
    /** Published, with its PDF. */
    const aLocked = async (more: object = {}) => {
      const id = await aWaiting()
      const pdf = Buffer.from(await good())
      const answer = await approve(id, pdf, more)
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body.namesLocked).toBe(true)
      return { id, pdf, version: answer.body.version as number, title: answer.body.title as string }
    }
    const rowOf = (id: string) =>
      journal.database.db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const bytesAt = async (url: string) => {
      const answer = await journal.app.inject(url)
      expect(answer.statusCode, url).toBe(200)
      return answer.rawPayload
    }
    const storedBytes = async (id: string) => {
      const { pdf_file_id } = await rowOf(id)
      const chunks: Uint8Array[] = []
      for await (const chunk of (await journal.resources.store.open(pdf_file_id!))!.read())
        chunks.push(chunk as Uint8Array)
      return Buffer.concat(chunks)
    }

    test.each([
      ['no ISSN', async () => good(), '', [NO_ISSN]],
      [
        'no date',
        async () => aPdfOfText('Populus hunzana Karimi, sp. nov.'),
        '2999-0017',
        ['The PDF does not name the day'],
      ],
      [
        'in press and without the name',
        async () => aPdfOfText(`Article in press, ${longDate(today())}. Populus nigra`),
        '2999-0017',
        ['The PDF says “Article in press”', 'does not name Populus hunzana. New names have to be in the PDF itself'],
      ],
      ['no text', async () => aPdfOfText(''), '2999-0017', [PDF_UNREADABLE]],
    ])('is not approved with %s', async (_, pdf, assigned, sentences) => {
      const id = await aWaiting()
      Object.assign(identity, { issn: assigned })
      const answer = await approve(id, await pdf()).finally(() => Object.assign(identity, { issn: '2999-0017' }))
      expect(answer.status, answer.text).toBe(400)
      for (const sentence of sentences) expect(answer.body.errors.pdfUrl).toContain(sentence)
      expect(await rowOf(id)).toMatchObject({ published_at: null, names_locked: 0 })
    })

    test('is checked by what it declares when it is approved; one without names is not', async () => {
      const none = await aWaiting([])
      expect((await approve(none, await aPdfOfText('Populus'))).body.namesLocked).toBe(false)
      const id = await aWaiting([NAME, { ...NAME, name: 'Populus mitis Karimi' }])
      expect((await approve(id, await good())).body.errors.pdfUrl).toContain('Populus mitis')
    })

    test('a second PDF is refused on every path, and its bytes are the same after a retraction', async () => {
      const volume = await aVolume(journal.database)
      const { id, pdf, version, title } = await aLocked({ volumeId: volume.id })
      const another = async () => upload(await aPdfOfText('Another'))
      const correction = async () => ({ version, title: `${title} again`, pdfUrl: await another() })

      // Editing and correcting, by both methods of the call.
      for (const pdfOnly of [true, false]) {
        const { version: seen, pdfUrl, ...rest } = await correction()
        const refused = await correct(id, { version: seen, pdfUrl, ...(pdfOnly ? {} : rest) })
        expect([refused.status, refused.body.errors]).toEqual([400, { pdfUrl: PDF_LOCKED }])
      }
      // Approving again.
      expect((await approve(id, await good())).status).toBe(409)
      // A notice that brings a correction.
      const draft = await journal.post('/notices', { kind: 'correction', about: [id], what: 'x', correction: await correction() }, { as: admin }) // prettier-ignore
      expect([draft.status, draft.body.errors]).toEqual([400, { pdfUrl: PDF_LOCKED }])
      // Archived and brought back, it is the same.
      for (const archive of [true, false]) {
        expect((await journal.put(`/posts/${id}/archive`, { archive }, { as: admin })).status).toBe(200)
        const refused = await correct(id, { version: (await rowOf(id)).version, pdfUrl: await another() })
        expect(refused.body.errors).toEqual({ pdfUrl: PDF_LOCKED })
      }
      // Deleted, to be published again.
      const deleted = await journal.send('DELETE', `/posts/delete/${id}`, undefined, { as: admin })
      expect([deleted.status, deleted.body.message]).toEqual([409, NAMES_STAY])
      // The import of a file that is this article.
      const doi = '10.5555/names.1'
      await journal.database.db.updateTable('articles').set({ doi }).where('id', '=', id).execute()
      const xml = Buffer.from(await bytesAt(`/blog/${id}.xml`))
      const given = { article: { ...readJats(parseJats(xml)), doi }, xml: { name: 'a.xml', content: xml }, text: null }
      const again = { ...given, pdf: { name: 'b.pdf', content: await aPdfOfText('B') }, origin: 'imported' as const }
      expect((await importArticle(journal.resources, again)).result).toBe('unchanged')
      // The database itself.
      const file = await aFile(journal.database)
      const set = (values: { pdf_file_id?: string; names_locked?: number }) =>
        journal.database.db.updateTable('articles').set(values).where('id', '=', id).execute()
      for (const values of [{ pdf_file_id: file.id }, { names_locked: 0 }]) await expect(set(values)).rejects.toThrow()

      const before = await rowOf(id)
      await aNotice(journal, [admin, other], 'retraction', [id])
      expect((await rowOf(id)).pdf_file_id).toBe(before.pdf_file_id)
      expect(sha256(await storedBytes(id))).toBe(sha256(pdf))
      expect(sha256(await bytesAt(`/blog/${id}/original.pdf`))).toBe(sha256(pdf))
      const bag = unzipSync(await bytesAt(`/volume/${volume.id}.bag.zip`))
      const inBag = Object.entries(bag).filter(([name]) => name.includes(before.slug) && name.endsWith('article.pdf'))
      expect(inBag.map(([, bytes]) => sha256(bytes))).toEqual([sha256(pdf)])
      expect((await journal.app.inject(`/lockss/${volume.id}`)).body).toContain(`/blog/${id}/original.pdf`)
      // What is served otherwise has the marks.
      const served = (await pdfPages(await bytesAt(`/blog/${id}.pdf`))).flat().map(({ text }) => text)
      expect(served.join('\n')).toContain('RETRACTED')
    })

    test('is corrected by a notice alone, which leaves the PDF', async () => {
      const { id, pdf, version } = await aLocked()
      const change = { version, keywords: 'poplar, Hunza' }
      const small = await correct(id, change)
      expect([small.status, small.body.message]).toEqual([409, NOTICE_ALONE])
      const person = { fullName: 'Bruno Kovář', email: 'b@plants.test', affiliation: 'Brno', role: 'Author' }
      const added = await journal.post(`/posts/${id}/contributors`, person, { as: admin })
      expect([added.status, added.body.message]).toEqual([409, NOTICE_ALONE])
      // What readers do not see may change.
      const voucher = { taxon: 'Rosa', collector: 'K', number: '1', herbarium: 'K', sensitive: true, locality: 'There' }
      const declared = await anArticle(journal.database, { state: 'pending' })
      await correct(declared.id, { version: 1, newNames: [NAME], vouchers: [voucher] })
      const published = await approve(declared.id, await good())
      const hidden = { version: published.body.version, vouchers: [{ ...voucher, locality: 'Elsewhere' }] }
      expect((await correct(declared.id, hidden)).status).toBe(200)

      await aNotice(journal, [admin, other], 'correction', [id], { correction: change })
      expect(await rowOf(id)).toMatchObject({ keywords: 'poplar, Hunza', standing: 'corrected', names_locked: 1 })
      expect(sha256(await bytesAt(`/blog/${id}.pdf`))).toBe(sha256(pdf))
      expect(sha256(await bytesAt(`/blog/${id}/v/1/original.pdf`))).toBe(sha256(pdf))
    })

    test('a notice about it has a PDF of its own', async () => {
      const { id } = await aLocked()
      const own = (await aNotice(journal, [admin, other], 'correction', [id])).articleId!
      await runDueJobs(journal.resources, noticePdfJobs(journal.resources))
      expect((await journal.get(`/posts/details/${own}`)).body.pdfUrl).toBe(`/blog/${own}.pdf`)
      const pages = await pdfPages(await bytesAt(`/blog/${own}.pdf`))
      const text = pages
        .flat()
        .map((line) => line.text)
        .join(' ')
      expect(text).toContain('The plates of Figure 3 are not from Ferula')
      expect(isDated(text, today())).toBe(true)
      // Once made, it stays.
      const { pdf_file_id } = await rowOf(own)
      await journal.database.transaction((tx) => enqueueJob(tx, 'noticePdfs', own))
      await runDueJobs(journal.resources, noticePdfJobs(journal.resources))
      expect((await rowOf(own)).pdf_file_id).toBe(pdf_file_id)
    })

    test('a notice that was drafted before the names were declared brings no other PDF', async () => {
      const pdf = await aFile(journal.database, { content: Buffer.from(await good()), store: journal.resources.store })
      const { id, version } = await anArticle(journal.database, { pdf })
      const pdfUrl = await upload(await aPdfOfText('Another'))
      const waiting = await aReady(journal, admin, 'correction', [id], { correction: { version, pdfUrl } })
      // Declared once it is public, they were published with the PDF that is there.
      const both = await correct(id, { version, newNames: [NAME], pdfUrl: await upload(await good()) })
      expect(both.body.errors).toEqual({ pdfUrl: PDF_LOCKED })
      expect((await correct(id, { version, newNames: [NAME] })).body.namesLocked).toBe(true)
      await journal.post(`/notices/${waiting.id}/confirm`, { version: waiting.version }, { as: other })
      await afterTenMinutes(journal, waiting.id).catch(() => {})
      expect((await rowOf(id)).pdf_file_id).toBe(pdf.id)
    })

    test('once removed, its text is hidden, its names and its place remain, and no PDF comes', async () => {
      const volume = await aVolume(journal.database)
      const { id } = await aLocked({ volumeId: volume.id, pageNum: '3-9' })
      await aNotice(journal, [admin, other], 'removal', [id])
      const shown = (await journal.get(`/posts/details/${id}`)).body
      expect(shown).toMatchObject({
        ...{ standing: 'removed', newNames: [NAME], pageNum: '3-9', abstract: '', vouchers: [], namesLocked: true },
        volume: { id: volume.id },
      })
      expect((await journal.app.inject(`/blog/${id}.xml`)).body).toContain('Populus hunzana Karimi, sp. nov.')
      const refused = await correct(id, { version: (await rowOf(id)).version, pdfUrl: await upload(await good()) })
      expect(refused.body.errors).toEqual({ pdfUrl: PDF_LOCKED })
      const file = await aFile(journal.database)
      const direct = sql`update articles set pdf_file_id = ${file.id} where id = ${id}`.execute(journal.database.db)
      await expect(direct).rejects.toThrow()
    })

    test('an imported one is locked with the PDF that comes with it, or later', async () => {
      const { id } = await aLocked()
      const xml = Buffer.from(await bytesAt(`/blog/${id}.xml`))
      const file = readJats(parseJats(xml))
      expect(file.material.newNames).toEqual([NAME])
      const doi = '10.5555/names.imported'
      const given = { article: { ...file, doi }, xml: { name: 'i.xml', content: xml }, text: null, origin: 'imported' as const } // prettier-ignore
      const pdf = async (words: string) => ({ name: 'i.pdf', content: await aPdfOfText(words) })
      expect((await importArticle(journal.resources, given)).result).toBe('added')
      const row = () => journal.database.db.selectFrom('articles').selectAll().where('doi', '=', doi).executeTakeFirstOrThrow() // prettier-ignore
      expect(await row()).toMatchObject({ names_locked: 0, asked_statements: null })
      expect((await importArticle(journal.resources, { ...given, pdf: await pdf('The first') })).result).toBe(
        'PDF added',
      )
      const { pdf_file_id, names_locked, id: imported } = await row()
      expect(names_locked).toBe(1)
      expect((await importArticle(journal.resources, { ...given, pdf: await pdf('Second') })).result).toBe('unchanged')
      expect((await row()).pdf_file_id).toBe(pdf_file_id)
      const whole = { ...given, article: { ...file, doi: `${doi}.2` }, xml: { name: 'j.xml', content: Buffer.concat([xml, Buffer.from('\n')]) } } // prettier-ignore
      await importArticle(journal.resources, { ...whole, pdf: await pdf('At once') })
      expect((await journal.get(`/posts/details/${imported}`)).body).toMatchObject({ namesLocked: true, notAsked: [] })
      const second = await journal.database.db.selectFrom('articles').select('names_locked').where('doi', '=', `${doi}.2`).execute() // prettier-ignore
      expect(second).toEqual([{ names_locked: 1 }])
    })
  })
})
