import { buffer } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { aFile, aReviewer, aSignedIn, type SignedIn, headersNow } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aMultipart } from '../../../../tests/support/multipart.ts'
import { aRealPdf } from '../../../../tests/support/pdf-files.ts'
import { aCase, asCaller, invited, withReports } from '../../../../tests/support/review-builders.ts'
import type { CaseView } from '../../../contract/api/case-view.ts'
import {
  COPY_TO_BE_LOOKED_AT,
  LETTER_FILE_OUTDATED,
  LETTER_FILE_TYPE,
  LETTER_FILES_CHANGED,
  LETTER_FILES_MAX,
  type LetterFile,
  type PreparedDecision,
  TOO_MANY_LETTER_FILES,
} from '../../../contract/api/decisions.ts'
import type { Manuscript } from '../../../contract/api/manuscripts.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { CASE_EDITORS_ONLY } from '../../../contract/rules/peer-review/case-policy.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { letterFilesNote } from '../../../contract/rules/peer-review/decision-letter.ts'
import { loadAbout, renderEmail, templateOf } from '../../../platform/email/render.ts'
import type { Erasure, Person } from '../../../platform/personal-data-part.ts'
import { LOOK, WITHHELD } from '../../documents/redaction/withheld.ts'
import { eraseSubmitter } from '../../publication/articles/erase-submitter.ts'
import { sweepFiles } from '../../publication/files/sweep.ts'
import { removeOldDrafts } from '../cases/expiry.ts'
import { correspondenceData } from '../cases/personal-data.ts'

/** A manuscript with a note by a reviewer. */
const ANNOTATED = aRealPdf({
  page: '/Annots[4 0 R]',
  objects: { 4: '<</Type/Annot/Subtype/Text/Rect[9 9 19 19]/T(Marta Lindqvist)/Contents(Please say where.)>>' },
})
const LINE = 'BT /F1 12 Tf 20 100 Td (Yours, Marta Lindqvist) Tj ET'
const SIGNED = aRealPdf({
  page: '/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>',
  objects: {
    4: `<</Length ${LINE.length}>>stream\n${LINE}\nendstream`,
    5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  },
})
const SCRIPT = aRealPdf({ catalog: '/OpenAction<</S/JavaScript/JS(app.alert(1))>>' })
const DAY = 86_400_000

