import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import { anArticle, aSignedIn, aVolume, type SignedIn } from '../../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../../tests/support/databases.ts'
import { aMultipart, aPdf } from '../../../../../tests/support/multipart.ts'
import { pdfaProblems } from '../../../../../tests/support/pdf-a.ts'
import { textOfPages } from '../../../../../tests/support/pdf-words.ts'
import { aPicture } from '../../../../../tests/support/png.ts'
import { aWordFile, drawing, h, p } from '../../../../../tests/support/word-files.ts'
import { PDF_IS_PROOF } from '../../../../contract/api/approval.ts'
import { FULL_TEXT_GONE } from '../../../../contract/api/full-texts.ts'
import { PDF_NOT_MADE, TEXT_REQUIRED } from '../../../../contract/api/article-pdfs.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { fileIdOf } from '../../../../contract/rules/files/file-rules.ts'
import { newId } from '../../../../platform/ids.ts'
import { sweepFiles } from '../../files/sweep.ts'
import { typesetOrRefuse } from './make-pdf.ts'

const WORD = aWordFile(
  h(1, 'Introduction') +
    p('Leaves open in May, 稻 too, see Figure 1.') +
    p(drawing('i1', 'A leaf')) +
    p('Figure 1. A leaf in May') +
    h(1, 'References') +
    p('1. Hooker JD. Sedges of Kew. 1877.'),
  { pictures: { i1: { name: 'leaf.png', content: aPicture(700, 400) } } },
)

