import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadAuditEntries } from '../../../tests/support/audit-entries.ts'
import { aSignedIn, type SignedIn } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal, watchQueries } from '../../../tests/support/databases.ts'
import { aCase, asCaller, authorsConfirmed, decided, withReports } from '../../../tests/support/review-builders.ts'
import { REMAINS_TOO_MUCH, WAIVER_ANSWERED, WAIVER_CHANGED, WAIVER_TOO_LATE } from '../../contract/api/fees.ts'
import { feeIn, type Money, moneyInWords } from '../../contract/rules/fees/money.ts'
import { MINUTE_MS } from '../../contract/rules/text/dates.ts'
import { isAcceptedForGood, UNDO_MINUTES } from '../../contract/rules/peer-review/undo.ts'
import { recuse } from '../peer-review/case/editors.ts'
import { acceptedForGood, isAccepted } from '../peer-review/cases/accepted.ts'
import { findCase, loadDecisions } from '../peer-review/cases/case-rows.ts'
import { personOf } from '../../platform/personal-data-part.ts'
import { feeData } from './personal-data.ts'
import { feeEmails } from './emails.ts'
import { countToAnswer, waiversFor } from './present.ts'
import { feesIn, keepPromises, promisedFeesOf, promisesOf } from './promises.ts'
import { tellOfWaivers } from './tell.ts'

/** Another time of day, from now on. */
const setClock = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE_MS })

afterEach(() => void vi.useRealTimers())

