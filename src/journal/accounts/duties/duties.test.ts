import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadAuditEntries } from '../../../../tests/support/audit-entries.ts'
import { aCategory, aReviewer, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aDuty } from '../../../../tests/support/duty-builders.ts'
import { aCase, agreed, asCaller, invited, reported } from '../../../../tests/support/review-builders.ts'
import { DUTIES_CHANGED, INVITATION_NOT_YOURS, INVITATION_OVER } from '../../../contract/api/duties.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { noteAllRecusedEditors } from '../../peer-review/cases/recused-editors.ts'
import { sendGrievance } from '../../peer-review/cases/grievances.ts'

const today = () => dayOf(new Date())

describe('duties', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
    })
    beforeEach(async () => {
      await journal.database.db.deleteFrom('outbox').execute()
    })

    const db = () => journal.database.db
    const outbox = async (kind?: string) => {
      const rows = await db().selectFrom('outbox').select(['kind', 'recipient', 'data']).orderBy('id').execute()
      return rows.filter((row) => kind === undefined || row.kind === kind)
    }
    const people = async () =>
      (await journal.get('/duties', { as: admin })).body.people as {
        userId: string
        seen: string
        terms: { id: string; duty: string; categoryId: string | null; from: string | null; until: string | null }[]
      }[]
    const holder = async ({ user }: SignedIn) => (await people()).find(({ userId }) => userId === user.id)!
    const editorOf = async (...categories: { id: string }[]) => {
      const editor = await aSignedIn(journal)
      for (const { id } of categories) await aDuty(journal.database, editor.user, 'section', { categoryId: id })
      return editor
    }
    const sees = async (editor: SignedIn, { id }: { id: string }) =>
      (await journal.get(`/cases/${id}`, { as: editor })).status === 200
    const listed = async (editor: SignedIn) =>
      ((await journal.get('/cases?scope=all', { as: editor })).body.lines as { articleId: string }[]).map(
        ({ articleId }) => articleId,
      )
    const handledBy = async ({ id }: { id: string }) =>
      (await db().selectFrom('review_cases').select('editor_id').where('article_id', '=', id).executeTakeFirstOrThrow())
        .editor_id
    const change = async (person: SignedIn, terms: object[], more: object = {}) =>
      journal.put(
        `/duties/${person.user.id}`,
        { seen: (await holder(person)).seen, managing: false, terms, ...more },
        { as: admin },
      )

    test('a section editor lists, counts, finds and reads the cases of their categories alone', async () => {
      const [own, other] = [await aCategory(journal.database), await aCategory(journal.database)]
      const [mine, theirs] = [
        await aCase(journal.database, { category: own, title: 'Quillwort of ponds' }),
        await aCase(journal.database, { category: other, title: 'Quillwort of lakes' }),
      ]
      const editor = await editorOf(own)
      expect(await listed(editor)).toEqual([mine.id])
      const today = (await journal.get('/cases?scope=all&q=quillwort', { as: editor })).body
      expect([today.lines.length, today.counts, today.figures.open, today.missing]).toEqual([
        1,
        { mine: 1, all: 1 },
        1,
        [],
      ])
      expect((await journal.get('/cases/count', { as: editor })).body).toEqual({ act: 1 })
      expect((await journal.get('/cases/figures', { as: editor })).body.openCases).toBe(1)
      expect([await sees(editor, mine), await sees(editor, theirs)]).toEqual([true, false])
      const view = (await journal.get(`/cases/${mine.id}`, { as: editor })).body
      expect(view.editors.map(({ id }: { id: string }) => id)).toContain(editor.user.id)
      expect(view.mayAppoint).toBe(false)
    })

    test('terms are held from the first day to the end of the last', async () => {
      const category = await aCategory(journal.database)
      const one = await aCase(journal.database, { category })
      const editor = await aSignedIn(journal)
      const at = async (from: number | null, until: number | null) => {
        await db().deleteFrom('duties').where('user_id', '=', editor.user.id).execute()
        const day = (days: number | null) => (days === null ? null : addDays(today(), days))
        await aDuty(journal.database, editor.user, 'section', {
          categoryId: category.id,
          from: day(from),
          until: day(until),
        })
        return sees(editor, one)
      }
      expect([await at(0, 0), await at(1, null), await at(null, -1), await at(-3, 3)]).toEqual([
        true,
        false,
        false,
        true,
      ])
    })

    test('who sent the manuscript is recused from it, whatever their duty', async () => {
      const category = await aCategory(journal.database)
      const editor = await editorOf(category)
      const own = await aCase(journal.database, { category, submitter: editor.user })
      expect(await sees(editor, own)).toBe(false)
      expect(await listed(editor)).toEqual([])
      const view = (await journal.get(`/cases/${own.id}`, { as: admin })).body
      expect(view.editors.map(({ id }: { id: string }) => id)).not.toContain(editor.user.id)
      expect((await journal.put(`/cases/${own.id}/editor`, { userId: editor.user.id }, { as: admin })).status).toBe(400)
    })

    test('cases are given to section editors of their category, and to no others', async () => {
      const [category, other] = [await aCategory(journal.database), await aCategory(journal.database)]
      const one = await aCase(journal.database, { category })
      const [of, not] = [await editorOf(category), await editorOf(other)]
      const give = async (to: SignedIn) =>
        (await journal.put(`/cases/${one.id}/editor`, { userId: to.user.id }, { as: admin })).status
      expect([await give(not), await give(of)]).toEqual([400, 200])
      expect((await outbox('editor-case-assigned')).map(({ recipient }) => recipient)).toEqual([of.user.email])
    })

    test('a complaint about a section editor is neither sent nor shown to them', async () => {
      const category = await aCategory(journal.database)
      const author = await aSignedIn(journal)
      const one = await aCase(journal.database, { category, submitter: author.user })
      const [named, other] = [await editorOf(category), await editorOf(category)]
      await journal.database.transaction((tx) =>
        sendGrievance(
          tx,
          { userId: author.user.id, role: 'author', sessionId: '' },
          { articleId: one.id, kind: 'complaint', text: `About ${named.user.full_name}.`, about: named.user.full_name },
        ),
      )
      const told = (await outbox('editor-appeal')).map(({ recipient }) => recipient)
      expect(told).toContain(other.user.email)
      expect(told).not.toContain(named.user.email)
      const seenBy = async (editor: SignedIn) =>
        (await journal.get(`/cases/${one.id}`, { as: editor })).body.grievances[0].isHidden
      expect([await seenBy(named), await seenBy(other)]).toEqual([true, false])
    })

    test('ending a duty takes effect at the next call; cases in hand wait for managing editors, who are told', async () => {
      const [category, kept] = [await aCategory(journal.database), await aCategory(journal.database)]
      const [one, two] = [
        await aCase(journal.database, { category }),
        await aCase(journal.database, { category: kept }),
      ]
      const editor = await editorOf(category, kept)
      for (const { id } of [one, two])
        await journal.put(`/cases/${id}/editor`, { userId: editor.user.id }, { as: admin })
      await db().deleteFrom('outbox').execute()
      const { terms } = await holder(editor)
      const left = terms.filter(({ categoryId }) => categoryId === kept.id)
      const answer = await change(editor, left.map(({ id, duty, categoryId, from, until }) => ({ id, duty, categoryId, from, until }))) // prettier-ignore
      expect(answer.status, answer.text).toBe(200)
      expect([await sees(editor, one), await sees(editor, two)]).toEqual([false, true])
      expect([await handledBy(one), await handledBy(two)]).toEqual([null, editor.user.id])
      const free = await outbox('editor-case-free')
      expect(free.map(({ recipient }) => recipient)).toContain(admin.user.email)
      expect((await outbox('duties-changed')).map(({ recipient }) => recipient)).toContain(admin.user.email)
      const [entry] = (await loadAuditEntries(journal.database, editor.user.id)).filter(
        ({ action }) => action === 'user.change-duties',
      )
      expect(entry).toMatchObject({ actor_id: admin.user.id, before: { terms: [{}, {}] }, after: { terms: [{}] } })
    })

    test('a term that has run out hands its cases on by itself', async () => {
      const [category, kept] = [await aCategory(journal.database), await aCategory(journal.database)]
      const one = await aCase(journal.database, { category })
      const editor = await editorOf(kept)
      const term = await aDuty(journal.database, editor.user, 'section', { categoryId: category.id })
      await journal.put(`/cases/${one.id}/editor`, { userId: editor.user.id }, { as: admin })
      await db()
        .updateTable('duties')
        .set({ until_day: addDays(today(), -1) })
        .where('id', '=', term)
        .execute()
      expect(await sees(editor, one)).toBe(false)
      await noteAllRecusedEditors(journal.database)
      expect(await handledBy(one)).toBeNull()
    })

    test('terms of several categories keep their own days; of two who change them, the second is asked to look again', async () => {
      const [a, b] = [await aCategory(journal.database), await aCategory(journal.database)]
      const editor = await aSignedIn(journal)
      await aDuty(journal.database, editor.user, 'section', { categoryId: a.id, until: '2999-01-31' })
      await aDuty(journal.database, editor.user, 'section', { categoryId: b.id, from: '2998-01-01' })
      const { seen, terms } = await holder(editor)
      const form = terms.map(({ id, duty, categoryId, from, until }) => ({ id, duty, categoryId, from, until }))
      const moved = form.map((term) => (term.categoryId === a.id ? { ...term, until: '2999-02-28' } : term))
      const [first, second] = await Promise.all(
        [moved, []].map((terms) =>
          journal.put(`/duties/${editor.user.id}`, { seen, managing: false, terms }, { as: admin }),
        ),
      )
      expect([first!.status, second!.status].toSorted()).toEqual([200, 409])
      const refused = first!.status === 409 ? first! : second!
      expect(refused.body.message).toBe(DUTIES_CHANGED)
      if (first!.status === 200) {
        const now = (await holder(editor)).terms.map(({ categoryId, from, until }) => ({ categoryId, from, until }))
        expect(now).toEqual(
          expect.arrayContaining([
            { categoryId: a.id, from: null, until: '2999-02-28' },
            { categoryId: b.id, from: '2998-01-01', until: null },
          ]),
        )
      }
    })

    test('a duty follows a merged category with its days, and comes back; a case in hand stays', async () => {
      const [from, into] = [await aCategory(journal.database), await aCategory(journal.database)]
      const one = await aCase(journal.database, { category: from })
      const editor = await aSignedIn(journal)
      await aDuty(journal.database, editor.user, 'section', { categoryId: from.id, until: '2999-01-31' })
      await aDuty(journal.database, editor.user, 'section', { categoryId: into.id, until: '2999-05-31' })
      await journal.put(`/cases/${one.id}/editor`, { userId: editor.user.id }, { as: admin })
      const days = async () =>
        (await holder(editor)).terms.map(({ categoryId, until }) => [categoryId, until]).toSorted()
      const before = await days()
      await journal.post(`/categories/${from.id}/merge`, { into: into.id }, { as: admin })
      expect(await days()).toEqual([[into.id, '2999-01-31'], [into.id, '2999-05-31']]) // prettier-ignore
      expect([await sees(editor, one), await handledBy(one)]).toEqual([true, editor.user.id])
      await journal.post(`/categories/${from.id}/merge/undo`, {}, { as: admin })
      expect(await days()).toEqual(before)
      expect((await journal.send('DELETE', `/categories/${from.id}`, undefined, { as: admin })).status).toBe(409)
    })

    test('an invitation gives nothing before the owner of its confirmed address accepts it', async () => {
      const category = await aCategory(journal.database)
      const one = await aCase(journal.database, { category })
      const [invited, other] = [await aSignedIn(journal), await aSignedIn(journal)]
      const form = { email: invited.user.email, duty: 'section', categoryIds: [category.id] }
      const sent = await journal.post('/duties/invitations', form, { as: admin })
      expect(sent.status, sent.text).toBe(201)
      expect((await journal.post('/duties/invitations', form, { as: admin })).status).toBe(400)
      expect((await outbox('duty-invitation')).map(({ recipient }) => recipient)).toEqual([invited.user.email])
      const [{ id }] = (await journal.get('/duties/own', { as: invited })).body.invitations
      const path = `/duties/invitations/${id}`
      expect((await journal.get(path, { as: other })).body.message).toBe(INVITATION_NOT_YOURS)
      expect((await journal.post(`${path}/acceptance`, {}, { as: other })).status).toBe(404)
      await db().updateTable('users').set({ email_confirmed_at: null }).where('id', '=', invited.user.id).execute()
      expect((await journal.get(path, { as: invited })).body.isConfirmed).toBe(false)
      expect((await journal.post(`${path}/acceptance`, {}, { as: invited })).status).toBe(409)
      expect(await sees(invited, one)).toBe(false)
      await db()
        .updateTable('users')
        .set({ email_confirmed_at: new Date().toISOString() })
        .where('id', '=', invited.user.id)
        .execute()
      const twice = await Promise.all([1, 2].map(() => journal.post(`${path}/acceptance`, {}, { as: invited })))
      expect(twice.map(({ status }) => status)).toEqual([200, 200])
      expect(await sees(invited, one)).toBe(true)
      expect((await holder(invited)).terms).toHaveLength(1)
      expect((await outbox('duties-changed')).filter(({ recipient }) => recipient === admin.user.email)).toHaveLength(1)
    })

    test('what was withdrawn, or has expired, is not accepted; a reminder goes once a day and makes it last again', async () => {
      const invited = await aSignedIn(journal)
      const invite = async (duty: string) => {
        await journal.post('/duties/invitations', { email: invited.user.email, duty }, { as: admin })
        const row = await db().selectFrom('duty_invitations').select('id').where('email', '=', invited.user.email).where('duty', '=', duty as 'observer').where('ended_at', 'is', null).executeTakeFirstOrThrow() // prettier-ignore
        return `/duties/invitations/${row.id}`
      }
      const accept = async (path: string) =>
        (await journal.post(`${path}/acceptance`, {}, { as: invited })).body.message
      const withdrawn = await invite('observer')
      for (const _twice of [1, 2])
        expect((await journal.send('DELETE', withdrawn, undefined, { as: admin })).status).toBe(200)
      expect(await accept(withdrawn)).toBe(INVITATION_OVER)
      const expired = await invite('observer')
      expect((await journal.post(`${expired}/sending`, {}, { as: admin })).status).toBe(409)
      const old = new Date(Date.now() - 20 * 86_400_000).toISOString()
      await db().updateTable('duty_invitations').set({ sent_at: old, expires_at: old }).where('ended_at', 'is', null).execute() // prettier-ignore
      expect(await accept(expired)).toBe(INVITATION_OVER)
      expect((await journal.post(`${expired}/sending`, {}, { as: admin })).status).toBe(200)
      expect(await accept(expired)).toBe('Thank you. You are now: Observer.')
      expect((await journal.get('/duties/own', { as: invited })).body.duties).toEqual(['observer'])
    })

    test('what an editor offered who has left, or what is gone, is not accepted', async () => {
      const invited = await aSignedIn(journal)
      const leaving = await aSignedIn(journal, { role: 'admin' })
      const category = await aCategory(journal.database)
      const invite = async (form: object, as: SignedIn) => {
        const sent = await journal.post('/duties/invitations', { email: invited.user.email, ...form }, { as })
        expect(sent.status, sent.text).toBe(201)
        return (await journal.get('/duties/own', { as: invited })).body.invitations[0].id as string
      }
      const accept = async (id: string) => {
        const { status, body } = await journal.post(`/duties/invitations/${id}/acceptance`, {}, { as: invited })
        return [status, body.message]
      }
      const managing = await invite({ duty: 'managing' }, leaving)
      await db().updateTable('users').set({ role: 'author' }).where('id', '=', leaving.user.id).execute()
      expect((await journal.get('/duties/own', { as: invited })).body.invitations).toMatchObject([{ isOver: true }])
      expect(await accept(managing)).toEqual([409, INVITATION_OVER])
      const old = new Date(Date.now() - 20 * 86_400_000).toISOString()
      const again = async (id: string) => {
        await db().updateTable('duty_invitations').set({ sent_at: old, expires_at: old }).where('id', '=', id).execute()
        return (await journal.post(`/duties/invitations/${id}/sending`, {}, { as: admin })).status
      }
      expect(await again(managing)).toBe(200)

      const section = await invite({ duty: 'section', categoryIds: [category.id] }, admin)
      await db().deleteFrom('duty_invitation_categories').where('invitation_id', '=', section).execute()
      expect(await accept(section)).toEqual([409, INVITATION_OVER])
      expect(await again(section)).toBe(409)
      expect((await holder(invited))?.terms ?? []).toEqual([])
      // Sent again by an editor who is still there, it is theirs to accept.
      expect((await accept(managing))[0]).toBe(200)
      await db().updateTable('users').set({ role: 'author' }).where('id', '=', invited.user.id).execute()
    })

    test('a section editor who has reviewed a manuscript stays recused when the reviewer is erased', async () => {
      const category = await aCategory(journal.database)
      const one = await aCase(journal.database, { category })
      const editor = await editorOf(await aCategory(journal.database))
      const reviewer = await aReviewer(journal.database, { emails: [editor.user.email] })
      const [assignment] = await invited(journal.database, asCaller(admin), one.id, { reviewers: [reviewer] })
      await agreed(journal.database, assignment!.id)
      await reported(journal.database, assignment!.id)
      const term = { id: null, duty: 'section', categoryId: category.id, from: null, until: null }
      const held = (await holder(editor)).terms.map(({ id, duty, categoryId, from, until }) => ({
        ...{ id, duty, categoryId, from, until },
      }))
      expect((await change(editor, [...held, term])).status).toBe(200)
      expect(await sees(editor, one)).toBe(false)
      const erased = await journal.post(`/reviewers/${reviewer.id}/erase`, {}, { as: admin })
      expect(erased.status, erased.text).toBe(200)
      expect(await sees(editor, one)).toBe(false)
      expect(await sees(editor, await aCase(journal.database, { category }))).toBe(true)
    })

    test('an invited managing editor becomes one, and the last one remains', async () => {
      const invited = await aSignedIn(journal)
      await journal.post('/duties/invitations', { email: invited.user.email, duty: 'managing' }, { as: admin })
      const [{ id }] = (await journal.get('/duties/own', { as: invited })).body.invitations
      expect((await journal.post(`/duties/invitations/${id}/acceptance`, {}, { as: invited })).status).toBe(200)
      expect((await journal.get('/cases', { as: invited })).status).toBe(200)
      expect((await change(invited, [])).status).toBe(200)
      expect((await journal.get('/users', { as: invited })).status).toBe(401)
      const others = await db().selectFrom('users').select('id').where('role', '=', 'admin').execute()
      expect(others.map((one) => one.id)).toContain(admin.user.id)
      if (others.length === 1) expect((await change(admin, [])).status).toBe(409)
    })
  })
})