describe('the PDF of an article that is not published yet', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    let author: SignedIn
    beforeEach(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
      author = await aSignedIn(journal)
    })

    const upload = async (name: string, content: Buffer, as = admin): Promise<string> => {
      const { body, headers } = aMultipart({ name, content })
      return (await journal.send('POST', '/files/upload', body, { as, headers })).body.url
    }
    const pending = () =>
      anArticle(journal.database, { submitter: author.user, state: 'pending', title: 'Leaves &amp; <i>Carex</i>' })
    const make = (id: string, asked: object, as = admin) => journal.post(`/posts/${id}/pdf`, asked, { as })
    const bytesOf = async (url: string) => buffer((await journal.resources.store.open(fileIdOf(url)!))!.read())

    test('is made from Word as a proof, with its pictures, fit for archives', async () => {
      const { id } = await pending()
      const fullTextUrl = await upload('paper.docx', WORD)
      const { status, body } = await make(id, { purpose: 'proof', fullTextUrl })
      expect(status).toBe(201)
      expect(body).toMatchObject({ file: { name: expect.stringMatching(/-proof\.pdf$/) }, pages: 1 })
      expect(body.warnings).toContain('The journal’s fonts lack 稻. An empty box stands in their place.')
      const pdf = await bytesOf(body.file.url)
      expect(await pdfaProblems(pdf)).toEqual([])
      expect(pdf.toString('latin1')).toContain('/Subtype /Image')
      const [page] = await textOfPages(pdf)
      for (const words of ['Leaves & Carex', 'Leaves open in May', 'A leaf in May', 'Sedges of Kew', 'Proof, not yet'])
        expect(page).toContain(words)
      expect(page).not.toMatch(/Published \w+ \d/)
    })

    test('is the same bytes each time, and names volume, pages, DOI and date when it is for publication', async () => {
      const { id } = await pending()
      const volume = await aVolume(journal.database, { title: 'Volume 7' })
      const fullTextUrl = await upload('paper.docx', WORD)
      const asked = { purpose: 'publication', fullTextUrl, volumeId: volume.id, issue: '2', pageNum: '12-13' }
      const [one, other] = [await make(id, asked), await make(id, asked)]
      const pdf = await bytesOf(one.body.file.url)
      expect(pdf.equals(await bytesOf(other.body.file.url))).toBe(true)
      const [page] = await textOfPages(pdf)
      expect(page).toContain('Volume 7, Issue 2')
      expect(page).toContain('12–13')
      expect(page).toContain(`Published ${longDate(new Date().toISOString())}`)
      expect((await journal.get(`/posts/details/${id}`, { as: admin })).body).toMatchObject({
        volumeId: null,
        doi: null,
      })
    })

    test('is what publication then sends to readers', async () => {
      const { id } = await pending()
      const { file } = (await make(id, { purpose: 'publication', fullTextUrl: await upload('a.docx', WORD) })).body
      expect((await journal.put(`/posts/${id}/approve`, { pdfUrl: file.url }, { as: admin })).status).toBe(200)
      const sent = await journal.app.inject(`/blog/${id}.pdf`)
      expect(sent.rawPayload.equals(await bytesOf(file.url))).toBe(true)
    })

    test('is no proof, which says so on its first page; it is made from the text of the proof', async () => {
      const { id } = await pending()
      const fullTextUrl = await upload('edited.docx', WORD)
      const { file } = (await make(id, { purpose: 'proof', fullTextUrl })).body
      const { status, body } = await journal.put(`/posts/${id}/approve`, { pdfUrl: file.url }, { as: admin })
      expect([status, body.errors.pdfUrl]).toEqual([400, PDF_IS_PROOF])
      const { db } = journal.database
      const sent = {
        file_id: file.id,
        sent_at: '2026-07-01T09:00:00.000Z',
        sent_by: admin.user.id,
        due_on: '2026-07-04',
      }
      const open = { answer: null, corrections: null, answered_at: null }
      await db
        .insertInto('proofs')
        .values({ id: newId(), article_id: id, ...sent, ...open })
        .execute()
      await db.updateTable('files').set({ created_at: '2020-01-01T00:00:00.000Z' }).execute()
      await sweepFiles(journal.resources)
      const final = await make(id, { purpose: 'publication' })
      expect(final.status).toBe(201)
      expect((await textOfPages(await bytesOf(final.body.file.url)))[0]).toContain('Leaves open in May')
    })

    test('is made from the manuscript itself if no text is named', async () => {
      const manuscriptBytes = { store: journal.resources.store, content: WORD }
      const article = await anArticle(journal.database, { state: 'pending', manuscripts: ['ms.docx'], manuscriptBytes })
      const mediaType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
      await journal.database.db
        .updateTable('files')
        .set({ media_type: mediaType })
        .where('name', '=', 'ms.docx')
        .execute()
      const { files } = (await journal.get(`/posts/details/${article.id}`, { as: admin })).body
      for (const named of [{}, { fullTextUrl: files[0].url }]) {
        const { status, body } = await make(article.id, { purpose: 'proof', ...named })
        expect([status, body.pages]).toEqual([201, 1])
      }
    })

    test('needs a text, which is the editor’s own upload or the manuscript', async () => {
      const { id } = await pending()
      const refused = async (asked: object) => {
        const { status, body } = await make(id, { purpose: 'proof', ...asked })
        return [status, body.errors?.fullTextUrl]
      }
      expect(await refused({})).toEqual([400, TEXT_REQUIRED])
      expect(await refused({ fullTextUrl: await upload('theirs.docx', WORD, author) })).toEqual([400, FULL_TEXT_GONE])
      expect(await refused({ fullTextUrl: await upload('final.pdf', aPdf()) })).toEqual([400, TEXT_REQUIRED])
      expect(await refused({ fullTextUrl: await upload('empty.docx', aWordFile(p(''))) })).toEqual([400, TEXT_REQUIRED])
    })

    test('is made by a process that may fail, which leaves nothing', async () => {
      const failing = typesetOrRefuse(
        { workers: journal.resources.workers, typeset: () => Promise.resolve(undefined) },
        { xml: null },
      )
      await expect(failing).rejects.toThrow(PDF_NOT_MADE)
    })

    test('is not made of what is published, and by editors alone', async () => {
      const published = await anArticle(journal.database, { state: 'public' })
      expect((await make(published.id, { purpose: 'proof' })).status).toBe(409)
      expect((await make((await pending()).id, { purpose: 'proof' }, author)).status).toBe(403)
    })

    test('goes with other uploads if nothing is made of it', async () => {
      const { id } = await pending()
      const { file } = (await make(id, { purpose: 'proof', fullTextUrl: await upload('paper.docx', WORD) })).body
      await journal.database.db.updateTable('files').set({ created_at: '2020-01-01T00:00:00.000Z' }).execute()
      await sweepFiles(journal.resources)
      const left = await journal.database.db.selectFrom('files').select('id').where('id', '=', file.id).execute()
      expect(left).toEqual([])
    })
  })
})
