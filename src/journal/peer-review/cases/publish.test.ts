import { beforeAll, describe, expect, test, vi } from 'vitest'
import { aFile, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { earlier } from '../../../../tests/support/earlier.ts'
import { aCase, asCaller, decided, withReports } from '../../../../tests/support/review-builders.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { sendProof } from './proofs.ts'
import { LETTER_WAITS } from './publish.ts'

describe('publishing a manuscript', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
    })

    const publish = (id: string, pdfUrl: string) =>
      journal.put(`/posts/${id}/approve`, { pdfUrl, approvedByAdmin: 'true' }, { as: admin })
    const approve = async (id: string) => publish(id, fileUrl(await aFile(journal.database, { owner: admin.user })))
    /** A manuscript whose letter of acceptance has been sent. */
    const accepted = async () => {
      const article = await aCase(journal.database)
      await withReports(journal.database, asCaller(admin), article.id)
      await earlier(11, () => decided(journal.database, asCaller(admin), article.id, 'accept'))
      return article
    }
    const proofOf = async (articleId: string, { user }: SignedIn) => {
      const file = await aFile(journal.database, { owner: user })
      await journal.database.transaction((tx) =>
        sendProof(tx, asCaller({ user }), { articleId, pdfUrl: fileUrl(file) }),
      )
      return file
    }
    const published = async (id: string) => (await journal.get(`/posts/details/${id}`)).body

    test('after acceptance prints that it was reviewed, the day of the decision, and a reason if there was one', async () => {
      const article = await aCase(journal.database, { accepted_on: null })
      await withReports(journal.database, asCaller(admin), article.id, { count: 1 })
      const exceptionReason = 'Only one specialist of this family could be found.'
      vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-05T10:00:00.000Z') })
      await decided(journal.database, asCaller(admin), article.id, 'accept', { exceptionReason }).finally(
        vi.useRealTimers,
      )
      expect((await approve(article.id)).status).toBe(200)
      const seen = await published(article.id)
      expect(seen.peerReview).toEqual({ isReviewed: true, exceptionReason, guestEditor: null })
      expect(seen.acceptedAt).toBe('2026-10-05')
      expect(JSON.stringify(seen)).not.toMatch(/Linnea Moss|@moss\.test/)
    })

    test('straight from screening works in the same clicks, and prints that it was not reviewed', async () => {
      const article = await aCase(journal.database)
      expect((await approve(article.id)).status).toBe(200)
      expect((await published(article.id)).peerReview).toMatchObject({ isReviewed: false })
      const row = await journal.database.db
        .selectFrom('review_cases')
        .selectAll()
        .where('article_id', '=', article.id)
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({ stage: 'accepted', closed_at: expect.any(String) })
    })

    test('waits for a decision while it is in review, is being revised or has been declined', async () => {
      const article = await aCase(journal.database)
      await withReports(journal.database, asCaller(admin), article.id)
      const refused = await approve(article.id)
      expect([refused.status, refused.body.message]).toEqual([
        409,
        'This manuscript is in review. It can be published once it has been accepted.',
      ])
      await decided(journal.database, asCaller(admin), article.id, 'decline')
      expect((await approve(article.id)).body.message).toMatch(/^This manuscript has been declined\./)
    })

    test('waits for the letter of acceptance: until then the decision can be undone', async () => {
      const article = await aCase(journal.database)
      await withReports(journal.database, asCaller(admin), article.id)
      await decided(journal.database, asCaller(admin), article.id, 'accept')
      const refused = await approve(article.id)
      expect([refused.status, refused.body.message]).toEqual([409, LETTER_WAITS])
      const { published_at, pdf_file_id } = await journal.database.db
        .selectFrom('articles')
        .select(['published_at', 'pdf_file_id'])
        .where('id', '=', article.id)
        .executeTakeFirstOrThrow()
      expect([published_at, pdf_file_id]).toEqual([null, null])
    })

    test('takes the last proof of the same article, by whichever editor it was uploaded', async () => {
      const other = await aSignedIn(journal, { role: 'admin' })
      const article = await accepted()
      const old = await proofOf(article.id, other)
      const last = await proofOf(article.id, other)
      const elsewhere = await proofOf((await accepted()).id, admin)
      for (const file of [old, elsewhere]) expect((await publish(article.id, fileUrl(file))).status).toBe(400)
      expect((await publish(article.id, fileUrl(last))).status).toBe(200)
      const { pdf_file_id } = await journal.database.db
        .selectFrom('articles')
        .select('pdf_file_id')
        .where('id', '=', article.id)
        .executeTakeFirstOrThrow()
      expect(pdf_file_id).toBe(last.id)
    })

    test('sends each reviewer the certificate once, whatever the number of rounds', async () => {
      const article = await accepted()
      expect((await approve(article.id)).status).toBe(200)
      const sent = await journal.database.db
        .selectFrom('outbox')
        .select('recipient')
        .where('article_id', '=', article.id)
        .where('kind', '=', 'reviewer-published')
        .execute()
      expect(new Set(sent.map(({ recipient }) => recipient)).size).toBe(2)
      expect(sent).toHaveLength(2)
    })
  })
})
