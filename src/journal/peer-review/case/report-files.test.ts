import { forgetOutdatedCopies } from '../reviewers/outdated-copies.ts'
import { enqueueJob, jobStates } from '../../../platform/jobs/queue.ts'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { aFile, aSignedIn, type SignedIn, headersNow } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { anArchive, wordParts, WORD_TYPE } from '../../../../tests/support/office-files.ts'
import { aCase, asCaller, reported, agreed, invited, decided } from '../../../../tests/support/review-builders.ts'
import type { CaseReportFile, CaseView } from '../../../contract/api/case-view.ts'
import type { Manuscript } from '../../../contract/api/manuscripts.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { CASE_EDITORS_ONLY } from '../../../contract/rules/peer-review/case-policy.ts'
import {
  CLEANING_FAILED,
  CLEANING_PAUSES_MS,
  COPY_CHANGED,
  FILE_GIVEN,
  FILE_REPLACED,
  NO_COPY,
  NO_FILE_TO_GIVE,
  NOT_TO_BE_TRIED,
  REPLACEMENT_TYPE,
  REPORT_NOT_GIVEN,
} from '../../../contract/rules/peer-review/report-files.ts'
import { sweepFiles } from '../../publication/files/sweep.ts'
import { WITHHELD, LOOK } from '../../documents/redaction/withheld.ts'
import { cleanDueFiles } from '../report/clean-files.ts'

const OLD_WORD = { name: 'old.doc', mediaType: 'application/msword', content: Buffer.alloc(1024, 'x') }
const NOTES = { name: 'notes.txt', mediaType: 'text/plain', content: Buffer.from('A few notes on the leaves\n') }
const SIGNED = { name: 'signed.txt', mediaType: 'text/plain', content: Buffer.from('Looks good.\nMarta Lindqvist\n') }

