import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadAuditEntries } from '../../../tests/support/audit-entries.ts'
import { aSignedIn, type SignedIn } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { aDuty, aSectionEditorOf } from '../../../tests/support/duty-builders.ts'
import { aCase, asCaller, authorsConfirmed, decided, withReports } from '../../../tests/support/review-builders.ts'
import {
  FEES_OFFICERS_ONLY,
  NO_WAIVER_ASKED,
  NOBODY_ELSE_DECIDES,
  NOTHING_IS_SEALED,
  type SealedWaiver,
} from '../../contract/api/fees.ts'
import { UNDO_MINUTES } from '../../contract/rules/peer-review/undo.ts'
import type { User } from '../../contract/api/users.ts'
import { MINUTE_MS } from '../../contract/rules/text/dates.ts'
import { LOOKS_AFTER_FEES, recuse } from '../peer-review/case/editors.ts'
import { isRecused, isWithheldFromOfficer } from '../peer-review/recusal.ts'
import { feeEmails } from './emails.ts'
import { listSealed } from './opening.ts'
import { tellOfWaivers } from './tell.ts'

const setClock = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE_MS })
const REASON = 'There is no fund.'

afterEach(() => void vi.useRealTimers())

describe('a sealed request to pay less', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let author: SignedIn
    let editor: SignedIn
    let officer: SignedIn
    beforeAll(async () => {
      journal = await open()
      author = await aSignedIn(journal)
      editor = await aSignedIn(journal, { role: 'admin' })
      officer = await aSignedIn(journal)
      await aDuty(journal.database, officer.user, 'fees')
    })
    const db = () => journal.database.db

    const asked = async (): Promise<{ id: string; number: string }> => {
      const { id } = await aCase(journal.database, { submitter: author.user })
      await withReports(journal.database, asCaller(editor), id)
      await authorsConfirmed(journal.database, id)
      const form = { kind: 'nothing', reason: REASON }
      expect((await journal.post(`/manuscripts/${id}/waiver`, form, { as: author })).status).toBe(200)
      return { id, number: await numberOf(id) }
    }
    const numberOf = async (id: string) =>
      (await db().selectFrom('review_cases').select('number').where('article_id', '=', id).executeTakeFirstOrThrow())
        .number
    const sealed = async (as: SignedIn): Promise<string[]> =>
      (await journal.get('/fees/sealed', { as })).body.sealed.map(({ articleId }: SealedWaiver) => articleId)
    const opening = (number: string, as: SignedIn) => journal.post('/fees/opening', { number }, { as })
    const toAnswer = async (as: SignedIn): Promise<string[]> =>
      (await journal.get('/fees/waivers', { as })).body.toAnswer.map(({ articleId }: SealedWaiver) => articleId)

    test('is opened by a fees officer, who answers it and has no part in the decision, also as an editor later', async () => {
      const { id, number } = await asked()
      const without = (await aCase(journal.database, { submitter: author.user })).id
      expect(await sealed(officer)).toContain(id)
      expect((await journal.get('/fees/sealed', { as: officer })).text).not.toContain(REASON)
      expect(await toAnswer(officer)).not.toContain(id)
      const early = { askedAt: new Date().toISOString(), outcome: 'whole' }
      expect((await journal.post(`/fees/${id}/waiver`, early, { as: officer })).status).toBe(404)

      const opened = await opening(number, officer)
      expect(opened.body.waiver).toMatchObject({ articleId: id, stage: 'review', waiver: { reason: REASON } })
      // The second time it is only read.
      expect((await opening(`JPBR ${number}`, officer)).status).toBe(200)
      expect(await db().selectFrom('waiver_openings').selectAll().where('article_id', '=', id).execute()).toMatchObject(
        [{ user_id: officer.user.id }],
      )
      const entries = await loadAuditEntries(journal.database, id)
      expect(entries.filter(({ action }) => action === 'fee.open-waiver')).toHaveLength(1)
      expect(await sealed(officer)).not.toContain(id)
      expect(await toAnswer(officer)).toContain(id)

      const { askedAt } = opened.body.waiver.waiver
      const answered = await journal.post(`/fees/${id}/waiver`, { askedAt, outcome: 'whole' }, { as: officer })
      expect(answered.status, answered.text).toBe(200)
      expect((await journal.get(`/manuscripts/${id}/fee`, { as: author })).body.waiver.outcome).toBe('whole')

      // As a section editor of its category, and as a managing editor.
      await aSectionEditorOf(journal.database, officer.user, id)
      expect((await journal.get(`/cases/${id}`, { as: officer })).status).toBe(403)
      await db().updateTable('users').set({ role: 'admin' }).where('id', '=', officer.user.id).execute()
      expect((await journal.get(`/cases/${id}`, { as: officer })).status).toBe(403)
      expect((await journal.get('/cases?scope=all', { as: officer })).text).not.toContain(id)
      // Nobody else learns that there was a request.
      const who = {
        ...{ id: officer.user.id, fullName: officer.user.full_name },
        why: 'fees',
        reason: null,
        mayLift: false,
      }
      for (const each of [id, without]) {
        const { recused } = (await journal.get(`/cases/${each}`, { as: editor })).body
        expect(recused).toEqual([{ ...who, at: expect.any(String) }])
      }
      await db().updateTable('users').set({ role: 'author' }).where('id', '=', officer.user.id).execute()
      await db().deleteFrom('duties').where('user_id', '=', officer.user.id).where('duty', '=', 'section').execute()
    })

    test('is for fees officers alone: others open nothing, and what is not there is not found', async () => {
      const { id, number } = await asked()
      const refused = await opening(number, editor)
      expect([refused.status, refused.body.message]).toEqual([403, FEES_OFFICERS_ONLY])
      expect((await journal.get('/fees/sealed', { as: editor })).body).toMatchObject({ isOfficer: false, sealed: [] })
      expect((await opening(number, author)).status).toBe(403)
      expect((await opening('2026-999', officer)).status).toBe(404)
      const without = await aCase(journal.database, { submitter: author.user })
      expect((await opening(await numberOf(without.id), officer)).status).toBe(404)
      expect(await isWithheldFromOfficer(db(), officer.user.id, without.id)).toBe(false)
      const { rows } = {
        rows: await db().selectFrom('waiver_openings').selectAll().where('article_id', '=', id).execute(),
      }
      expect(rows).toEqual([])
    })

    test('is closed to an officer who is its author, and who no longer has the duty', async () => {
      const own = await asked()
      const duty = await aDuty(journal.database, author.user, 'fees')
      expect(await sealed(author)).not.toContain(own.id)
      expect((await opening(own.number, author)).status).toBe(404)
      await db().deleteFrom('duties').where('id', '=', duty).execute()
      const former = await aSignedIn(journal)
      const held = await aDuty(journal.database, former.user, 'fees')
      expect((await opening(own.number, former)).status).toBe(200)
      await db().deleteFrom('duties').where('id', '=', held).execute()
      expect((await journal.get('/fees/waivers', { as: former })).status).toBe(403)
    })

    test('leaves the list when its authors know how it ended, and is open after acceptance without a price', async () => {
      const [declined, accepted] = [await asked(), await asked()]
      setClock(-5)
      await decided(journal.database, asCaller(editor), declined.id, 'decline')
      await decided(journal.database, asCaller(editor), accepted.id, 'accept')
      vi.useRealTimers()
      expect(await sealed(officer)).toEqual(expect.arrayContaining([declined.id, accepted.id]))
      expect(await toAnswer(officer)).not.toContain(accepted.id)
      setClock(UNDO_MINUTES - 4)
      const left = await sealed(officer)
      expect(left).not.toContain(declined.id)
      expect(left).not.toContain(accepted.id)
      expect(await toAnswer(officer)).toContain(accepted.id)
      expect(await isRecused(db(), officer.user.id, accepted.id)).toBe(false)
    })

    test('of a manuscript that the officer edits is in no list, and looking costs the same with and without', async () => {
      const both = await aSignedIn(journal, { role: 'admin' })
      await aDuty(journal.database, both.user, 'fees')
      const { id, number } = await asked()
      const none = (await aCase(journal.database, { submitter: author.user })).id
      expect((await journal.get('/fees/sealed', { as: both })).body).toMatchObject({
        ...{ isOfficer: true, edits: true, sealed: [], total: 0 },
      })
      const nothing = await opening(await numberOf(none), both)
      expect(nothing.body).toEqual({ message: NO_WAIVER_ASKED, waiver: null })
      expect((await opening(number, both)).body.waiver).toMatchObject({ articleId: id })
      for (const each of [id, none]) {
        expect((await journal.get(`/cases/${each}`, { as: both })).status).toBe(403)
        const { recused } = (await journal.get(`/cases/${each}`, { as: editor })).body
        expect(recused).toMatchObject([{ id: both.user.id, why: 'declared' }])
      }
      expect(await toAnswer(both)).toContain(id)
    })

    /** Whether they have no part in the decision on these, as they and other editors see it. */
    const isKeptFrom = async (who: SignedIn, ids: readonly string[]): Promise<boolean[]> => {
      const kept: boolean[] = []
      for (const id of ids) {
        const { status } = await journal.get(`/cases/${id}`, { as: who })
        const { body } = await journal.get(`/cases/${id}`, { as: editor })
        const isNamed = ['editors', 'recused'].map((list) => body[list].some((one: User) => one.id === who.user.id))
        // Others read the same of both.
        expect(isNamed).toEqual(status === 200 ? [true, false] : [false, true])
        kept.push(status !== 200)
      }
      return kept
    }
    const become = async ({ user }: SignedIn, role: 'admin' | 'author') =>
      void (await db().updateTable('users').set({ role }).where('id', '=', user.id).execute())

    test('that was only read of keeps from the decision who edits later, with and without a request, until it is final', async () => {
      const { database } = journal
      const [reads, told, neither] = [await aSignedIn(journal), await aSignedIn(journal), await aSignedIn(journal)]
      for (const { user } of [reads, told]) await aDuty(database, user, 'fees')
      const { id } = await asked()
      const without = (await aCase(database, { submitter: author.user })).id
      expect(await sealed(reads)).toContain(id)
      await tellOfWaivers(database)
      const later = await asked()
      for (const who of [reads, told, neither]) await become(who, 'admin')
      expect(await isKeptFrom(neither, [id, without, later.id])).toEqual([false, false, false])
      // What came when they edited everything was not in their list.
      for (const who of [reads, told]) {
        expect(await isKeptFrom(who, [id, without, later.id])).toEqual([true, true, false])
        const named = (of: string) => journal.put(`/cases/${of}/editor`, { userId: who.user.id }, { as: editor })
        for (const each of [id, without]) expect((await named(each)).status).toBe(400)
        expect((await journal.get('/cases?scope=all', { as: who })).text).not.toMatch(new RegExp(`${id}|${without}`))
      }

      // As section editors they edit it neither, when the duty has ended.
      await become(reads, 'author')
      await db().updateTable('duties').set({ until_day: '2026-01-01' }).where('user_id', '=', reads.user.id).execute()
      for (const each of [id, without]) {
        await aSectionEditorOf(database, reads.user, each)
        expect((await journal.get(`/cases/${each}`, { as: reads })).status).toBe(403)
      }

      // A decision that can be undone changes nothing; afterwards everybody may know.
      setClock(-5)
      await decided(database, asCaller(editor), id, 'accept')
      vi.useRealTimers()
      expect(await isKeptFrom(told, [id])).toEqual([true])
      setClock(UNDO_MINUTES - 4)
      expect(await isKeptFrom(told, [id, without])).toEqual([false, true])
    })

    test('keeps editors who gave up their role, looked after fees and came back from what they read of then', async () => {
      const back = await aSignedIn(journal, { role: 'admin' })
      await aDuty(journal.database, back.user, 'fees')
      const [first, own] = [await asked(), await asked()]
      // Who edits everything reads nothing in the list, and keeps all.
      expect(await sealed(back)).toEqual([])
      await tellOfWaivers(journal.database)
      expect(await isKeptFrom(back, [first.id, own.id])).toEqual([false, false])
      await become(back, 'author')
      await aSectionEditorOf(journal.database, back.user, own.id)
      expect(await sealed(back)).toContain(first.id)
      expect(await sealed(back)).not.toContain(own.id)
      await become(back, 'admin')
      expect(await isKeptFrom(back, [first.id, own.id])).toEqual([true, false])
    })

    test('is not shown before it is noted that it was, also if nothing is found by a number', async () => {
      const who = await aSignedIn(journal)
      await aDuty(journal.database, who.user, 'fees')
      const { id } = await asked()
      const readOf = async () =>
        (
          await db()
            .selectFrom('waiver_list_readers')
            .select('article_id')
            .where('user_id', '=', who.user.id)
            .where('article_id', '=', id)
            .execute()
        ).length
      expect(await readOf()).toBe(0)
      expect((await opening('2026-999', who)).status).toBe(404)
      expect(await readOf()).toBe(1)
      await Promise.all([sealed(who), sealed(who), tellOfWaivers(journal.database)])
      expect(await readOf()).toBe(1)
      await db().deleteFrom('waiver_list_readers').where('user_id', '=', who.user.id).execute()
      expect((await listSealed(db(), asCaller(who), 100)).sealed).toEqual([])
    })

    test('does not show when the officer is invited as a guest editor: neither officers nor former ones are', async () => {
      const [opened, other, none] = [await asked(), await asked(), await aCase(journal.database)]
      const former = await aSignedIn(journal)
      const duty = await aDuty(journal.database, former.user, 'fees')
      for (const who of [officer, former]) expect((await opening(opened.number, who)).status).toBe(200)
      await db().updateTable('duties').set({ until_day: '2026-01-01' }).where('id', '=', duty).execute()
      for (const { user } of [officer, former])
        for (const { id } of [opened, other, none]) {
          const invited = await journal.post(`/cases/${id}/guest-editors`, { email: user.email }, { as: editor })
          expect([invited.status, invited.body.errors]).toEqual([400, { email: LOOKS_AFTER_FEES }])
        }
    })

    test('is not looked for by the only editor, who reads why', async () => {
      const { number, id } = await asked()
      const admins = () => db().updateTable('users').where('role', '=', 'admin')
      const { id: only } = editor.user
      await aDuty(journal.database, editor.user, 'fees')
      await admins().set({ role: 'author' }).where('id', '<>', only).execute()
      const refused = await opening(number, editor)
      expect([refused.status, refused.body.message]).toEqual([409, NOBODY_ELSE_DECIDES])
      expect(await isRecused(db(), only, id)).toBe(false)
      await db().deleteFrom('duties').where('user_id', '=', only).execute()
    })

    test('costs nothing any more once the manuscript is decided, and looking twice is looking once', async () => {
      const both = await aSignedIn(journal, { role: 'admin' })
      await aDuty(journal.database, both.user, 'fees')
      const without = (await aCase(journal.database, { submitter: author.user })).id
      const first = await opening(await numberOf(without), both)
      expect((await opening(await numberOf(without), both)).body).toEqual(first.body)

      const [asking, other] = [await asked(), await asked()]
      await db().deleteFrom('waivers').where('article_id', '=', other.id).execute()
      setClock(-UNDO_MINUTES - 1)
      for (const { id } of [asking, other]) await decided(journal.database, asCaller(editor), id, 'decline')
      vi.useRealTimers()
      for (const { id, number } of [asking, other]) {
        expect((await opening(number, both)).body).toEqual({ message: NOTHING_IS_SEALED, waiver: null })
        expect(await isRecused(db(), both.user.id, id)).toBe(false)
        expect((await opening(number, officer)).status).toBe(404)
      }
    })

    test('reaches nobody by an email that waited while they lost the duty, or came to edit the manuscript', async () => {
      const { id } = await asked()
      const accepted = await asked()
      await tellOfWaivers(journal.database)
      setClock(-UNDO_MINUTES - 1)
      await decided(journal.database, asCaller(editor), accepted.id, 'accept')
      vi.useRealTimers()
      const isDropped = async (kind: 'fee-waiver-sealed' | 'fee-waiver-asked', { user }: SignedIn) => {
        const about = { articleId: kind === 'fee-waiver-sealed' ? id : accepted.id }
        const facts = await feeEmails[kind].load(db(), about, { recipient: user.email } as never)
        return feeEmails[kind].isPointless!(db(), { ...about, ...facts! }, new Date())
      }
      const kinds = ['fee-waiver-sealed', 'fee-waiver-asked'] as const
      for (const kind of kinds) expect(await isDropped(kind, officer), kind).toBe(false)
      expect(await isDropped('fee-waiver-asked', editor)).toBe(false)

      const former = await aSignedIn(journal)
      for (const kind of kinds) expect(await isDropped(kind, former), kind).toBe(true)
      const section = await aSignedIn(journal)
      await aDuty(journal.database, section.user, 'fees')
      await aSectionEditorOf(journal.database, section.user, id)
      expect(await isDropped('fee-waiver-sealed', section)).toBe(true)
      const friend = await aSignedIn(journal, { role: 'admin' })
      const conflict = { id: accepted.id, reason: 'A friend' }
      await journal.database.transaction((tx) => recuse(tx, asCaller(friend), conflict))
      expect(await isDropped('fee-waiver-asked', friend)).toBe(true)
    })

    test('is told to officers once, and not to those who could decide', async () => {
      const section = await aSignedIn(journal)
      await aDuty(journal.database, section.user, 'fees')
      const { id } = await asked()
      await aSectionEditorOf(journal.database, section.user, id)
      await Promise.all([tellOfWaivers(journal.database), tellOfWaivers(journal.database)])
      await tellOfWaivers(journal.database)
      const emails = await db()
        .selectFrom('outbox')
        .select(['kind', 'recipient'])
        .where('article_id', '=', id)
        .execute()
      const told = emails.filter(({ kind }) => kind.startsWith('fee-')).map(({ recipient }) => recipient)
      expect(told).toContain(officer.user.email)
      expect(told.filter((recipient) => recipient === officer.user.email)).toHaveLength(1)
      expect(told).not.toContain(section.user.email)
      expect(told).not.toContain(editor.user.email)
      const { title } = await db().selectFrom('articles').select('title').where('id', '=', id).executeTakeFirstOrThrow()
      const listed: { kind: string; subject: string }[] = (await journal.get('/emails?limit=100', { as: editor })).body
        .data
      const about = listed.filter(({ subject }) => subject.includes(title)).map(({ kind }) => kind)
      expect(about).not.toContain('fee-waiver-sealed')
      expect(listed.length).toBeGreaterThan(0)
    })

    test('tells its author who reads it', async () => {
      const { id } = await asked()
      expect((await journal.get(`/manuscripts/${id}/fee`, { as: author })).body.hasOfficer).toBe(true)
      expect((await journal.get('/fees/readers', { as: author })).body).toEqual({ hasOfficer: true })
    })
  })
})
