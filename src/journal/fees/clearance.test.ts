import { beforeAll, describe, expect, test } from 'vitest'
import { aFile, aSignedIn, aVolume, type SignedIn } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { anAccepted, anInvoice, aPayment } from '../../../tests/support/fee-builders.ts'
import { aCase, asCaller } from '../../../tests/support/review-builders.ts'
import { NOTHING_TO_PAY } from '../../contract/api/invoices.ts'
import { fileUrl } from '../../contract/rules/files/file-rules.ts'
import { NOT_CLEARED } from './clearance.ts'

describe('payment first', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let author: SignedIn
    let editor: SignedIn
    beforeAll(async () => {
      journal = await open()
      author = await aSignedIn(journal)
      editor = await aSignedIn(journal, { role: 'admin' })
    })
    const db = () => journal.database.db
    const promised = (id: string, fees: object = {}) =>
      db()
        .insertInto('manuscript_promises')
        .values({
          ...{ article_id: id, journal_version: 0, pages: '{}' },
          promised: JSON.stringify({ 'fees.paymentFirst': true, ...fees }),
        })
        .execute()
    const fromCountry = async (id: string, country: string) => {
      const rows = await db()
        .selectFrom('article_contributors')
        .select('contributor_id')
        .where('article_id', '=', id)
        .execute()
      for (const { contributor_id } of rows) {
        await db().deleteFrom('contributor_affiliations').where('contributor_id', '=', contributor_id).execute()
        await db()
          .insertInto('contributor_affiliations')
          .values({
            ...{ contributor_id, position: 0, institution: 'University', department: null, city: null, country },
            ...{ ror: null, line: `University, ${country}` },
          })
          .execute()
      }
    }
    /** An accepted manuscript from Pakistan, whose fee comes first. */
    const accepted = async (fees: object = {}, country = 'Pakistan') => {
      const id = await anAccepted(journal.database, author.user)
      await promised(id, fees)
      await fromCountry(id, country)
      return id
    }
    const waiver = (id: string, outcome: 'whole' | 'part' | 'declined' | null) =>
      db()
        .insertInto('waivers')
        .values({
          ...{ article_id: id, kind: 'nothing', could_pay: '', reason: '', asked_by: author.user.id, outcome },
          ...{ asked_at: '2026-05-01T09:00:00.000Z', told_at: null, answer: null, answered_by: null },
          ...{ answered_at: outcome && '2026-05-02T09:00:00.000Z' },
          ...(outcome === 'part' ? { currency: 'PKR', amount: 500_000 } : { currency: null, amount: null }),
        })
        .execute()
    const approve = async (id: string) =>
      journal.put(
        `/posts/${id}/approve`,
        { pdfUrl: fileUrl(await aFile(journal.database, { owner: editor.user })), approvedByAdmin: 'true' },
        { as: editor },
      )
    /** What publishing answers; once it has been published it is not asked again. */
    const refusal = async (id: string): Promise<string | null> => {
      const { status, body } = await approve(id)
      if (status === 200) return null
      expect(status, body.message).toBe(409)
      return body.message as string
    }
    const invoiced = (id: string, form: object = {}) => anInvoice(journal.database, asCaller(editor), id, form)

    test('holds an accepted article back until its invoice is paid, whatever part of it was', async () => {
      const id = await accepted()
      expect(await refusal(id)).toBe(NOT_CLEARED)
      const number = await invoiced(id)
      expect(await refusal(id)).toBe(NOT_CLEARED)
      await aPayment(journal.database, asCaller(editor), number, 500_000)
      expect(await refusal(id)).toBe(NOT_CLEARED)
      const mistake = await aPayment(journal.database, asCaller(editor), number, 1_000_000)
      await db()
        .updateTable('payments')
        .set({ withdrawn_at: '2026-05-02T09:00:00.000Z', withdrawn_by: editor.user.id })
        .where('id', '=', mistake)
        .execute()
      expect(await refusal(id)).toBe(NOT_CLEARED)
      await aPayment(journal.database, asCaller(editor), number, 1_000_000)
      expect(await refusal(id)).toBeNull()
    })

    test('lets through what is waived as a whole, and not what waits for an answer, is reduced or declined', async () => {
      const answers: (string | null)[] = []
      for (const outcome of ['whole', null, 'part', 'declined'] as const) {
        const id = await accepted()
        await waiver(id, outcome)
        answers.push(await refusal(id))
      }
      expect(answers).toEqual([null, NOT_CLEARED, NOT_CLEARED, NOT_CLEARED])
      // Paid, and less is asked for: it is answered first.
      const asked = await accepted()
      await aPayment(journal.database, asCaller(editor), await invoiced(asked), 1_500_000)
      await waiver(asked, null)
      expect(await refusal(asked)).toBe(NOT_CLEARED)
    })

    test('never delays what is free for its authors', async () => {
      const free = { 'fees.local.amount': 'free of charge' }
      expect(await refusal(await accepted(free))).toBeNull()
      expect(await refusal(await accepted(free, 'France'))).toBe(NOT_CLEARED)
      // Of authors whose countries are not known the fee may be either.
      expect(await refusal(await accepted(free, ''))).toBe(NOT_CLEARED)
      expect(await refusal(await accepted({ ...free, 'fees.international.amount': 'none' }, ''))).toBeNull()
      const chosen = await accepted(free, '')
      await db()
        .insertInto('fee_sides')
        .values({
          ...{ article_id: chosen, side: 'local', reason: 'As agreed', chosen_by: editor.user.id },
          chosen_at: '2026-05-02T09:00:00.000Z',
        })
        .execute()
      expect(await refusal(chosen)).toBeNull()
    })

    test('is a promise: manuscripts that were not told of it, samples and what has no case do not wait', async () => {
      const { id } = await aCase(journal.database, { submitter: author.user })
      await db().updateTable('review_cases').set({ stage: 'accepted' }).where('article_id', '=', id).execute()
      expect(await refusal(id)).toBeNull()
      const sample = await accepted()
      await db().updateTable('review_cases').set({ is_sample: 1 }).where('article_id', '=', sample).execute()
      expect(await refusal(sample)).not.toBe(NOT_CLEARED)
    })

    test('never waits for the fee of an imported article, which has none, though it was reviewed here', async () => {
      const id = await accepted()
      await db().updateTable('articles').set({ origin: 'imported' }).where('id', '=', id).execute()
      await expect(invoiced(id)).rejects.toThrow(NOTHING_TO_PAY)
      expect(await refusal(id)).toBeNull()
    })

    test('answers before acceptance as it would without', async () => {
      const answers: (readonly [number, string])[] = []
      for (const isFirst of [true, false]) {
        const { id } = await aCase(journal.database, { submitter: author.user })
        if (isFirst) await promised(id)
        await db().updateTable('review_cases').set({ stage: 'reviewing' }).where('article_id', '=', id).execute()
        const { status, body } = await approve(id)
        answers.push([status, body.message as string])
      }
      expect(answers[0]).toEqual(answers[1])
    })

    test('holds for an issue too, with the same sentence', async () => {
      const issue = await aVolume(journal.database, { release: 'issue', state: 'planned' })
      const id = await accepted()
      const { store } = journal.resources
      const hold = async () =>
        journal.put(
          `/posts/${id}/hold`,
          {
            ...{ volumeId: issue.id, issue: '', pageNum: '1-5' },
            pdfUrl: fileUrl(await aFile(journal.database, { owner: editor.user, store, name: 'final.pdf' })),
          },
          { as: editor },
        )
      const refused = await hold()
      expect([refused.status, refused.body.message]).toEqual([409, NOT_CLEARED])
      await waiver(id, 'whole')
      const held = await hold()
      expect(held.status, held.text).toBe(200)
      await db().deleteFrom('waivers').where('article_id', '=', id).execute()
      const plan = await journal.get(`/volumes/${issue.id}/plan`, { as: editor })
      expect(plan.body.articles, plan.text).toMatchObject([{ id, refusal: NOT_CLEARED }])
    })

    test('is told to the author, unless there is nothing to pay', async () => {
      const own = async (id: string) => (await journal.get(`/manuscripts/${id}/fee`, { as: author })).body.paymentFirst
      expect(await own(await accepted())).toBe(true)
      const free = { 'fees.local.amount': 'none', 'fees.international.amount': 'none' }
      expect(await own(await accepted(free))).toBe(false)
      expect(await own(await anAccepted(journal.database, author.user))).toBe(false)
    })
  })
})