describe('the fee of a manuscript', () => {
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

    const reviewed = async (): Promise<string> => {
      const { id } = await aCase(journal.database, { submitter: author.user })
      await withReports(journal.database, asCaller(editor), id)
      await authorsConfirmed(journal.database, id)
      return id
    }
    /** The letter was written so many minutes ago. */
    const decidedAgo = async (kind: 'accept' | 'decline', minutes: number, made?: string): Promise<string> => {
      const id = made ?? (await reviewed())
      setClock(-minutes)
      await decided(journal.database, asCaller(editor), id, kind)
      vi.useRealTimers()
      return id
    }
    const ask = (id: string, form: object = { kind: 'nothing', reason: 'There is no fund.' }, who = author) =>
      journal.post(`/manuscripts/${id}/waiver`, form, { as: who })
    const own = (id: string, who = author) => journal.get(`/manuscripts/${id}/fee`, { as: who })
    const answer = (id: string, form: object, who = editor) => journal.post(`/fees/${id}/waiver`, form, { as: who })
    const emailsOf = async (id: string) =>
      (await db().selectFrom('outbox').select(['kind', 'recipient']).where('article_id', '=', id).execute())
        .filter(({ kind }) => kind.startsWith('fee-'))
        .map(({ kind, recipient }) => `${kind} to ${recipient}`)

    test('is what was promised on the day on which it was sent, whatever Settings say later', async () => {
      const publish = async (amount: string) => {
        const { body } = await journal.get('/settings', { as: editor })
        const { status, text } = await journal.post(
          '/settings/versions',
          { values: { 'fees.local.amount': amount }, base: body.version },
          { as: editor },
        )
        expect(status, text).toBeLessThan(300)
      }
      await publish('PKR 12,000')
      const sentNow = async (): Promise<string> => {
        const { id } = await aCase(journal.database, { submitter: author.user })
        await sentAt(id, new Date().toISOString())
        return id
      }
      const sentAt = (id: string, created_at: string) =>
        db().updateTable('articles').set({ created_at }).where('id', '=', id).execute()
      const id = await sentNow()
      await journal.database.transaction((tx) => keepPromises(tx, id, new Date().toISOString()))
      const older = await sentNow()
      await publish('PKR 18,000')
      const newer = await sentNow()

      expect((await own(id)).body.fees.local.amount).toBe('PKR 12,000')
      // From before it was written down: it follows from the version of that day, and stays when it is written.
      expect((await own(older)).body.fees.local.amount).toBe('PKR 12,000')
      expect((await own(newer)).body.fees.local.amount).toBe('PKR 18,000')
      await sentAt(newer, '2020-01-01T00:00:00.000Z')
      // Before the first version there is what the first one says.
      expect((await promisesOf(db(), newer))!.version).toBeLessThanOrEqual(1)
      const { values, version } = (await promisesOf(db(), id))!
      expect(values['review.promisedDays']).toEqual(expect.any(Number))
      expect(values).not.toHaveProperty('review.questions')
      await journal.database.transaction((tx) => keepPromises(tx, id, new Date().toISOString()))
      expect((await promisesOf(db(), id))!.version).toBe(version)
      // The same of many at once.
      const fees = await promisedFeesOf(db(), [id, older, newer])
      for (const each of [id, older, newer]) expect(fees.get(each)).toEqual(feesIn((await promisesOf(db(), each))!))
    })

    test('is read for as many requests by as many queries as for one, and all are counted', async () => {
      const reader = asCaller(editor)
      const waiting = async () => {
        const { id } = await aCase(journal.database, { submitter: author.user })
        expect((await ask(id)).status).toBe(200)
        await db().updateTable('review_cases').set({ stage: 'accepted' }).where('article_id', '=', id).execute()
        return id
      }
      const listed = () =>
        watchQueries(journal.database, (database) => waiversFor(database.db, reader, { isAnswered: false, limit: 3 }))
      await waiting()
      const few = (await listed()).length
      expect(few).toBeLessThanOrEqual(6)
      const before = await countToAnswer(db(), reader)
      for (const _ of [1, 2, 3]) await waiting()
      expect((await listed()).length).toBe(few)
      expect(await waiversFor(db(), reader, { isAnswered: false, limit: 3 })).toHaveLength(3)
      expect((await journal.get('/fees/waivers', { as: editor })).body.totalToAnswer).toBe(before + 3)
    })

    test('is none of a manuscript that was withdrawn after its acceptance: its request waits on no desk', async () => {
      const id = await reviewed()
      expect((await ask(id)).status).toBe(200)
      await decidedAgo('accept', UNDO_MINUTES + 1, id)
      const { load, isPointless } = feeEmails['fee-waiver-asked']
      const isDropped = async () => {
        const about = { articleId: id }
        const facts = await load(db(), about, { recipient: editor.user.email } as never)
        return isPointless!(db(), { ...about, ...facts! }, new Date())
      }
      expect(await isDropped()).toBe(false)
      const left = await journal.post(`/manuscripts/${id}/withdrawal`, { reason: 'A mistake' }, { as: author })
      expect(left.status, left.text).toBe(200)
      await tellOfWaivers(journal.database)
      expect(await emailsOf(id)).toEqual([])
      expect(await isDropped()).toBe(true)
      expect((await own(id)).body).toMatchObject({ mayAsk: false, waiver: { outcome: null } })
    })

    test('is not reduced to as much as was promised', async () => {
      const id = await reviewed()
      const { askedAt } = (await ask(id)).body.waiver
      const { fees } = (await own(id)).body
      await decidedAgo('accept', UNDO_MINUTES + 1, id)
      const reduced = (remains: string) => answer(id, { askedAt, outcome: 'part', remains })
      const { currency, minor } = feeIn(fees.international.amount) as Money
      expect((await reduced(fees.international.amount)).body.errors).toEqual({ remains: REMAINS_TOO_MUCH })
      expect((await reduced(moneyInWords({ currency, minor: minor + 1 }))).status).toBe(400)
      expect((await reduced(moneyInWords({ currency, minor: minor - 1 }))).status).toBe(200)
    })

    test('may be known when the manuscript is accepted for good: the rule and its query say the same', async () => {
      const ids = [
        await reviewed(),
        await decidedAgo('accept', 0),
        await decidedAgo('accept', UNDO_MINUTES - 1),
        await decidedAgo('accept', UNDO_MINUTES + 1),
        await decidedAgo('decline', UNDO_MINUTES + 1),
      ]
      const [, undone, , accepted] = ids
      const last = (await loadDecisions(db(), undone!)).at(-1)!
      const back = await journal.post(`/cases/${undone}/decisions/${last.id}/undo`, {}, { as: editor })
      expect(back.status, back.text).toBe(200)
      const withdrawn = await decidedAgo('accept', UNDO_MINUTES + 1)
      const left = await journal.post(`/manuscripts/${withdrawn}/withdrawal`, { reason: 'A mistake' }, { as: author })
      expect(left.status, left.text).toBe(200)
      ids.push(withdrawn)
      const at = new Date()
      const rows = await db().selectFrom('articles').select('id').where('id', 'in', acceptedForGood(at)).execute()
      const found = new Set(rows.map(({ id }) => id))
      for (const id of ids) {
        const rule = isAcceptedForGood((await findCase(db(), id))!.stage, await loadDecisions(db(), id), at)
        expect([id, found.has(id), await isAccepted(db(), id, at)]).toEqual([id, rule, rule])
      }
      expect(ids.filter((id) => found.has(id))).toEqual([accepted, withdrawn])
    })

    test('cannot be paid in full: asked, changed, told after acceptance once, and answered once', async () => {
      const id = await reviewed()
      expect((await own(id)).body).toMatchObject({ waiver: null, mayAsk: true })
      expect((await ask(id, { kind: 'part', reason: 'No fund.' })).body.errors).toHaveProperty('couldPay')
      expect((await ask(id, { kind: 'nothing' })).body.errors).toHaveProperty('reason')
      const first = (await ask(id, { kind: 'part', couldPay: 'USD 20', reason: 'No fund.' })).body.waiver
      const second = (await ask(id, { kind: 'nothing', couldPay: 'USD 20', reason: 'Still no fund.' })).body.waiver
      expect(second).toMatchObject({ kind: 'nothing', couldPay: '', reason: 'Still no fund.', outcome: null })
      // Neither a co-author nor an editor reads it, and it is not in the manuscript.
      expect((await own(id, editor)).status).toBe(404)
      expect((await journal.get(`/manuscripts/${id}`, { as: author })).text).not.toContain('Still no fund')
      expect((await answer(id, { askedAt: second.askedAt, outcome: 'whole' })).status).toBe(404)
      expect(await emailsOf(id)).toEqual([])

      await decidedAgo('accept', 5, id)
      await tellOfWaivers(journal.database)
      expect(await emailsOf(id)).toEqual([])
      expect((await answer(id, { askedAt: second.askedAt, outcome: 'whole' })).status).toBe(404)
      const later = new Date(Date.now() + UNDO_MINUTES * MINUTE_MS)
      await Promise.all([tellOfWaivers(journal.database, later), tellOfWaivers(journal.database, later)])
      await tellOfWaivers(journal.database, new Date(0))
      expect(await emailsOf(id)).toEqual([`fee-waiver-asked to ${editor.user.email}`])

      setClock(UNDO_MINUTES - 5)
      const desk = await journal.get('/fees/waivers', { as: editor })
      expect(desk.body.toAnswer.map(({ articleId }: { articleId: string }) => articleId)).toContain(id)
      expect((await journal.get('/fees/waivers', { as: author })).status).toBe(403)
      const old = await answer(id, { askedAt: first.askedAt, outcome: 'whole' })
      expect([old.status, old.body.message]).toEqual([409, WAIVER_CHANGED])
      const form = { askedAt: second.askedAt, outcome: 'part', remains: 'USD 20', answer: 'Gladly.' }
      expect((await answer(id, { ...form, remains: 'a little' })).body.errors).toHaveProperty('remains')
      const [one, other] = await Promise.all([answer(id, form), answer(id, form)])
      expect([one!.status, other!.status]).toEqual([200, 200])
      expect((await emailsOf(id)).filter((email) => email.startsWith('fee-waiver-answered'))).toEqual([
        `fee-waiver-answered to ${author.user.email}`,
      ])
      const different = await answer(id, { ...form, outcome: 'whole' })
      expect([different.status, different.body.message]).toEqual([409, WAIVER_ANSWERED])
      expect((await own(id)).body).toMatchObject({
        mayAsk: false,
        waiver: { outcome: 'part', remains: 'USD 20', answer: 'Gladly.' },
      })
      expect((await ask(id)).body.message).toBe(WAIVER_ANSWERED)
      const entries = await loadAuditEntries(journal.database, id)
      expect(entries.filter(({ action }) => action === 'fee.answer-waiver')).toHaveLength(1)
      // What is read of the case tells nothing of it.
      expect((await journal.get(`/cases/${id}`, { as: editor })).text).not.toMatch(/less than the full fee|Gladly/)
    })

    test('a decline that can still be undone changes nothing of what the author may ask', async () => {
      const id = await decidedAgo('decline', 5)
      expect((await own(id)).body.mayAsk).toBe(true)
      expect((await ask(id)).status).toBe(200)
      setClock(UNDO_MINUTES - 5)
      expect((await own(id)).body.mayAsk).toBe(false)
      expect((await ask(id, { kind: 'unsure' })).body.message).toBe(WAIVER_TOO_LATE)
    })

    test('an editor who is recused neither sees nor answers, and is not told', async () => {
      const friend = await aSignedIn(journal, { role: 'admin' })
      const id = await reviewed()
      const { askedAt } = (await ask(id)).body.waiver
      await journal.database.transaction((tx) => recuse(tx, asCaller(friend), { id, reason: 'A friend' }))
      await decidedAgo('accept', 11, id)
      await tellOfWaivers(journal.database)
      expect(await emailsOf(id)).toEqual([`fee-waiver-asked to ${editor.user.email}`])
      expect((await journal.get('/fees/waivers', { as: friend })).text).not.toContain(id)
      expect((await answer(id, { askedAt, outcome: 'whole' }, friend)).status).toBe(403)
      expect((await answer(id, { askedAt, outcome: 'whole' })).status).toBe(200)
      const about = `/activity?about=fee&limit=100`
      expect((await journal.get(about, { as: friend })).text).not.toContain(id)
      expect((await journal.get(about, { as: editor })).text).toContain(id)
      expect((await journal.get('/emails?limit=100', { as: friend })).text).not.toContain('Still no fund')
    })

    test('its request goes with the account: that a fee was waived stays, why does not', async () => {
      const leaving = await aSignedIn(journal)
      const made = [
        await aCase(journal.database, { submitter: leaving.user }),
        await aCase(journal.database, { submitter: leaving.user }),
      ]
      for (const { id } of made) expect((await ask(id, undefined, leaving)).status).toBe(200)
      const [kept, gone] = made.map(({ id }) => id)
      await db().updateTable('waivers').set({ outcome: 'whole' }).where('article_id', '=', kept!).execute()
      const given: unknown[] = []
      for await (const one of feeData.give!(db(), personOf(leaving.user))) given.push(one)
      expect(given).toHaveLength(2)
      expect(JSON.stringify(given)).toContain('There is no fund.')
      const others: unknown[] = []
      for await (const one of feeData.give!(db(), personOf(author.user))) others.push(one)
      expect(JSON.stringify(others)).not.toContain(kept)
      await journal.database.transaction((tx) => feeData.erase!(tx, personOf(leaving.user), undefined as never))
      const rows = await db().selectFrom('waivers').selectAll().where('article_id', 'in', [kept!, gone!]).execute()
      expect(rows.map(({ article_id, outcome, reason, asked_by }) => [article_id, outcome, reason, asked_by])).toEqual([
        [kept, 'whole', '', null],
      ])
    })
  })
})
