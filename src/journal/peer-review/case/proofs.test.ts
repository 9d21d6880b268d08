import { beforeAll, describe, expect, test } from 'vitest'
import { aFile, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { earlier } from '../../../../tests/support/earlier.ts'
import { aCase, asCaller, decided, withReports } from '../../../../tests/support/review-builders.ts'
import { QUERIES_OPEN, QUERY_NOT_ANSWERED, QUERY_OVER } from '../../../contract/api/proof-queries.ts'
import { CASE_EDITORS_ONLY } from '../../../contract/rules/peer-review/case-policy.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import type { LetterKind } from '../../../contract/rules/peer-review/stages.ts'
import {
  GRIEVANCE_ANSWERED,
  HANDLER_DECIDED,
  HANDLER_INVOLVED,
  REOPEN_UPHELD_ONLY,
  sendGrievance,
} from '../cases/grievances.ts'
import { loadAbout, renderEmail, templateOf } from '../../../platform/email/render.ts'
import { answerProof, PROOF_PDF_ONLY, PROOF_TAKEN, PROOF_TOO_SOON } from '../cases/proofs.ts'

describe('what editors do after a decision', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let decider: SignedIn
    let editor: SignedIn
    let author: SignedIn
    beforeAll(async () => {
      journal = await open()
      decider = await aSignedIn(journal, { role: 'admin' })
      editor = await aSignedIn(journal, { role: 'admin' })
      author = await aSignedIn(journal)
    })

    /** A manuscript on which `decider` has decided this long ago; letters wait for ten minutes. */
    const decidedOn = async (kind: LetterKind, minutesAgo = 11) => {
      const { id } = await aCase(journal.database, { submitter: author.user })
      await earlier(minutesAgo, async () => {
        await withReports(journal.database, asCaller(decider), id)
        await decided(journal.database, asCaller(decider), id, kind)
      })
      return id
    }
    const upload = async (by: SignedIn, mediaType = 'application/pdf') =>
      fileUrl(await aFile(journal.database, { owner: by.user, mediaType }))
    const seen = async (id: string, as = editor) => (await journal.get(`/cases/${id}`, { as })).body
    /** The text of the email that tells the editors of the answer to a proof. */
    const toldToEditors = async (proofId: string) => {
      const row = await journal.database.db
        .selectFrom('outbox')
        .selectAll()
        .where('kind', '=', 'editor-proof-answered')
        .where('data', 'like', `%${proofId}%`)
        .executeTakeFirstOrThrow()
      const template = templateOf(journal.resources.emailTemplates, row.kind)
      const about = (await loadAbout(journal.database.db, template, row))!
      return renderEmail(template, about, { publicUrl: 'http://journal.test', at: row.created_at }).text
    }
    const emails = (kind: 'author-proof' | 'author-appeal-answered', articleId: string) =>
      journal.database.db
        .selectFrom('outbox')
        .select('recipient')
        .where('kind', '=', kind)
        .where('article_id', '=', articleId)
        .execute()

    describe('a proof', () => {
      const send = (id: string, pdfUrl: string, as = editor) => journal.post(`/cases/${id}/proofs`, { pdfUrl }, { as })

      test('is sent after the letter of acceptance, to the author', async () => {
        const early = await decidedOn('accept', 9)
        const refused = await send(early, await upload(editor))
        expect([refused.status, refused.body.message]).toEqual([409, PROOF_TOO_SOON])
        expect((await send(await decidedOn('decline'), await upload(editor))).status).toBe(409)

        const id = await decidedOn('accept')
        const pdfUrl = await upload(editor)
        // A second click sends it once.
        for (let times = 0; times < 2; times++) expect((await send(id, pdfUrl)).status).toBe(201)
        expect(await emails('author-proof', id)).toEqual([{ recipient: author.user.email }])
        const { proofs } = await seen(id)
        expect(proofs).toMatchObject([{ file: { url: pdfUrl }, answer: null, corrections: null }])
        expect(proofs[0].dueOn > proofs[0].sentAt.slice(0, 10)).toBe(true)
      })

      test('is the editor’s own upload, a PDF, and used nowhere else', async () => {
        const id = await decidedOn('accept')
        const word = await send(id, await upload(editor, 'application/msword'))
        expect([word.status, word.body.errors]).toEqual([400, { pdfUrl: PROOF_PDF_ONLY }])
        const others = await send(id, await upload(decider))
        expect([others.status, Object.keys(others.body.errors)]).toEqual([400, ['pdfUrl']])
        const used = await upload(editor)
        expect((await send(await decidedOn('accept'), used)).status).toBe(201)
        const taken = await send(id, used)
        expect([taken.status, taken.body.errors]).toEqual([400, { pdfUrl: PROOF_TAKEN }])
        expect((await send(id, '')).status).toBe(400)
        expect((await seen(id)).proofs).toEqual([])
        const byAuthor = await send(id, await upload(author), author)
        expect([byAuthor.status, byAuthor.body.message]).toEqual([403, CASE_EDITORS_ONLY])
      })

      test('is replaced by a second one, which the author answers', async () => {
        const id = await decidedOn('accept')
        await send(id, await upload(editor))
        const [first] = (await seen(id)).proofs
        const corrections = { answer: 'corrections', corrections: 'Page 2: italics.' } as const
        const answer = (proofId: string, given: { answer: 'approved' | 'corrections'; corrections: string | null }) =>
          journal.database.transaction((tx) => answerProof(tx, asCaller(author), { articleId: id, proofId, ...given }))
        await answer(first.id, corrections)
        expect((await send(id, await upload(decider), decider)).status).toBe(201)
        const second = (await seen(id)).proofs.at(-1)
        expect(second).toMatchObject({ answer: null })
        await answer(second.id, { answer: 'approved', corrections: null })
        const { proofs, next } = await seen(id)
        expect(proofs).toMatchObject([corrections, { answer: 'approved' }])
        expect(next.action).toBe('publish')
        expect(await toldToEditors(first.id)).toContain('Page 2: italics.')
        // Nothing stands where corrections would.
        expect(await toldToEditors(second.id)).toMatch(
          /The authors have approved the proof of this article\.\s+[^\n]+\n\s*Open the case/,
        )
      })
    })

    describe('questions at a proof', () => {
      const QUERIES = [
        { page: 2, anchor: 'three weeks', question: 'Table 1 says four weeks. Which is right?' },
        { question: ' Are all names right? ' },
      ]
      const sent = async (queries: object[] = QUERIES) => {
        const id = await decidedOn('accept')
        const { status } = await journal.post(
          `/cases/${id}/proofs`,
          { pdfUrl: await upload(editor), queries },
          { as: editor },
        )
        expect(status).toBe(201)
        return { id, proofId: (await seen(id)).proofs[0].id as string }
      }
      const answer = ({ id, proofId }: { id: string; proofId: string }, position: number, words: string, as = author) =>
        journal.post(`/manuscripts/${id}/proofs/${proofId}/queries/${position}`, { answer: words }, { as })
      const settle = ({ id, proofId }: { id: string; proofId: string }, position: number, as = editor) =>
        journal.post(`/cases/${id}/proofs/${proofId}/queries/${position}`, {}, { as })
      const approve = ({ id, proofId }: { id: string; proofId: string }) =>
        journal.post(`/manuscripts/${id}/proofs/${proofId}`, { answer: 'approved' }, { as: author })

      test('are read by both sides, and answered before the proof is approved', async () => {
        const proof = await sent()
        const asked = [
          {
            position: 0,
            page: 2,
            anchor: 'three weeks',
            question: QUERIES[0]!.question,
            answer: null,
            isSettled: false,
          },
          { position: 1, page: null, anchor: '', question: 'Are all names right?', answer: null, isSettled: false },
        ]
        expect((await seen(proof.id)).proofs[0].queries).toEqual(asked)
        const read = await journal.get(`/manuscripts/${proof.id}`, { as: author })
        expect(read.body.proof.queries).toEqual(asked)
        await answer(proof, 0, 'Three weeks.')
        const early = await approve(proof)
        expect([early.status, early.body.message]).toEqual([409, QUERIES_OPEN])
        expect((await answer(proof, 1, 'Yes.')).body.proof.queries).toMatchObject([
          { answer: 'Three weeks.' },
          { answer: 'Yes.' },
        ])
        expect((await approve(proof)).status).toBe(200)
        const late = await answer(proof, 1, 'No.')
        expect([late.status, late.body.message]).toEqual([409, QUERY_OVER])
      })

      test('can be left open where corrections are sent', async () => {
        const { id, proofId } = await sent()
        const given = { answer: 'corrections', corrections: 'Page 1: italics.' }
        expect((await journal.post(`/manuscripts/${id}/proofs/${proofId}`, given, { as: author })).status).toBe(200)
      })

      test('are settled by an editor once they have an answer, which then stays', async () => {
        const proof = await sent()
        const early = await settle(proof, 0)
        expect([early.status, early.body.message]).toEqual([409, QUERY_NOT_ANSWERED])
        await answer(proof, 0, 'Three weeks.')
        for (let times = 0; times < 2; times++) expect((await settle(proof, 0)).status).toBe(200)
        expect((await seen(proof.id)).proofs[0].queries[0]).toMatchObject({ answer: 'Three weeks.', isSettled: true })
        expect((await answer(proof, 0, 'Four.')).status).toBe(409)
        expect((await settle(proof, 0, author)).status).toBe(403)
      })

      test('are answered by its submitter alone, at the last proof alone', async () => {
        const proof = await sent()
        const other = await aSignedIn(journal)
        expect((await answer(proof, 0, 'Yes.', other)).status).toBe(404)
        expect((await answer(proof, 7, 'Yes.')).status).toBe(404)
        expect((await answer(proof, 0, '  ')).status).toBe(400)
        await journal.post(`/cases/${proof.id}/proofs`, { pdfUrl: await upload(editor) }, { as: editor })
        expect((await answer(proof, 0, 'Yes.')).status).toBe(404)
        expect((await settle({ ...proof, id: (await sent()).id }, 0)).status).toBe(404)
      })

      test('need words, and are at most fifty', async () => {
        const id = await decidedOn('accept')
        const send = async (queries: object[]) =>
          (await journal.post(`/cases/${id}/proofs`, { pdfUrl: await upload(editor), queries }, { as: editor })).status
        expect(await send([{ question: ' ' }])).toBe(400)
        expect(await send([{ page: 0, question: 'Why?' }])).toBe(400)
        expect(await send(Array.from({ length: 51 }, () => ({ question: 'Why?' })))).toBe(400)
      })
    })

    describe('an appeal', () => {
      const appealed = async (kind: 'appeal' | 'complaint' = 'appeal') => {
        const id = await decidedOn('decline')
        const text = 'The second report is about another species.'
        await journal.database.transaction((tx) => sendGrievance(tx, asCaller(author), { articleId: id, kind, text }))
        const { grievances } = await seen(id)
        return { id, grievanceId: grievances[0].id as string }
      }
      const answer = (of: { id: string; grievanceId: string }, body: object, as = editor) =>
        journal.post(`/cases/${of.id}/grievances/${of.grievanceId}`, body, { as })
      const UPHELD = { outcome: 'upheld', answer: 'You are right.', reopen: true }

      test('is answered by an editor who did not decide; upheld, it returns the manuscript to review', async () => {
        const appeal = await appealed()
        expect((await seen(appeal.id, decider)).grievances).toMatchObject([{ mayAnswer: false }])
        expect((await seen(appeal.id)).grievances).toMatchObject([{ mayAnswer: true }])
        const byDecider = await answer(appeal, UPHELD, decider)
        expect([byDecider.status, byDecider.body.message]).toEqual([403, HANDLER_DECIDED])
        const byAuthor = await answer(appeal, UPHELD, author)
        expect([byAuthor.status, byAuthor.body.message]).toEqual([403, CASE_EDITORS_ONLY])

        // A second click answers once.
        for (let times = 0; times < 2; times++) expect((await answer(appeal, UPHELD)).status).toBe(200)
        const { stage, closedAt, grievances } = await seen(appeal.id)
        expect([stage, closedAt]).toEqual(['reviewing', null])
        expect(grievances).toMatchObject([{ outcome: 'upheld', answer: 'You are right.', mayAnswer: false }])
        expect(await emails('author-appeal-answered', appeal.id)).toEqual([{ recipient: author.user.email }])
        const other = await answer(appeal, { outcome: 'dismissed', answer: 'No.' }, editor)
        expect([other.status, other.body.message]).toEqual([409, GRIEVANCE_ANSWERED])
      })

      test('that is dismissed leaves the manuscript declined', async () => {
        const appeal = await appealed()
        const empty = await answer(appeal, { outcome: 'dismissed', answer: '  ' })
        expect([empty.status, Object.keys(empty.body.errors)]).toEqual([400, ['answer']])
        const reopened = await answer(appeal, { outcome: 'dismissed', answer: 'We have read it.', reopen: true })
        expect([reopened.status, reopened.body.message]).toEqual([409, REOPEN_UPHELD_ONLY])
        expect((await answer(appeal, { outcome: 'dismissed', answer: 'We have read it.' })).status).toBe(200)
        expect((await seen(appeal.id)).stage).toBe('declined')
      })

      test('belongs to its own article', async () => {
        const [one, other] = [await appealed(), await appealed('complaint')]
        const mixed = await answer({ id: other.id, grievanceId: one.grievanceId }, UPHELD)
        expect(mixed.status).toBe(404)
        expect((await seen(one.id)).grievances).toMatchObject([{ answeredAt: null }])
        const partly = { outcome: 'partly', answer: 'We are sorry.' }
        expect((await answer(other, partly, decider)).body.message).toBe(HANDLER_INVOLVED)
        expect((await answer(other, partly)).status).toBe(200)
      })
    })
  })
})
