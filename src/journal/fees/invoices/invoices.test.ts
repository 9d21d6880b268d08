import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadAuditEntries } from '../../../../tests/support/audit-entries.ts'
import { aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal, watchQueries } from '../../../../tests/support/databases.ts'
import { aDuty } from '../../../../tests/support/duty-builders.ts'
import { aCase, asCaller, authorsConfirmed, decided, withReports } from '../../../../tests/support/review-builders.ts'
import {
  AMOUNT_REQUIRED,
  HAS_INVOICE,
  IS_CREDITED,
  NOTHING_TO_PAY,
  NOT_PRINTABLE,
  PAID_MEANWHILE,
  RECEIVED_TOO_LATE,
  SIDE_REASON_REQUIRED,
  WAIVER_WAITS,
} from '../../../contract/api/invoices.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { UNDO_MINUTES } from '../../../contract/rules/peer-review/undo.ts'
import { DAY_MS, MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import { recuse } from '../../peer-review/case/editors.ts'
import { newId, now } from '../../../platform/ids.ts'
import { personOf } from '../../../platform/personal-data-part.ts'
import { feeData } from '../personal-data.ts'
import { askForWaiver } from '../waivers.ts'
import { overdue, remindOfInvoices } from './reminders.ts'
import { invoiceEmails } from './emails.ts'
import { articleRows } from './fee-rows.ts'
import { takeNumber } from './numbers.ts'

afterEach(() => void vi.useRealTimers())

describe('invoices', () => {
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
    const at = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })

    /** A manuscript that was accepted for good, by authors of these countries. */
    const accepted = async (
      countries: readonly string[] = ['Pakistan'],
      minutes = UNDO_MINUTES + 1,
    ): Promise<string> => {
      const { id } = await aCase(journal.database, { submitter: author.user })
      await withReports(journal.database, asCaller(editor), id)
      await authorsConfirmed(journal.database, id)
      await from(id, countries)
      at(-minutes * MINUTE_MS)
      await decided(journal.database, asCaller(editor), id, 'accept')
      vi.useRealTimers()
      return id
    }
    const from = async (id: string, countries: readonly string[]) => {
      const authors = await db()
        .selectFrom('article_contributors')
        .select('contributor_id')
        .where('article_id', '=', id)
        .execute()
      const { contributor_id } = authors[0]!
      await db().deleteFrom('contributor_affiliations').where('contributor_id', '=', contributor_id).execute()
      for (const [position, country] of countries.entries())
        await db()
          .insertInto('contributor_affiliations')
          .values({
            ...{ contributor_id, position, institution: 'University', department: null, city: null, country },
            ...{ ror: null, line: `University, ${country}` },
          })
          .execute()
    }
    const promised = (id: string, amounts: { local?: string; international?: string }) =>
      db()
        .insertInto('manuscript_promises')
        .values({
          ...{ article_id: id, journal_version: 1, pages: '{}' },
          promised: JSON.stringify({
            'fees.submission': 'Free',
            'fees.local.amount': amounts.local ?? 'PKR 15,000',
            'fees.local.whom': 'authors at home',
            'fees.international.amount': amounts.international ?? 'USD 100',
            'fees.international.whom': 'authors abroad',
          }),
        })
        .onConflict((conflict) =>
          conflict.column('article_id').doUpdateSet((set) => ({ promised: set.ref('excluded.promised') })),
        )
        .execute()
    const FORM = { side: 'local', payer: 'Ayesha Malik', address: 'Multan', dueDays: 30 }
    const issue = (id: string, form: object = {}, who = editor) =>
      journal.post(`/fees/${id}/invoice`, { ...FORM, ...form }, { as: who })
    const invoiced = async (id: string, form: object = {}): Promise<string> => {
      const { body, status, text } = await issue(id, form)
      expect(status, text).toBe(200)
      return body.number
    }
    const pay = (number: string, form: object = {}, who = editor) =>
      journal.post(
        `/fees/invoices/${number}/payments`,
        { receivedOn: dayOf(new Date()), amount: '15,000', reference: 'MCB 1', seenPaid: 0, ...form },
        { as: who },
      )
    const credit = (number: string, who = editor) => journal.post(`/fees/invoices/${number}/credit`, {}, { as: who })
    const desk = async (tab: string, more = '', who = editor) => {
      const { body, status, text } = await journal.get(`/fees/invoices?tab=${tab}&limit=100${more}`, { as: who })
      expect(status, `${text} ${journal.logged.join()}`).toBe(200)
      return body
    }
    const ids = (list: { data: { id: string }[] }) => list.data.map(({ id }) => id)
    const emailsOf = async (id: string) =>
      (
        await db()
          .selectFrom('outbox')
          .select('kind')
          .where('article_id', '=', id)
          .orderBy('created_at')
          .orderBy('id')
          .execute()
      )
        .map(({ kind }) => kind)
        .filter((kind) => kind.startsWith('fee-'))

    test('follow each other without a gap, however many are issued at once and given back', async () => {
      const counted = async (day: string) => {
        const results = await Promise.allSettled(
          Array.from({ length: 12 }, (_, turn) =>
            journal.database.transaction(async (tx) => {
              const number = await takeNumber(tx, day)
              if (turn % 3 === 0) throw new Error('rolled back')
              return number
            }),
          ),
        )
        return results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])).toSorted()
      }
      const expected = (year: number) =>
        Array.from({ length: 8 }, (_, at) => expect.stringMatching(new RegExp(`-${year}-000${at + 1}$`)))
      expect(await counted('2031-12-31')).toEqual(expected(2031))
      // A new year begins at 1.
      expect(await counted('2032-01-01')).toEqual(expected(2032))
    })

    test('of one manuscript is one, however often it is sent; it says what was promised, and is never changed', async () => {
      const id = await accepted()
      await promised(id, { local: 'PKR 12,000' })
      const answers = await Promise.all([issue(id), issue(id), issue(id)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      const numbers = new Set(answers.map(({ body }) => body.number as string))
      expect(numbers.size).toBe(1)
      const [number] = [...numbers]
      const row = await db().selectFrom('invoices').selectAll().where('article_id', '=', id).executeTakeFirstOrThrow()
      expect(row).toMatchObject({ number, currency: 'PKR', total: 1_200_000, credits: null, side: 'local' })
      expect(row.due_on).toBe(addDays(dayOf(new Date()), 30))
      expect(await emailsOf(id)).toEqual(['fee-invoice'])
      const other = await issue(id, { payer: 'Another' })
      expect([other.status, other.body.message]).toEqual([409, HAS_INVOICE])
      await expect(db().updateTable('invoices').set({ payer: 'x' }).execute()).rejects.toThrow(/never changed/)
      await expect(db().deleteFrom('invoices').execute()).rejects.toThrow(/never changed/)
      const entries = await loadAuditEntries(journal.database, id)
      expect(entries.filter(({ action }) => action === 'fee.issue-invoice')).toHaveLength(1)
    })

    test('are of the fee that was promised, also after it was changed', async () => {
      const id = await accepted()
      await promised(id, { local: 'PKR 9,000' })
      const { body } = await journal.get('/settings', { as: editor })
      const values = { 'fees.local.amount': 'PKR 99,000' }
      expect((await journal.post('/settings/versions', { values, base: body.version }, { as: editor })).status).toBe(
        201,
      )
      const proposal = await journal.get(`/fees/${id}/invoice`, { as: editor })
      expect(proposal.body).toMatchObject({ side: 'local', sides: ['local'], fees: { local: { amount: 'PKR 9,000' } } })
      await invoiced(id)
      expect((await desk('to-be-paid')).data).toContainEqual(
        expect.objectContaining({ articleId: id, invoice: expect.objectContaining({ total: 'PKR 9,000' }) }),
      )
    })

    test('wait until the manuscript is accepted for good, is ours, and its request to pay less is answered', async () => {
      const young = await accepted(['Pakistan'], UNDO_MINUTES - 2)
      expect((await issue(young)).status).toBe(404)
      const imported = await accepted()
      await db().updateTable('articles').set({ origin: 'imported' }).where('id', '=', imported).execute()
      const sample = await accepted()
      await db().updateTable('review_cases').set({ is_sample: 1 }).where('article_id', '=', sample).execute()
      for (const id of [imported, sample]) {
        const refused = await issue(id)
        expect([refused.status, refused.body.message]).toEqual([409, NOTHING_TO_PAY])
        expect(await emailsOf(id)).toEqual([])
      }
      const asking = await accepted()
      const at = new Date().toISOString()
      await journal.database.transaction((tx) =>
        askForWaiver(tx, { articleId: asking, by: author.user.id, at, kind: 'nothing', couldPay: '', reason: 'No.' }),
      )
      expect((await issue(asking)).body.message).toBe(WAIVER_WAITS)
      const list = ids(await desk('to-invoice'))
      expect(list).toContain(asking)
      for (const id of [young, imported, sample]) expect(list).not.toContain(id)
      const answer = { askedAt: at, outcome: 'part', remains: 'PKR 4,000' }
      expect((await journal.post(`/fees/${asking}/waiver`, answer, { as: editor })).status).toBe(200)
      await invoiced(asking)
      expect((await desk('to-be-paid')).data).toContainEqual(
        expect.objectContaining({ articleId: asking, invoice: expect.objectContaining({ total: 'PKR 4,000' }) }),
      )
      expect(ids(await desk('waived'))).toContain(asking)
      const whole = await accepted()
      await journal.database.transaction((tx) =>
        askForWaiver(tx, { articleId: whole, by: author.user.id, at, kind: 'nothing', couldPay: '', reason: 'No.' }),
      )
      await journal.post(`/fees/${whole}/waiver`, { askedAt: at, outcome: 'whole' }, { as: editor })
      expect((await issue(whole)).body.message).toBe(NOTHING_TO_PAY)
      expect(ids(await desk('to-invoice'))).not.toContain(whole)
    })

    test('of authors of two countries are of the side that an editor chooses, with the reason; free is no invoice', async () => {
      const both = await accepted(['Pakistan', 'Nepal'])
      await promised(both, {})
      const { body } = await journal.get(`/fees/${both}/invoice`, { as: editor })
      expect(body).toMatchObject({ side: 'local', sides: ['local', 'international'], countries: ['Nepal', 'Pakistan'] })
      expect((await issue(both, { side: 'international' })).body.errors).toEqual({ reason: SIDE_REASON_REQUIRED })
      await invoiced(both, { side: 'international', reason: 'The corresponding author is in Nepal' })
      expect(
        await db().selectFrom('invoices').select(['currency', 'side_reason']).where('article_id', '=', both).execute(),
      ).toEqual([{ currency: 'USD', side_reason: 'The corresponding author is in Nepal' }])

      const [atHome, mixed, free, unclear] = [
        await accepted(['Pakistan']),
        await accepted(['Pakistan', 'Nepal']),
        await accepted([]),
        await accepted(['Pakistan']),
      ]
      for (const id of [atHome!, mixed!]) await promised(id, { local: 'free of charge' })
      await promised(free!, { local: 'Free', international: 'free' })
      await promised(unclear!, { local: 'on request' })
      const list = ids(await desk('to-invoice'))
      expect(list).toContain(mixed)
      expect(list).toContain(unclear)
      expect(list).not.toContain(atHome)
      expect(list).not.toContain(free)
      expect((await issue(mixed!, { reason: 'As asked' })).body).toEqual({ number: null })
      expect(ids(await desk('to-invoice'))).not.toContain(mixed)
      expect((await issue(unclear!)).body.errors).toEqual({ amount: AMOUNT_REQUIRED })
      await invoiced(unclear!, { amount: 'PKR 500' })
    })

    test('are paid in parts, whole or more, and what was noted by mistake is taken back', async () => {
      const id = await accepted()
      await promised(id, {})
      const number = await invoiced(id)
      const first = await pay(number, { amount: '5,000' })
      expect(first.body.invoice, first.text).toMatchObject({ state: 'part paid', paid: 'PKR 5,000', left: '10,000' })
      // The same sent again is the same payment; another one that does not know of it is refused.
      expect((await pay(number, { amount: '5,000' })).body.invoice.payments).toHaveLength(1)
      const blind = await pay(number, { amount: '10,000' })
      expect([blind.status, blind.body.message]).toEqual([409, PAID_MEANWHILE])
      const second = await pay(number, { amount: 'PKR 10,000', seenPaid: 500_000 })
      expect(second.body.invoice).toMatchObject({ state: 'paid', left: null })
      expect(ids(await desk('paid'))).toContain(number)
      const third = await pay(number, { amount: '1', seenPaid: 1_500_000 })
      expect(third.body.invoice.state).toBe('overpaid')
      const last = third.body.invoice.payments.at(-1).id
      const back = () => journal.post(`/fees/payments/${last}/withdrawal`, {}, { as: editor })
      expect((await back()).body.invoice.state).toBe('paid')
      expect((await back()).body.invoice.state).toBe('paid')
      expect(await emailsOf(id)).toEqual(['fee-invoice', 'fee-receipt', 'fee-receipt', 'fee-receipt'])
      const kept = await db().selectFrom('payments').select('withdrawn_at').where('invoice', '=', number).execute()
      expect(kept.filter(({ withdrawn_at }) => withdrawn_at !== null)).toHaveLength(1)
      for (const amount of ['0', 'much', '-5', '99999999999'])
        expect((await pay(number, { amount, seenPaid: 1_500_000 })).body.errors).toHaveProperty('amount')
      const late = await pay(number, { receivedOn: '2099-01-01', seenPaid: 1_500_000 })
      expect(late.body.errors).toEqual({ receivedOn: RECEIVED_TOO_LATE })
      const own = (await journal.get(`/manuscripts/${id}/fee`, { as: author })).body
      expect(own.invoices).toMatchObject([{ number, state: 'paid', total: 'PKR 15,000', left: null }])
    })

    test('are credited by a number of the same series, once, and issued again', async () => {
      const id = await accepted()
      const number = await invoiced(id)
      const notes = await Promise.all([credit(number), credit(number)])
      expect(notes[0]!.body).toEqual(notes[1]!.body)
      const note = notes[0]!.body.number as string
      expect(Number(note.slice(-4))).toBe(Number(number.slice(-4)) + 1)
      expect((await pay(number)).body.message).toBe(IS_CREDITED)
      expect((await credit(note)).status).toBe(404)
      expect(ids(await desk('credited'))).toContain(number)
      expect(ids(await desk('to-invoice'))).toContain(id)
      const again = await invoiced(id, { payer: 'Sample University' })
      expect(Number(again.slice(-4))).toBe(Number(number.slice(-4)) + 2)
      expect(await emailsOf(id)).toEqual(['fee-invoice', 'fee-credited', 'fee-invoice'])
      const own = (await journal.get(`/manuscripts/${id}/fee`, { as: author })).body.invoices
      expect(own.map(({ state }: { state: string }) => state)).toEqual(['credited', 'credit note', 'open'])
    })

    test('of a manuscript that is withdrawn or decided on again are offered to be credited, whatever was paid', async () => {
      const [left, again, gone] = [await accepted(), await accepted(), await accepted()]
      const numbers = [await invoiced(left), await invoiced(again), await invoiced(gone)]
      expect((await pay(numbers[1]!)).status).toBe(200)
      await db().updateTable('review_cases').set({ stage: 'withdrawn' }).where('article_id', '=', left).execute()
      await db().updateTable('review_cases').set({ stage: 'reviewing' }).where('article_id', '=', again).execute()
      await db().deleteFrom('articles').where('id', '=', gone).execute()
      const { toCredit } = await desk('to-be-paid')
      const offered = toCredit.filter(({ number }: { number: string }) => numbers.includes(number))
      expect(offered.map(({ because }: { because: string }) => because).toSorted()).toEqual(
        ['deleted', 'reopened', 'withdrawn'].toSorted(),
      )
      expect(JSON.stringify(offered)).not.toMatch(/paid/)
      // Until it is accepted again nobody who decides learns of a payment.
      for (const tab of ['paid', 'to-be-paid', 'credited']) expect(ids(await desk(tab))).not.toContain(numbers[1])
      expect((await pay(numbers[1]!)).status).toBe(404)
      for (const number of numbers) expect((await credit(number!)).status).toBe(200)
      const { toCredit: then } = await desk('to-be-paid')
      for (const { number } of then) expect(numbers).not.toContain(number)
    })

    test('are reminded of after 14, 28 and 42 days, once each and in order, until they are paid', async () => {
      const id = await accepted()
      const number = await invoiced(id, { dueDays: 0 })
      const day = (days: number) => new Date(Date.now() + days * DAY_MS)
      const reminders = async () => (await emailsOf(id)).filter((kind) => kind === 'fee-reminder').length
      await remindOfInvoices(journal.database, day(13))
      expect(await reminders()).toBe(0)
      await Promise.all([remindOfInvoices(journal.database, day(14)), remindOfInvoices(journal.database, day(14))])
      expect(await reminders()).toBe(1)
      // The clock jumps ahead and back again.
      await remindOfInvoices(journal.database, day(50))
      expect(await reminders()).toBe(2)
      for (const days of [15, 28, 29, 60]) await remindOfInvoices(journal.database, day(days))
      expect(await reminders()).toBe(2)
      const rows = await db()
        .selectFrom('invoice_reminders')
        .select(['days', 'sent_at'])
        .where('invoice', '=', number)
        .orderBy('days')
        .execute()
      expect(rows.map(({ days, sent_at }) => [days, sent_at !== null])).toEqual([
        [14, true],
        [28, false],
        [42, true],
      ])
      const [paid, part, taken] = [await accepted(), await accepted(), await accepted()]
      for (const one of [paid, part]) await promised(one, {})
      const settled = await invoiced(paid, { dueDays: 0 })
      expect((await pay(settled)).status).toBe(200)
      const [begun, back] = [await invoiced(part, { dueDays: 0 }), await invoiced(taken, { dueDays: 0 })]
      expect((await pay(begun, { amount: '5,000' })).status).toBe(200)
      expect((await credit(back)).status).toBe(200)
      // What is settled, credited or reminded of is not even looked at.
      const due = async (days: number) =>
        (await overdue(journal.database, day(days))).filter((one) => [number, settled, begun, back].includes(one))
      expect([await due(13), await due(14), await due(50)]).toEqual([[], [begun], [begun]])
      const withdrawn = await accepted()
      await invoiced(withdrawn, { dueDays: 0 })
      await db().updateTable('review_cases').set({ stage: 'withdrawn' }).where('article_id', '=', withdrawn).execute()
      await remindOfInvoices(journal.database, day(20))
      for (const other of [paid, withdrawn]) expect(await emailsOf(other)).not.toContain('fee-reminder')
      expect((await desk('to-be-paid', `&q=${number}`)).data[0].invoice.remindedAt).not.toBeNull()
    })

    test('are seen by their author and by editors who are not recused; nobody else knows that they exist', async () => {
      const friend = await aSignedIn(journal, { role: 'admin' })
      const other = await aSignedIn(journal)
      const id = await accepted()
      await journal.database.transaction((tx) => recuse(tx, asCaller(friend), { id, reason: 'A friend' }))
      const before = await desk('to-be-paid', '', friend)
      const number = await invoiced(id)
      const { body: paid } = await pay(number, { amount: '5,000' })
      const { counts, figures, ...rest } = await desk('to-be-paid', '', friend)
      expect({ counts, figures }).toEqual({ counts: before.counts, figures: before.figures })
      expect(JSON.stringify(rest)).not.toContain(number)
      expect((await pay(number, {}, friend)).status).toBe(404)
      expect((await credit(number, friend)).status).toBe(404)
      const [{ id: payment }] = paid.invoice.payments
      expect((await journal.post(`/fees/payments/${payment}/withdrawal`, {}, { as: friend })).status).toBe(404)
      expect((await issue(id, {}, friend)).status).toBe(403)
      const file = (who: SignedIn) => journal.get(`/fees/invoices/${number}/file`, { as: who })
      expect((await file(friend)).status).toBe(404)
      expect((await file(other)).status).toBe(404)
      for (const who of [author, editor]) {
        const { url } = (await file(who)).body
        const { statusCode, headers } = await journal.app.inject({ url })
        expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf'])
      }
      for (const who of [friend, other])
        expect((await journal.get(`/fees/invoices/table?tab=to-be-paid`, { as: who })).text).not.toContain(number)
    })

    test('are issued, credited and noted as paid by a fees officer as well, and read by nobody whose duty has ended', async () => {
      const officer = await aSignedIn(journal)
      const duty = await aDuty(journal.database, officer.user, 'fees')
      const [id, young, own] = [await accepted(), await accepted(['Pakistan'], UNDO_MINUTES - 2), await accepted()]
      await promised(id, {})
      await db().updateTable('articles').set({ submitter_id: officer.user.id }).where('id', '=', own).execute()
      const list = ids(await desk('to-invoice', '', officer))
      expect(list).toContain(id)
      for (const other of [young, own]) expect(list).not.toContain(other)
      for (const other of [young, own]) expect((await issue(other, {}, officer)).status).toBeGreaterThan(400)
      expect((await journal.get(`/fees/${id}/invoice`, { as: officer })).body.articleId).toBe(id)
      const number: string = (await issue(id, {}, officer)).body.number
      const { body: paid } = await pay(number, { amount: '5,000' }, officer)
      const takeBack = () =>
        journal.post(`/fees/payments/${paid.invoice.payments[0].id}/withdrawal`, {}, { as: officer })
      expect((await takeBack()).body.invoice.state).toBe('open')
      const table = () => journal.get('/fees/invoices/table?tab=to-be-paid', { as: officer })
      expect((await table()).body.text).toContain(number)
      const file = () => journal.get(`/fees/invoices/${number}/file`, { as: officer })
      expect((await file()).status).toBe(200)
      // Decided on again: all that is left to do is to credit it.
      const moveTo = (stage: 'accepted' | 'reviewing') =>
        db().updateTable('review_cases').set({ stage }).where('article_id', '=', id).execute()
      await moveTo('reviewing')
      expect((await pay(number, {}, officer)).status).toBe(404)
      expect((await desk('to-be-paid', '', officer)).toCredit).toContainEqual(expect.objectContaining({ number }))
      expect((await credit(number, officer)).status).toBe(200)
      await moveTo('accepted')
      expect(ids(await desk('credited', '', officer))).toContain(number)
      expect((await journal.get('/bank-details', { as: officer })).status).toBe(403)

      await db().deleteFrom('duties').where('id', '=', duty).execute()
      expect((await table()).status).toBe(403)
      expect((await file()).status).toBe(404)
    })

    test('are of accepted manuscripts alone, also for who has opened a request before', async () => {
      const both = await aSignedIn(journal, { role: 'admin' })
      await aDuty(journal.database, both.user, 'fees')
      const { id } = await aCase(journal.database, { submitter: author.user })
      await withReports(journal.database, asCaller(editor), id)
      await authorsConfirmed(journal.database, id)
      const sent = { kind: 'nothing', reason: 'The fund is empty.' }
      const { askedAt } = (await journal.post(`/manuscripts/${id}/waiver`, sent, { as: author })).body.waiver
      const { number } = await db()
        .selectFrom('review_cases')
        .select('number')
        .where('article_id', '=', id)
        .executeTakeFirstOrThrow()
      expect((await journal.post('/fees/opening', { number }, { as: both })).status).toBe(200)
      const answer = { askedAt, outcome: 'part', remains: 'USD 10' }
      expect((await journal.post(`/fees/${id}/waiver`, answer, { as: both })).status).toBe(200)
      // Of another editor, who knows of accepted manuscripts alone.
      const allAccepted = async () => (await desk('waived')).figures.accepted
      const sees = async () => {
        const [toInvoice, waived] = [await desk('to-invoice', '', both), await desk('waived', '', both)]
        const isListed = [toInvoice, waived].map((list) => ids(list).includes(id))
        return [
          ...isListed,
          waived.figures.accepted - (await allAccepted()),
          (await issue(id, { reason: 'As agreed' }, both)).status,
        ]
      }
      expect(await sees()).toEqual([false, false, 0, 404])
      expect((await journal.get(`/fees/${id}/invoice`, { as: both })).status).toBe(404)
      at(-5 * MINUTE_MS)
      await decided(journal.database, asCaller(editor), id, 'accept')
      vi.useRealTimers()
      expect(await sees()).toEqual([false, false, 0, 404])
      at((UNDO_MINUTES - 4) * MINUTE_MS)
      expect(await sees()).toEqual([true, true, 0, 200])
      const { acceptedOn, invoice } = (await desk('to-be-paid', '', both)).data.find(
        (row: { articleId: string }) => row.articleId === id,
      )
      expect(acceptedOn).not.toBeNull()
      expect((await journal.get(`/fees/invoices/${invoice.number}/file`, { as: both })).status).toBe(200)
      const moveTo = (stage: 'accepted' | 'reviewing') =>
        db().updateTable('review_cases').set({ stage }).where('article_id', '=', id).execute()
      // Who has opened a request has no part in what is decided now, nor learns of it.
      await moveTo('reviewing')
      expect((await articleRows(db(), [id]))[0]!.acceptedOn).toBeNull()
      expect((await desk('to-be-paid', '', both)).toCredit).toContainEqual(
        expect.objectContaining({ number: invoice.number, because: 'reopened' }),
      )
      expect((await credit(invoice.number, both)).status).toBe(200)
    })

    test('are never reminded of with an account that was replaced since', async () => {
      const inForce = async (number: number, words: string) =>
        db()
          .insertInto('bank_details')
          .values({
            ...{ id: newId(), number, words, state: 'confirmed' as const, alone_until: null, hours_counted: 0 },
            ...{ proposed_by: editor.user.id, proposed_at: now(), counted_at: null, confirmed_by: editor.user.id },
            ...{ in_force_from: now(), ended_by: null, ended_at: null },
          })
          .execute()
      const id = await accepted()
      await inForce(1, 'Bank of Multan')
      const number = await invoiced(id)
      const wordsOf = async (kind: 'fee-invoice' | 'fee-reminder') => {
        const about = { articleId: id, invoice: number }
        const { load, values } = invoiceEmails[kind]
        const facts = await load(db(), about, { recipient: author.user.email } as never)
        return JSON.stringify(values.how!({ ...about, ...facts! }, ''))
      }
      expect(await wordsOf('fee-reminder')).toContain('Bank of Multan')
      expect(await wordsOf('fee-reminder')).not.toContain('have changed')
      await inForce(2, 'Bank of Lahore')
      expect(await wordsOf('fee-reminder')).toContain('have changed')
      expect(await wordsOf('fee-reminder')).toContain('Bank of Lahore')
      expect(await wordsOf('fee-reminder')).not.toContain('Bank of Multan')
      // The email of the invoice is as it is printed.
      expect(await wordsOf('fee-invoice')).toContain('Bank of Multan')
    })

    test('wait while their author asks to pay less; what is waived then is credited with the answer', async () => {
      const id = await accepted()
      const number = await invoiced(id, { dueDays: 0 })
      // Of a reminder that was written before.
      const isDropped = async () => {
        const { load, isPointless } = invoiceEmails['fee-reminder']
        const about = { articleId: id, invoice: number }
        const facts = await load(db(), about, { recipient: author.user.email } as never)
        return isPointless!(db(), { ...about, ...facts! }, new Date())
      }
      expect(await isDropped()).toBe(false)
      const asked = await journal.post(
        `/manuscripts/${id}/waiver`,
        { kind: 'nothing', reason: 'The fund is empty.' },
        { as: author },
      )
      expect(asked.status, asked.text).toBe(200)
      const remind = () => remindOfInvoices(journal.database, new Date(Date.now() + 20 * DAY_MS))
      await remind()
      expect(await isDropped()).toBe(true)
      const { askedAt } = asked.body.waiver
      const answered = await journal.post(`/fees/${id}/waiver`, { askedAt, outcome: 'whole' }, { as: editor })
      expect(answered.status, answered.text).toBe(200)
      await remind()
      expect(await isDropped()).toBe(true)
      expect(await emailsOf(id)).toEqual(['fee-invoice', 'fee-waiver-answered', 'fee-credited'])
      const { toCredit } = await desk('to-be-paid')
      expect(toCredit.map((one: { number: string }) => one.number)).not.toContain(number)
      expect(ids(await desk('credited'))).toContain(number)
      expect(ids(await desk('to-invoice'))).not.toContain(id)
      // The same answer sent again is one.
      const again = await journal.post(`/fees/${id}/waiver`, { askedAt, outcome: 'whole' }, { as: editor })
      expect(again.status, again.text).toBe(200)
      const [first, note, ...more] = await invoicesOf(id)
      expect([note?.credits, note?.total, more]).toEqual([number, -first!.total, []])
    })

    const invoicesOf = (id: string) =>
      db().selectFrom('invoices').selectAll().where('article_id', '=', id).orderBy('number').execute()
    const askLess = async (id: string): Promise<string> => {
      const form = { kind: 'part', couldPay: 'PKR 5,000', reason: 'The fund is empty.' }
      const asked = await journal.post(`/manuscripts/${id}/waiver`, form, { as: author })
      expect(asked.status, asked.text).toBe(200)
      return asked.body.waiver.askedAt
    }
    const reduce = async (id: string, remains: string, outcome = 'part') => {
      const form = { askedAt: await askLess(id), outcome, remains, answer: 'As agreed.' }
      const answered = await journal.post(`/fees/${id}/waiver`, form, { as: editor })
      expect(answered.status, answered.text).toBe(200)
    }
    const stateOf = async (number: string) => {
      for (const tab of ['to-be-paid', 'paid', 'credited'])
        for (const { invoice } of (await desk(tab)).data) if (invoice.number === number) return invoice
    }

    test('of a fee that is reduced are credited and issued again for what is left, in the transaction of the answer', async () => {
      const id = await accepted()
      await promised(id, {})
      const number = await invoiced(id, { payer: 'Sample University', dueDays: 45 })
      await reduce(id, 'PKR 8,000')
      const [first, note, second, ...more] = await invoicesOf(id)
      expect(more).toEqual([])
      expect(note).toMatchObject({ credits: number, total: -1_500_000 })
      expect(second).toMatchObject({
        ...{ credits: null, total: 800_000, currency: 'PKR', side: first!.side, payer: 'Sample University' },
        ...{ payer_address: first!.payer_address, due_on: addDays(dayOf(now()), 45), issued_by: editor.user.id },
      })
      expect(JSON.parse(second!.lines)).toMatchObject([
        { minor: 1_500_000 },
        { words: 'Reduced, as agreed', minor: -700_000 },
      ])
      expect(await emailsOf(id)).toEqual(['fee-invoice', 'fee-waiver-answered', 'fee-credited', 'fee-invoice'])
      const { toCredit } = await desk('to-be-paid')
      for (const each of [number, second!.number])
        expect(toCredit.map((one: { number: string }) => one.number)).not.toContain(each)
      const entries = await loadAuditEntries(journal.database, id)
      expect(entries.map(({ action }) => action).filter((action) => action.startsWith('fee.'))).toEqual(
        expect.arrayContaining(['fee.answer-waiver', 'fee.credit-invoice', 'fee.issue-invoice']),
      )
      // It is reminded of like any other.
      const later = new Date(Date.now() + 60 * DAY_MS)
      expect(await overdue(journal.database, later)).toContain(second!.number)
    })

    test('that were paid before keep what was paid, also if it is too much by then', async () => {
      const [some, all, whole] = [await accepted(), await accepted(), await accepted()]
      for (const [id, amount] of [
        [some, '3,000'],
        [all, '15,000'],
        [whole, '3,000'],
      ] as const) {
        await promised(id, {})
        expect((await pay(await invoiced(id), { amount })).status).toBe(200)
      }
      await reduce(some, 'PKR 8,000')
      await reduce(all, 'PKR 8,000')
      await reduce(whole, '', 'whole')
      const newest = async (id: string) => (await invoicesOf(id)).at(-1)!.number
      expect(await stateOf(await newest(some))).toMatchObject({ state: 'part paid', paid: 'PKR 3,000', left: '5,000' })
      expect(await stateOf(await newest(all))).toMatchObject({ state: 'overpaid', paid: 'PKR 15,000', left: null })
      // Of what is waived as a whole the payment stays where it was: it has to be given back.
      const [waived] = await invoicesOf(whole)
      expect(await stateOf(waived!.number)).toMatchObject({ state: 'credited', paid: 'PKR 3,000' })
      // What was moved is there once.
      const payments = await db()
        .selectFrom('payments')
        .selectAll()
        .where('invoice', '=', (await invoicesOf(all))[0]!.number)
        .execute()
      expect(payments).toMatchObject([{ withdrawn_by: editor.user.id }])
    })

    test('stay as they are if the request is declined, or what is left is no less', async () => {
      const [declined, same] = [await accepted(), await accepted(['Pakistan'])]
      await promised(same, { local: 'USD 40', international: 'USD 100' })
      for (const id of [declined, same]) await invoiced(id)
      await reduce(declined, '', 'declined')
      await reduce(same, 'USD 60')
      for (const id of [declined, same]) expect(await invoicesOf(id)).toHaveLength(1)
    })

    test('are credited by an answer once, however much happens at the same time', async () => {
      const id = await accepted()
      const number = await invoiced(id)
      const form = { askedAt: await askLess(id), outcome: 'part', remains: 'PKR 8,000' }
      const answers = await Promise.all([
        journal.post(`/fees/${id}/waiver`, form, { as: editor }),
        journal.post(`/fees/${id}/waiver`, form, { as: editor }),
        credit(number),
        pay(number),
      ])
      expect(answers.slice(0, 3).map(({ status }) => status)).toEqual([200, 200, 200])
      const rows = await invoicesOf(id)
      expect(rows.filter(({ credits }) => credits === number)).toHaveLength(1)
      // Credited by hand first, it is issued by hand.
      const standing = rows.filter(({ credits, number: own }) => credits === null && own !== number)
      expect(standing.length).toBeLessThan(2)
      if (!standing.length) expect(ids(await desk('to-invoice'))).toContain(id)
      else expect(standing).toMatchObject([{ total: 800_000 }])
    })

    test('of a manuscript that is decided on again are not credited by an answer, which those who decide would see', async () => {
      const both = await aSignedIn(journal)
      await aDuty(journal.database, both.user, 'fees')
      const id = await accepted()
      const number = await invoiced(id)
      await db().updateTable('review_cases').set({ stage: 'reviewing' }).where('article_id', '=', id).execute()
      const askedAt = await askLess(id)
      await journal.get('/fees/sealed', { as: both })
      const { number: ofCase } = await db()
        .selectFrom('review_cases')
        .select('number')
        .where('article_id', '=', id)
        .executeTakeFirstOrThrow()
      expect((await journal.post('/fees/opening', { number: ofCase }, { as: both })).status).toBe(200)
      const answered = await journal.post(`/fees/${id}/waiver`, { askedAt, outcome: 'whole' }, { as: both })
      expect(answered.status, answered.text).toBe(200)
      expect(await invoicesOf(id)).toMatchObject([{ number }])
      const offered = async () =>
        (await desk('to-be-paid')).toCredit.find((one: { number: string }) => one.number === number)
      expect(await offered()).toMatchObject({ because: 'reopened' })
      await db().updateTable('review_cases').set({ stage: 'accepted' }).where('article_id', '=', id).execute()
      expect(await offered()).toMatchObject({ because: 'waived' })
    })

    test('are given to their author, and stay with the name of who pays when the account goes', async () => {
      const leaving = await aSignedIn(journal)
      const id = await accepted()
      await db().updateTable('articles').set({ submitter_id: leaving.user.id }).where('id', '=', id).execute()
      const number = await invoiced(id, { payer: 'A Payer of Multan' })
      const given: unknown[] = []
      for await (const one of feeData.give!(db(), personOf(leaving.user))) given.push(one)
      expect(given).toContainEqual(expect.objectContaining({ invoice: number, payer: 'A Payer of Multan' }))
      await journal.database.transaction((tx) => feeData.erase!(tx, personOf(leaving.user), undefined as never))
      expect((await db().selectFrom('invoices').select('payer').where('number', '=', number).execute())[0]).toEqual({
        payer: 'A Payer of Multan',
      })
    })

    test('are listed by as many queries for many as for one, found by words, and saved as a table without formulas', async () => {
      const id = await accepted()
      await db().updateTable('articles').set({ title: '=Quillwort <i>Isoetes</i>' }).where('id', '=', id).execute()
      const number = await invoiced(id, { payer: '=HYPERLINK("http://evil.test")' })
      const { userId } = asCaller(editor)
      const { feesOverview } = await import('./list.ts')
      const list = (limit: number) =>
        watchQueries(journal.database, (database) =>
          feesOverview(database.db, { userId, role: 'admin' } as never, { tab: 'to-be-paid' }, { page: 1, limit }),
        )
      expect((await list(1)).length).toBe((await list(100)).length)
      expect(ids(await desk('to-be-paid', `&q=${number.toLowerCase()}`))).toEqual([number])
      expect(ids(await desk('to-be-paid', `&q=hyperlink`))).toEqual([number])
      expect(ids(await desk('to-be-paid', `&q=%25`))).toEqual([])
      // Capitals outside A to Z, which SQLite does not know.
      const other = await invoiced(await accepted(), { payer: 'Österreichische Akademie, Ärzte' })
      for (const q of ['österreich', 'Österreich', 'ÖSTERREICHISCHE akademie', 'ärzte'])
        expect(ids(await desk('to-be-paid', `&q=${encodeURIComponent(q)}`)), q).toEqual([other])
      const { text, name } = (await journal.get('/fees/invoices/table?tab=to-be-paid', { as: editor })).body
      expect(name).toMatch(/\.csv$/)
      expect(text).toContain(`"'=HYPERLINK(""http://evil.test"")"`)
      expect(text).toContain("'=Quillwort Isoetes")
      expect((await issue(await accepted(), { payer: 'خورشید' })).body.errors).toEqual({ payer: NOT_PRINTABLE })
    })
  })
})