describe('a file with the letter of a decision', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let editor: SignedIn
    let author: SignedIn
    beforeAll(async () => {
      journal = await open()
    })
    beforeEach(async () => {
      editor = await aSignedIn(journal, { role: 'admin', fullName: 'Samina Farooqi' })
      author = await aSignedIn(journal)
      return () => vi.useRealTimers()
    })
    const db = () => journal.database.db
    const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
    const fresh = (one: SignedIn) => headersNow(journal, one)
    async function aReviewed() {
      const article = await aCase(journal.database, { submitter: author.user })
      const reviewer = await aReviewer(journal.database, { fullName: 'Marta Lindqvist' })
      await withReports(journal.database, asCaller(editor), article.id, { reviewers: [reviewer] })
      return article.id
    }
    const upload = async (name: string, content: Uint8Array, as = editor): Promise<string> => {
      const { body, headers } = aMultipart({ name, content })
      const sent = await journal.send('POST', '/files/upload', body, { as: await fresh(as), headers })
      expect(sent.status, sent.text).toBe(201)
      return sent.body.url
    }
    const attaching = async (id: string, url: string, as = editor) =>
      journal.post(`/cases/${id}/letter-files`, { fileUrl: url }, { as: await fresh(as) })
    const attach = async (id: string, name = 'annotated.pdf', content: Uint8Array = ANNOTATED): Promise<LetterFile> => {
      const answer = await attaching(id, await upload(name, content))
      expect(answer.status, answer.text).toBe(201)
      return answer.body
    }
    const removing = async (id: string, fileId: string, as = editor) =>
      journal.post(`/cases/${id}/letter-files/${fileId}/removal`, {}, { as: await fresh(as) })
    const prepare = async (id: string, as = editor): Promise<PreparedDecision> =>
      (await journal.get(`/cases/${id}/decisions/prepare`, { as: await fresh(as) })).body
    const decide = async (id: string, files: { id: string; looked: boolean }[], as = editor) => {
      const reports = (await prepare(id, as)).reports.map((report) => report.id)
      return journal.post(
        `/cases/${id}/decisions`,
        {
          ...{ kind: 'minor', letter: 'Dear authors,\n\nplease revise.', releases: [], seenReports: reports, files },
          revisionDueOn: addDays(dayOf(new Date()), 14),
        },
        { as: await fresh(as) },
      )
    }
    const reads = async (fileId: string, as: SignedIn) =>
      (await journal.get(`/files/${fileId}/link`, { as: await fresh(as) })).status === 200
    const letters = async (id: string) =>
      ((await journal.get(`/manuscripts/${id}`, { as: await fresh(author) })).body as Manuscript).letters

    test('is kept as a copy without names, goes with the letter, and is told in its email', async () => {
      const id = await aReviewed()
      const url = await upload('annotated.pdf', ANNOTATED)
      const { body: file } = await attaching(id, url)
      expect(file).toMatchObject({ name: 'annotated.pdf', look: null })
      expect((await attaching(id, url)).status).toBe(400)
      const bytes = await buffer((await journal.resources.store.open(file.id))!.read())
      const copy = inflateSync(bytes.subarray(bytes.indexOf('stream\n') + 'stream\n'.length)).toString('latin1')
      expect(copy).toContain('Please say where.')
      expect(copy + bytes.toString('latin1')).not.toMatch(/Lindqvist|Marta/)
      expect((await prepare(id)).files).toEqual([file])
      const files = [{ id: file.id, looked: false }]
      const made = await decide(id, files)
      expect(made.status, made.text).toBe(200)
      // Sent once more it is the same; without its file it is another one.
      expect((await decide(id, files)).body.id).toBe(made.body.id)
      expect((await decide(id, [])).status).toBe(409)
      const view: CaseView = (await journal.get(`/cases/${id}`, { as: editor })).body
      expect(view.decisions.map((one) => one.files.map(({ name }) => name))).toEqual([['annotated.pdf']])
      const row = await db()
        .selectFrom('outbox')
        .selectAll()
        .where('decision_id', '=', made.body.id)
        .where('kind', '=', 'author-decision')
        .executeTakeFirstOrThrow()
      const template = templateOf(journal.resources.emailTemplates, row.kind)
      const about = (await loadAbout(db(), template, row))!
      const { text, html } = await renderEmail(template, about, {
        publicUrl: 'http://journal.test',
        at: row.created_at,
      })
      for (const email of [text, html]) expect(email).toContain(letterFilesNote(['annotated.pdf']))
      expect(await reads(file.id, author)).toBe(false)
      later(11 * 60_000)
      expect(await reads(file.id, author)).toBe(true)
      expect((await letters(id)).map((letter) => letter.files)).toEqual([[{ name: 'annotated.pdf', url: file.url }]])
      expect((await removing(id, file.id)).body).toEqual([])
      later(10 * DAY)
      await sweepFiles(journal.resources)
      expect(await journal.resources.store.open(file.id)).not.toBeNull()
    })

    test('is in the draft again once the decision is undone, and authors never get it', async () => {
      const id = await aReviewed()
      const file = await attach(id)
      const { body: made } = await decide(id, [{ id: file.id, looked: true }])
      expect((await prepare(id)).files).toEqual([])
      await journal.post(`/cases/${id}/decisions/${made.id}/undo`, {}, { as: editor })
      expect((await prepare(id)).files).toEqual([file])
      const view: CaseView = (await journal.get(`/cases/${id}`, { as: editor })).body
      expect(view.decisions.flatMap((one) => one.files)).toEqual([])
      later(11 * 60_000)
      expect(await reads(file.id, author)).toBe(false)
      // Attached elsewhere, and not on this screen: it neither goes nor stays unnoticed.
      expect((await decide(id, [])).body.message).toBe(LETTER_FILES_CHANGED)
      expect((await decide(id, [{ id: file.id, looked: true }])).status).toBe(200)
    })

    test('that names a reviewer in its text is looked at, and its name is not used', async () => {
      const id = await aReviewed()
      const file = await attach(id, 'Lindqvist_comments.pdf', SIGNED)
      expect(file).toMatchObject({ name: 'File from the editor.pdf', look: LOOK.inText('Marta Lindqvist') })
      const refused = await decide(id, [{ id: file.id, looked: false }])
      expect(refused.body.errors).toEqual({ 'files.0.looked': COPY_TO_BE_LOOKED_AT })
      expect((await decide(id, [{ id: file.id, looked: true }])).status).toBe(200)
      const row = await db().selectFrom('letter_files').selectAll().where('file_id', '=', file.id).executeTakeFirst()
      expect(row).toMatchObject({ attached_by: editor.user.id, looked_at: expect.any(String) })
    })

    test('is attached again if a reviewer has come since then', async () => {
      const id = await aReviewed()
      const file = await attach(id)
      await invited(journal.database, asCaller(editor), id, { count: 1 })
      const files = [{ id: file.id, looked: true }]
      expect((await decide(id, files)).body.errors).toEqual({ files: LETTER_FILE_OUTDATED('annotated.pdf') })
      expect((await removing(id, file.id)).body).toEqual([])
      const again = await attach(id)
      expect((await decide(id, [{ id: again.id, looked: true }])).status).toBe(200)
    })

    test('is refused in words if it cannot be cleaned, is of another type, or is not the editor’s', async () => {
      const id = await aReviewed()
      const messages: string[] = []
      for (const [name, content] of [
        ['script.pdf', SCRIPT],
        ['notes.txt', Buffer.from('Notes\n')],
      ] as const) {
        const answer = await attaching(id, await upload(name, content))
        messages.push(answer.body.errors.fileUrl)
      }
      expect(messages).toEqual([WITHHELD.script, LETTER_FILE_TYPE])
      const foreign = await aFile(journal.database, { owner: author.user, store: journal.resources.store })
      expect((await attaching(id, fileUrl(foreign))).status).toBe(400)
      expect((await prepare(id)).files).toEqual([])
    })

    test('is one of few, and is removed with its bytes', async () => {
      const id = await aReviewed()
      const urls = await Promise.all(Array.from({ length: LETTER_FILES_MAX + 2 }, () => upload('a.pdf', ANNOTATED)))
      const answers = await Promise.all(urls.map((url) => attaching(id, url)))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(LETTER_FILES_MAX)
      for (const { status, body } of answers)
        if (status !== 201) expect([status, body.message]).toEqual([409, TOO_MANY_LETTER_FILES])
      const [first] = (await prepare(id)).files
      for (let time = 0; time < 2; time++)
        expect((await removing(id, first!.id)).body).toHaveLength(LETTER_FILES_MAX - 1)
      expect(await journal.resources.store.open(first!.id)).toBeNull()
    })

    test('is its editor’s alone: a guest editor has their own, a recused editor and an author never', async () => {
      const id = await aReviewed()
      const file = await attach(id)
      const guest = await aSignedIn(journal)
      await journal.post(`/cases/${id}/guest-editors`, { email: guest.user.email }, { as: editor })
      const recused = await aSignedIn(journal, { role: 'admin' })
      await journal.post(`/cases/${id}/recusal`, { reason: 'A friend' }, { as: recused })
      for (const someone of [author, recused]) {
        const url = await upload('mine.pdf', ANNOTATED, someone)
        for (const answer of [await attaching(id, url, someone), await removing(id, file.id, someone)])
          expect([answer.status, answer.body.message]).toEqual([403, CASE_EDITORS_ONLY])
        expect(await reads(file.id, someone)).toBe(false)
      }
      expect(await reads(file.id, guest)).toBe(true)
      expect((await attaching(id, await upload('mine.pdf', ANNOTATED, guest), guest)).status).toBe(201)
      expect((await removing(id, file.id, guest)).body).toHaveLength(1)
      expect((await prepare(id)).files).toEqual([file])
    })

    test('is downloaded and erased with its editor, goes with the author’s manuscript, and with an old case', async () => {
      const person = { id: editor.user.id } as Person
      const without = (text: string) => text.replaceAll('Farooqi', 'Former account')
      const [sent, draft] = [await aReviewed(), await aReviewed()]
      const { id: sentId } = await attach(sent, 'By Farooqi.pdf')
      const { id: draftId } = await attach(draft)
      await decide(sent, [{ id: sentId, looked: true }])
      const given = await correspondenceData.files!(db(), person)
      expect(given.map(({ path }) => path).sort()).toEqual(
        [sentId, draftId].map((one) => `letter-files/${one}.pdf`).sort(),
      )
      await journal.database.transaction((tx) => correspondenceData.erase!(tx, person, { without } as Erasure))
      const left = await db()
        .selectFrom('letter_files')
        .innerJoin('files', 'files.id', 'file_id')
        .select('name')
        .where('attached_by', '=', editor.user.id)
        .execute()
      expect(left).toEqual([{ name: 'By Former account.pdf' }])
      const rows = async (...ids: string[]) =>
        (await db().selectFrom('letter_files').select('article_id').where('article_id', 'in', ids).execute()).length
      const old = await aReviewed()
      await attach(old)
      await db()
        .updateTable('review_cases')
        .set({ closed_at: '2020-01-01T00:00:00.000Z' })
        .where('article_id', 'in', [sent, old])
        .execute()
      await removeOldDrafts(journal.database)
      expect([await rows(sent), await rows(old)]).toEqual([1, 0])
      const submitter = { id: author.user.id, confirmedEmails: [] as string[], account: {} } as unknown as Person
      const by = { without, withoutThen: without, wasNamed: () => false } as unknown as Erasure
      await journal.database.transaction((tx) => eraseSubmitter(tx, submitter, by))
      expect(await rows(sent)).toBe(0)
    })
  })
})