describe('the file of a report', () => {
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

    /** A case with a report that has these files, and what its editor sees. */
    async function aReportWith(...contents: { name: string; mediaType: string; content: Buffer }[]) {
      const article = await aCase(journal.database, { submitter: author.user })
      const [one] = await invited(journal.database, asCaller(editor), article.id, { count: 1 })
      await agreed(journal.database, one!.id)
      const attachedIds: string[] = []
      for (const [at, content] of contents.entries()) {
        const file = await aFile(journal.database, { ...content, owner: null, store: journal.resources.store })
        const created_at = new Date(Date.now() + at).toISOString()
        await db()
          .insertInto('review_files')
          .values({ id: file.id, assignment_id: one!.id, file_id: file.id, created_at })
          .execute()
        await journal.database.transaction((tx) => enqueueJob(tx, 'cleaning', file.id))
        attachedIds.push(file.id)
      }
      await db()
        .updateTable('reviewers')
        .set({ full_name: 'Marta Lindqvist' })
        .where('id', '=', one!.reviewer_id)
        .execute()
      const report = await reported(journal.database, one!.id)
      await cleanDueFiles(journal.resources)
      return { id: article.id, attachedId: attachedIds[0]!, attachedIds, assignmentId: one!.id, reportId: report.id }
    }
    type OfReport = Awaited<ReturnType<typeof aReportWith>>

    const seen = async ({ id }: OfReport): Promise<CaseReportFile> => {
      const view: CaseView = (await journal.get(`/cases/${id}`, { as: await fresh(editor) })).body
      return view.assignments[0]!.report!.files[0]!
    }
    const call = async (of: OfReport, verb: string, body: object = {}, as: SignedIn = editor) =>
      journal.post(`/cases/${of.id}/report-files/${of.attachedId}/${verb}`, body, { as: await fresh(as) })
    const give = async (of: OfReport, as: SignedIn = editor) =>
      journal.post(
        `/cases/${of.id}/reports/${of.reportId}/files`,
        { files: [of.attachedId], note: 'The file comes late.' },
        { as: await fresh(as) },
      )
    const decideOn = (of: OfReport, withFile = true) =>
      decided(journal.database, asCaller(editor), of.id, 'minor', {
        releases: [
          {
            reportId: of.reportId,
            text: 'Fine work.',
            changeReason: 'Shorter.',
            files: withFile ? [of.attachedId] : [],
          },
        ],
      })
    const authorsFile = async ({ id }: OfReport) => {
      const answer = await journal.get(`/manuscripts/${id}`, { as: await fresh(author) })
      expect(answer.status).toBe(200)
      const reports = JSON.stringify(answer.body)
      return /"url":"(\/files\/[^"]*\/Reviewer[^"]*)"/.exec(reports)?.[1] ?? null
    }

    test('is released by the editor who has looked at its copy: that copy then goes with the decision', async () => {
      const of = await aReportWith(SIGNED)
      const file = await seen(of)
      expect(file).toMatchObject({ state: 'look', heldBack: LOOK.inText('Marta Lindqvist'), lookedBy: null })
      const looked = await journal.get(`/files/${file.copy!.id}/link`, { as: editor })
      expect(looked.status).toBe(200)
      for (let time = 0; time < 2; time++)
        expect(await call(of, 'release', { copyId: file.copy!.id })).toMatchObject({ status: 200 })
      expect(await seen(of)).toMatchObject({
        state: 'cleaned',
        lookedBy: 'Samina Farooqi',
        lookedAt: expect.any(String),
      })
      const entries = await db()
        .selectFrom('audit_entries')
        .select(['actor_id', 'after'])
        .where('subject', '=', of.id)
        .where('action', '=', 'article.release-file')
        .execute()
      expect(entries).toEqual([{ actor_id: editor.user.id, after: JSON.stringify({ assignmentId: of.assignmentId }) }])
      expect(await authorsFile(of)).toBeNull()
      await decideOn(of)
      later(11 * 60_000)
      expect(await authorsFile(of)).toContain(file.copy!.id)
    })

    test.each([false, true])(
      'that nobody has looked at goes with no decision, asked for or not: %s',
      async (withFile) => {
        const of = await aReportWith(SIGNED)
        await decideOn(of, withFile)
        later(11 * 60_000)
        expect(await authorsFile(of)).toBeNull()
      },
    )

    test('can be left out although it was released', async () => {
      const of = await aReportWith(SIGNED)
      await call(of, 'release', { copyId: (await seen(of)).copy!.id })
      await decideOn(of, false)
      later(11 * 60_000)
      expect(await authorsFile(of)).toBeNull()
    })

    test('that was looked at after the decision is given by an act of its own, with a message', async () => {
      const of = await aReportWith(SIGNED)
      const { copy } = await seen(of)
      await decideOn(of)
      expect((await give(of)).body.message).toBe(REPORT_NOT_GIVEN)
      later(11 * 60_000)
      const before = (await journal.get(`/manuscripts/${of.id}`, { as: await fresh(author) })).text
      expect((await give(of)).body.message).toBe(NO_FILE_TO_GIVE)
      await call(of, 'release', { copyId: copy!.id })
      // Looking alone changes nothing for the authors.
      expect((await journal.get(`/manuscripts/${of.id}`, { as: await fresh(author) })).text).toBe(before)
      expect(await give(of)).toMatchObject({ status: 200 })
      expect(await authorsFile(of)).toContain(copy!.id)
      expect((await give(of)).body.message).toBe(FILE_GIVEN)
      const view: CaseView = (await journal.get(`/cases/${of.id}`, { as: await fresh(editor) })).body
      expect(view.messages.map(({ text }) => text)).toEqual(['The file comes late.'])
    })

    test('is released as the bytes that were looked at, and no others', async () => {
      const of = await aReportWith(SIGNED)
      const { copy } = await seen(of)
      const other = await aFile(journal.database, { owner: null })
      expect((await call(of, 'release', { copyId: other.id })).body.message).toBe(COPY_CHANGED)
      await call(of, 'release', { copyId: copy!.id })
      // Made again by other rules.
      await db().updateTable('review_files').set({ rules: 0 }).where('id', '=', of.attachedId).execute()
      await journal.database.transaction(forgetOutdatedCopies)
      await cleanDueFiles(journal.resources)
      const again = await seen(of)
      expect(again).toMatchObject({ state: 'look', lookedBy: null })
      expect(again.copy!.id).not.toBe(copy!.id)
      expect((await call(of, 'release', { copyId: copy!.id })).body.message).toBe(COPY_CHANGED)
    })

    test('is one of several: each is released, sent and given alone', async () => {
      const of = await aReportWith(NOTES, SIGNED)
      const [notes, signed] = of.attachedIds.map((attachedId) => ({ ...of, attachedId }))
      const files = async () =>
        ((await journal.get(`/cases/${of.id}`, { as: await fresh(editor) })).body as CaseView).assignments[0]!.report!
          .files
      const shared = async () =>
        ((await journal.get(`/manuscripts/${of.id}`, { as: await fresh(author) })).body as Manuscript).letters[0]!
          .reports[0]!.files
      const mayRead = async () =>
        Promise.all(
          (await files()).map(
            async ({ copy }) =>
              (await journal.get(`/files/${copy!.id}/link`, { as: await fresh(author) })).status === 200,
          ),
        )
      expect((await files()).map(({ state, copy }) => [state, copy!.name])).toEqual([
        ['cleaned', expect.stringMatching(/^Reviewer [A-Z]\.txt$/)],
        ['look', expect.stringMatching(/^Reviewer [A-Z] 2\.txt$/)],
      ])
      await call(signed!, 'release', { copyId: (await files())[1]!.copy!.id })
      const decideWith = (ids: string[]) =>
        decided(journal.database, asCaller(editor), of.id, 'minor', {
          letter: 'Please revise.',
          releases: [{ reportId: of.reportId, text: 'Fine work.', changeReason: 'Shorter.', files: ids }],
        })
      const made = await decideWith([signed!.attachedId])
      // Sent once more it is the same; with other files it is another one.
      expect((await decideWith([signed!.attachedId])).id).toBe(made.id)
      await expect(decideWith(of.attachedIds)).rejects.toMatchObject({ kind: 'conflict' })
      expect((await files()).map(({ isGiven }) => isGiven)).toEqual([false, true])
      expect(await mayRead()).toEqual([false, false])
      later(11 * 60_000)
      expect(await mayRead()).toEqual([false, true])
      expect((await shared()).map(({ name }) => name)).toEqual([expect.stringMatching(/^Reviewer [A-Z]\.txt$/)])
      // For a server of an earlier version, and by one.
      await db().deleteFrom('report_release_files').execute()
      expect(await mayRead()).toEqual([false, true])
      expect((await call(signed!, 'replacement', { fileUrl: '/files/a/b' })).body.message).toBe(FILE_GIVEN)
      expect((await give(signed!)).body.message).toBe(FILE_GIVEN)
      expect(await give(notes!)).toMatchObject({ status: 200 })
      expect(await mayRead()).toEqual([true, true])
      expect((await shared()).map(({ name }) => name)).toEqual([
        expect.stringMatching(/^Reviewer [A-Z]\.txt$/),
        expect.stringMatching(/^Reviewer [A-Z] 2\.txt$/),
      ])
      later(10 * 86_400_000)
      await sweepFiles(journal.resources)
      for (const { copy } of await files()) expect(await journal.resources.store.open(copy!.id)).not.toBeNull()
    })

    test('made by earlier rules stays with authors who have it, and their copy is not swept', async () => {
      const of = await aReportWith(NOTES)
      const { copy } = await seen(of)
      await decideOn(of)
      later(11 * 60_000)
      await db().updateTable('review_files').set({ rules: null }).where('id', '=', of.attachedId).execute()
      await journal.database.transaction(forgetOutdatedCopies)
      await cleanDueFiles(journal.resources)
      later(10 * 86_400_000)
      await sweepFiles(journal.resources)
      expect(await authorsFile(of)).toContain(copy!.id)
      expect((await buffer((await journal.resources.store.open(copy!.id))!.read())).toString()).toBe(
        NOTES.content.toString(),
      )
    })

    test('that cannot be cleaned cannot be released; it is replaced by an upload, which is cleaned alike', async () => {
      const of = await aReportWith(OLD_WORD)
      expect(await seen(of)).toMatchObject({ state: 'held-back', heldBack: WITHHELD.type, copy: null })
      expect((await call(of, 'release', { copyId: of.attachedId })).body.message).toBe(NO_COPY)
      const leaf = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'green' } })
        .jpeg()
        .toBuffer()
      const content = anArchive(wordParts('Marta Lindqvist', { picture: Buffer.from(leaf) }))
      const upload = await aFile(journal.database, {
        ...{ name: 'by hand.docx', mediaType: WORD_TYPE, content, owner: editor.user, store: journal.resources.store },
      })
      const xml = await aFile(journal.database, { name: 'a.xml', mediaType: 'application/xml', owner: editor.user })
      const foreign = await aFile(journal.database, { owner: author.user })
      expect((await call(of, 'replacement', { fileUrl: fileUrl(xml) })).body.errors.fileUrl).toBe(REPLACEMENT_TYPE)
      expect((await call(of, 'replacement', { fileUrl: fileUrl(foreign) })).status).toBe(400)
      expect(await call(of, 'replacement', { fileUrl: fileUrl(upload) })).toMatchObject({ status: 200 })
      expect((await call(of, 'replacement', { fileUrl: fileUrl(upload) })).body.message).toBe(FILE_REPLACED)
      expect(await seen(of)).toMatchObject({ state: 'checking', providedBy: 'Samina Farooqi' })
      await cleanDueFiles(journal.resources)
      const file = await seen(of)
      expect(file).toMatchObject({ id: upload.id, state: 'look', heldBack: LOOK.drawings })
      await call({ ...of, attachedId: upload.id }, 'release', { copyId: file.copy!.id })
      await decideOn({ ...of, attachedId: upload.id })
      later(11 * 60_000)
      expect(await authorsFile(of)).toContain(file.copy!.id)
      expect(
        (await call({ ...of, attachedId: upload.id }, 'replacement', { fileUrl: fileUrl(upload) })).body.message,
      ).toBe(FILE_GIVEN)
    })

    test('that needed no look can be replaced too, and is not sent any more', async () => {
      const of = await aReportWith(NOTES)
      expect(await seen(of)).toMatchObject({ state: 'cleaned', heldBack: null })
      const upload = await aFile(journal.database, { ...SIGNED, owner: editor.user, store: journal.resources.store })
      await call(of, 'replacement', { fileUrl: fileUrl(upload) })
      await cleanDueFiles(journal.resources)
      await decideOn(of)
      later(11 * 60_000)
      expect(await authorsFile(of)).toBeNull()
    })

    test('is for the editors of the case: a guest editor too, a recused administrator or an author never', async () => {
      const of = await aReportWith(SIGNED)
      const { copy } = await seen(of)
      const guest = await aSignedIn(journal)
      await journal.post(`/cases/${of.id}/guest-editors`, { email: guest.user.email }, { as: editor })
      const recused = await aSignedIn(journal, { role: 'admin' })
      await journal.post(`/cases/${of.id}/recusal`, { reason: 'A friend' }, { as: recused })
      const before = await db().selectFrom('review_files').selectAll().where('id', '=', of.attachedId).execute()
      for (const someone of [author, recused, await aSignedIn(journal)]) {
        for (const answer of [
          await call(of, 'release', { copyId: copy!.id }, someone),
          await call(of, 'replacement', { fileUrl: '/files/a/b' }, someone),
          await call(of, 'retry', {}, someone),
          await give(of, someone),
        ])
          expect([answer.status, answer.body.message]).toEqual([403, CASE_EDITORS_ONLY])
        expect((await journal.get(`/files/${copy!.id}/link`, { as: someone })).status).toBe(404)
      }
      expect(await db().selectFrom('review_files').selectAll().where('id', '=', of.attachedId).execute()).toEqual(
        before,
      )
      expect((await journal.get(`/files/${copy!.id}/link`, { as: guest })).status).toBe(200)
      const other = await aReportWith(SIGNED)
      expect((await call({ ...other, id: of.id }, 'release', { copyId: copy!.id }, guest)).status).toBe(404)
      expect((await call(of, 'release', { copyId: copy!.id }, guest)).status).toBe(200)
      expect((await seen(of)).lookedBy).toBe(guest.user.full_name)
    })

    describe('that fails to be cleaned', () => {
      /** The bytes are gone from the disk. */
      const aFailing = async () => {
        const of = await aReportWith({ ...NOTES, content: Buffer.from('gone') })
        await db().updateTable('review_files').set({ cleaned_file_id: null }).where('id', '=', of.attachedId).execute()
        await journal.database.transaction((tx) => enqueueJob(tx, 'cleaning', of.attachedId))
        await journal.resources.store.remove(of.attachedId)
        return of
      }
      const attempts = async ({ attachedId }: OfReport) =>
        (await jobStates(db(), 'cleaning', [attachedId])).get(attachedId)!.attempts

      test('is tried a few times with longer and longer pauses, and then an editor reads why', async () => {
        const of = await aFailing()
        for (const [at, pause] of CLEANING_PAUSES_MS.entries()) {
          await cleanDueFiles(journal.resources)
          await cleanDueFiles(journal.resources)
          expect(await attempts(of)).toBe(at + 1)
          expect((await seen(of)).state).toBe(at ? 'delayed' : 'checking')
          later(pause - 1000)
          await cleanDueFiles(journal.resources)
          expect(await attempts(of)).toBe(at + 1)
          later(1000)
        }
        later(86_400_000)
        await cleanDueFiles(journal.resources)
        await cleanDueFiles(journal.resources)
        expect(await attempts(of)).toBe(CLEANING_PAUSES_MS.length + 1)
        expect(await seen(of)).toMatchObject({ state: 'failed', heldBack: CLEANING_FAILED, copy: null })
        expect((await call(of, 'release', { copyId: of.attachedId })).body.message).toBe(NO_COPY)
      })

      test('is tried again when an editor asks for it, and not while it is under way', async () => {
        const of = await aFailing()
        await cleanDueFiles(journal.resources)
        expect((await call(of, 'retry')).body.message).toBe(NOT_TO_BE_TRIED)
        for (let attempt = 0; attempt < 5; attempt++) {
          later(86_400_000)
          await cleanDueFiles(journal.resources)
        }
        await journal.resources.store.keep(of.attachedId, Buffer.from('gone'))
        expect(await call(of, 'retry')).toMatchObject({ status: 200 })
        await cleanDueFiles(journal.resources)
        expect(await seen(of)).toMatchObject({ state: 'cleaned' })
        expect((await call(of, 'retry')).body.message).toBe(NOT_TO_BE_TRIED)
      })

      test('is counted before it is tried: what kills the process is not tried for ever', async () => {
        const of = await aFailing()
        const seenAttempts: number[] = []
        const documents = journal.resources.documents
        await journal.resources.store.keep(of.attachedId, Buffer.from('gone'))
        const killing = {
          ...journal.resources,
          documents: {
            redact: async () => {
              seenAttempts.push(await attempts(of))
              throw new Error('as if the process had died')
            },
          } as unknown as typeof documents,
        }
        for (const pause of [...CLEANING_PAUSES_MS, 0]) {
          await cleanDueFiles(killing)
          later(pause)
        }
        expect(seenAttempts).toEqual([1, 2, 3, 4, 5])
      })
    })
  })
})
