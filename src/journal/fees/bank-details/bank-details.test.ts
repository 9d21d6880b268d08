import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadAuditEntries } from '../../../../tests/support/audit-entries.ts'
import { aSignedIn, headersNow, PASSWORD, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { BANK_DETAILS_CHANGED, SAME_BANK_DETAILS } from '../../../contract/api/bank-details.ts'
import { NOT_PRINTABLE } from '../../../contract/api/invoices.ts'
import { CURRENT_PASSWORD_WRONG } from '../../../contract/api/passwords.ts'
import {
  BANK_DETAILS_OVER,
  BANK_DETAILS_WAIT,
  CONFIRMED_BY_ANOTHER,
  EDITOR_SINCE,
  PROPOSER_LEFT,
  SAME_PERSON,
  TAKES_EFFECT_ALONE,
} from '../../../contract/rules/fees/bank-details.ts'
import { HOUR_MS } from '../../../contract/rules/text/dates.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import { setRole } from '../../accounts/administration/administer.ts'
import { settleBankDetails } from './commands.ts'
import { payToNow } from '../pay-to.ts'

const FIRST = 'Bank of Multan\nIBAN PK36 SCBL 0000 0011 2345 6702'
const SECOND = 'Bank of Lahore\nIBAN PK24 SCBL 0000 0011 2345 6703'

afterEach(() => void vi.useRealTimers())

describe('the bank details of invoices', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let one: SignedIn
    beforeEach(async () => {
      journal = await open()
      one = await aSignedIn(journal, { role: 'admin', fullName: 'Samina Farooqi' })
    })
    const db = () => journal.database.db
    const anEditor = (fullName = 'Tariq Leghari') => aSignedIn(journal, { role: 'admin', fullName })
    const read = async (as: SignedIn) =>
      (await journal.get('/bank-details', { as: await headersNow(journal, as) })).body
    const propose = async (as: SignedIn, words: string, seen: string | null = null, currentPassword = PASSWORD) =>
      journal.post('/bank-details', { words, seen, currentPassword }, { as: await headersNow(journal, as) })
    const confirm = async (as: SignedIn, id: string, currentPassword = PASSWORD) =>
      journal.post(`/bank-details/${id}/confirmation`, { currentPassword }, { as: await headersNow(journal, as) })
    const withdraw = async (as: SignedIn, id: string) =>
      journal.post(`/bank-details/${id}/withdrawal`, {}, { as: await headersNow(journal, as) })
    const proposed = async (as: SignedIn, words: string, seen: string | null = null): Promise<string> => {
      const { status, body, text } = await propose(as, words, seen)
      expect(status, text).toBe(201)
      return body.waiting.id as string
    }
    const changeRole = ({ user }: SignedIn, role: 'admin' | 'author') =>
      journal.database.transaction((tx) =>
        setRole(tx, one.user.id, { id: user.id, role: role === 'admin' ? 'author' : 'admin' }, role),
      )
    const emails = async () =>
      (await db().selectFrom('outbox').select(['recipient', 'data']).where('kind', '=', 'bank-details').execute()).map(
        ({ recipient, data }) => `${(JSON.parse(data) as { happened: string }).happened} to ${recipient}`,
      )
    /** The hourly work, hour by hour. */
    const hoursPass = async (hours: number, settle = () => settleBankDetails(journal.database)) => {
      const start = Date.now()
      vi.useFakeTimers({ toFake: ['Date'], now: start })
      for (let hour = 1; hour <= hours; hour++) {
        vi.setSystemTime(start + hour * HOUR_MS)
        await settle()
      }
    }
    const inForce = async () => (await read(one)).current?.words ?? null

    test('take effect once another managing editor has confirmed them', async () => {
      const two = await anEditor()
      expect(await read(one)).toEqual({ current: null, waiting: null, earlier: [], canConfirm: true })
      const id = await proposed(one, FIRST)
      expect((await read(two)).waiting).toMatchObject({
        ...{ id, words: FIRST, proposedBy: 'Samina Farooqi', takesEffectAt: null, mayConfirm: ['Tariq Leghari'] },
        ...{ isYours: false, wasEditorBefore: true, isSamePerson: false, proposerStays: true },
      })
      expect(await payToNow(db())).toBe('')
      expect((await confirm(one, id)).body.message).toBe(CONFIRMED_BY_ANOTHER)
      expect((await confirm(two, id, 'Not-Mine-1')).body.errors).toEqual({ currentPassword: CURRENT_PASSWORD_WRONG })
      expect((await confirm(two, id)).status).toBe(200)
      // Its answer was lost: the same again.
      expect((await confirm(two, id)).status).toBe(200)
      expect((await confirm(one, id)).body.message).toBe(BANK_DETAILS_OVER)
      expect(await payToNow(db())).toBe(FIRST)

      const other = await proposed(two, SECOND, id)
      expect(await payToNow(db())).toBe(FIRST)
      expect((await confirm(one, other)).body.current).toMatchObject({ words: SECOND, confirmedBy: 'Samina Farooqi' })
      // What was in force before is never shown as what is.
      expect((await read(one)).earlier).toMatchObject([{ id, words: FIRST, state: 'former' }])
      // Nor printed, whatever a clock that went back says of their day.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 100 * HOUR_MS })
      expect(await payToNow(db())).toBe(SECOND)
      vi.useRealTimers()
      const both = [one.user.email, two.user.email]
      expect((await emails()).toSorted()).toEqual(
        both
          .flatMap((email) => ['proposed', 'in force', 'proposed', 'in force'].map((what) => `${what} to ${email}`))
          .toSorted(),
      )
      const logged = await loadAuditEntries(journal.database, id)
      expect(logged.map(({ action, after }) => [action, after])).toEqual([
        ['journal.propose-bank-details', { number: 1 }],
        ['journal.confirm-bank-details', { number: 1 }],
      ])
    })

    test('are proposed one at a time, by someone who has seen what holds, and withdrawn by anybody', async () => {
      const two = await anEditor()
      expect((await propose(one, FIRST, null, 'Not-Mine-1')).body.errors).toHaveProperty('currentPassword')
      expect((await propose(one, ' \n ')).status).toBe(400)
      expect((await propose(one, 'بینک')).body.errors).toEqual({ words: NOT_PRINTABLE })
      const id = await proposed(one, FIRST)
      // Its answer was lost: the same again.
      expect((await propose(one, FIRST)).body.waiting.id).toBe(id)
      expect((await propose(two, FIRST)).body.message).toBe(BANK_DETAILS_WAIT)
      expect((await withdraw(two, id)).body.earlier).toMatchObject([{ state: 'withdrawn', endedBy: 'Tariq Leghari' }])
      expect((await withdraw(two, id)).status).toBe(200)
      expect((await confirm(two, id)).body.message).toBe(BANK_DETAILS_OVER)
      const next = await proposed(one, FIRST)
      expect((await confirm(two, next)).status).toBe(200)
      expect((await propose(one, SECOND)).body.message).toBe(BANK_DETAILS_CHANGED)
      expect((await propose(one, FIRST, next)).body.errors).toEqual({ words: SAME_BANK_DETAILS })
      expect(await emails()).toContain(`withdrawn to ${one.user.email}`)
      // Two at once: one of them.
      const both = await Promise.all([propose(one, SECOND, next), propose(two, 'Another bank', next)])
      expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
      const { waiting } = await read(one)
      const [confirmer, withdrawer] = waiting.isYours ? [two, one] : [one, two]
      const answers = await Promise.all([confirm(confirmer, waiting.id), withdraw(withdrawer, waiting.id)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    })

    test('are not confirmed by who became a managing editor since, whatever the clock says', async () => {
      const later = await aSignedIn(journal, { fullName: 'Late Comer' })
      const two = await anEditor()
      const id = await proposed(one, FIRST)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 100 * HOUR_MS })
      await changeRole(later, 'admin')
      const promoted = await aSignedIn(journal, { user: { ...later.user, role: 'admin' } })
      expect((await confirm(promoted, id)).body.message).toBe(EDITOR_SINCE)
      // Nor by one who was none in between.
      await changeRole(two, 'author')
      await changeRole(two, 'admin')
      const back = await aSignedIn(journal, { user: two.user })
      expect((await confirm(back, id)).body.message).toBe(EDITOR_SINCE)
      expect((await read(back)).waiting.mayConfirm).toEqual([])
      vi.useRealTimers()
      expect((await withdraw(back, id)).status).toBe(200)
    })

    test('are not confirmed by a second person who was made just before: it takes as long as without one', async () => {
      const later = await aSignedIn(journal, { fullName: 'Late Comer' })
      await changeRole(later, 'admin')
      const newcomer = await aSignedIn(journal, { user: { ...later.user, role: 'admin' } })
      expect((await read(one)).canConfirm).toBe(false)
      const id = await proposed(one, FIRST)
      expect((await confirm(newcomer, id)).body.message).toBe(TAKES_EFFECT_ALONE)
      expect((await read(newcomer)).waiting).toMatchObject({
        takesEffectAt: expect.any(String),
        wasEditorBefore: false,
      })
      expect((await withdraw(newcomer, id)).status).toBe(200)
      // Beside someone who has been one for long.
      const two = await anEditor()
      const next = await proposed(one, FIRST)
      expect((await confirm(newcomer, next)).body.message).toBe(EDITOR_SINCE)
      expect((await read(two)).waiting.mayConfirm).toEqual(['Tariq Leghari'])
      expect((await withdraw(one, next)).status).toBe(200)
      // Two days later the newcomer counts.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 49 * HOUR_MS })
      const last = await proposed(one, FIRST)
      expect((await confirm(newcomer, last)).status).toBe(200)
    })

    test('are not confirmed by another account of the same person', async () => {
      const two = await anEditor()
      const orc_id = '0000-0002-1825-0097'
      const logged = (who: SignedIn, after: string | null) =>
        journal.database.transaction((tx) =>
          writeAuditEntry(tx, who.user.id, 'user.connect-orcid', who.user.id, {
            before: { orc_id: null, orcidProven: false },
            after: { orc_id: after, orcidProven: true },
          }),
        )
      const three = await anEditor('Third Editor')
      const id = await proposed(one, FIRST)
      // One has given the iD up, and the other has connected it: it was confirmed for both.
      await logged(one, orc_id)
      await db().updateTable('users').set({ orcid: orc_id }).where('id', '=', two.user.id).execute()
      expect((await confirm(two, id)).body.message).toBe(SAME_PERSON)
      expect((await read(three)).waiting.mayConfirm).toEqual(['Third Editor'])
      // The same mailbox, written in another way.
      const [local, domain] = one.user.email.split('@')
      const email = `${local}+two@${domain}`
      await db().updateTable('users').set({ email }).where('id', '=', three.user.id).execute()
      expect((await confirm(three, id)).body.message).toBe(SAME_PERSON)
      // What was never confirmed says nothing.
      await db().updateTable('users').set({ email_confirmed_at: null }).where('id', '=', three.user.id).execute()
      expect((await confirm(three, id)).status).toBe(200)
    })

    test('of a journal with one managing editor take effect two days later, not earlier', async () => {
      const id = await proposed(one, FIRST)
      const { waiting, canConfirm } = await read(one)
      expect(canConfirm).toBe(false)
      expect(Date.parse(waiting.takesEffectAt) - Date.parse(waiting.proposedAt)).toBe(48 * HOUR_MS)
      expect((await confirm(one, id)).body.message).toBe(TAKES_EFFECT_ALONE)
      const two = await anEditor()
      expect((await confirm(two, id)).body.message).toBe(TAKES_EFFECT_ALONE)
      await hoursPass(47)
      expect(await inForce()).toBeNull()
      // Both processes.
      await hoursPass(2, async () => void (await Promise.all([0, 1].map(() => settleBankDetails(journal.database)))))
      expect(await inForce()).toBe(FIRST)
      expect((await withdraw(two, id)).body.message).toBe(BANK_DETAILS_OVER)
      expect((await emails()).filter((email) => email.startsWith('in force'))).toEqual([
        `in force to ${one.user.email}`,
        `in force to ${two.user.email}`,
      ])
    })

    test('of a journal with one managing editor can be withdrawn until then', async () => {
      const id = await proposed(one, FIRST)
      await hoursPass(40)
      expect((await withdraw(one, id)).status).toBe(200)
      await hoursPass(20)
      expect(await inForce()).toBeNull()
    })

    test('do not take effect because a clock has jumped', async () => {
      await proposed(one, FIRST)
      await hoursPass(3)
      vi.setSystemTime(Date.now() + 1000 * HOUR_MS)
      await hoursPass(30)
      expect(await inForce()).toBeNull()
      // Back again: the days of the proposal are still to come.
      vi.setSystemTime(Date.now() - 1020 * HOUR_MS)
      await hoursPass(20)
      expect(await inForce()).toBeNull()
      await hoursPass(30)
      expect(await inForce()).toBe(FIRST)
    })

    test('end with the role of their proposer', async () => {
      const two = await anEditor()
      const id = await proposed(two, FIRST)
      await changeRole(two, 'author')
      expect((await read(one)).waiting).toMatchObject({ proposerStays: false, mayConfirm: [] })
      expect((await confirm(one, id)).body.message).toBe(PROPOSER_LEFT)
      await changeRole(two, 'admin')
      expect((await confirm(one, id)).body.message).toBe(PROPOSER_LEFT)
      await settleBankDetails(journal.database)
      expect((await read(one)).earlier).toMatchObject([{ id, state: 'ended', endedBy: null }])
      expect(await emails()).toContain(`ended to ${one.user.email}`)
      // Others need not wait for that.
      const again = await proposed(await aSignedIn(journal, { user: two.user }), SECOND)
      await changeRole(two, 'author')
      expect((await propose(one, FIRST)).body.waiting).toMatchObject({ words: FIRST })
      expect((await read(one)).earlier[0]).toMatchObject({ id: again, state: 'ended' })
    })

    test('that nobody else can confirm are told to who was a managing editor until lately', async () => {
      const two = await anEditor()
      await changeRole(two, 'author')
      await proposed(one, FIRST)
      expect(await emails()).toEqual([`proposed to ${one.user.email}`, `proposed to ${two.user.email}`])
    })

    test('are kept as they were by the database', async () => {
      const two = await anEditor()
      const id = await proposed(one, FIRST)
      const change = (set: object) => db().updateTable('bank_details').set(set).where('id', '=', id).execute()
      await expect(change({ words: SECOND })).rejects.toThrow('only ever added')
      await confirm(two, id)
      await expect(change({ confirmed_by: one.user.id })).rejects.toThrow('only ever added')
      await expect(db().deleteFrom('bank_details').execute()).rejects.toThrow('only ever added')
    })

    test('are no value of Settings: neither a draft nor a file of settings has them', async () => {
      const two = await anEditor()
      await confirm(two, await proposed(one, FIRST))
      const exported = await journal.get('/settings/export', { as: one })
      expect(exported.status, exported.text).toBe(200)
      expect(exported.text).not.toContain('Bank of Multan')
      expect((await journal.get('/settings', { as: one })).text).not.toContain('Bank of Multan')
    })
  })
})
