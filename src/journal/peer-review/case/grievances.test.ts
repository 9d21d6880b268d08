import { beforeEach, describe, expect, test } from 'vitest'
import { journal as config } from '../../../../journal.config.ts'
import { aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aCase, asCaller, decided, invited } from '../../../../tests/support/review-builders.ts'
import { HANDLER_DECIDED, HANDLER_INVOLVED } from '../cases/grievances.ts'
import { takeDueSteps } from '../cases/reminders.ts'
import { newId } from '../../../platform/ids.ts'

const SECRET = 'They have sat on my manuscript since spring.'
const ANSWER = { outcome: 'partly', answer: 'We are sorry.' }

describe('a complaint about an editor', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let author: SignedIn
    let editor: SignedIn
    let id: string
    beforeEach(async () => {
      journal = await open()
      author = await aSignedIn(journal)
      editor = await aSignedIn(journal, { role: 'admin', fullName: 'Ada Green' })
      id = (await aCase(journal.database, { submitter: author.user })).id
    })
    const db = () => journal.database.db
    const another = (fullName = 'Berta Blom') => aSignedIn(journal, { role: 'admin', fullName })
    const complain = async (more: object = {}) => {
      const sent = await journal.post(
        `/manuscripts/${id}/grievances`,
        { kind: 'complaint', text: SECRET, ...more },
        { as: author },
      )
      expect(sent.status, sent.text).toBe(201)
      return (await db().selectFrom('grievances').select('id').executeTakeFirstOrThrow()).id
    }
    const seen = async (as: SignedIn) => (await journal.get(`/cases/${id}`, { as })).body.grievances[0]
    const answer = (grievanceId: string, as: SignedIn) =>
      journal.post(`/cases/${id}/grievances/${grievanceId}`, ANSWER, { as })
    const told = async (kind: string) => {
      const rows = await db().selectFrom('outbox').select(['kind', 'recipient']).orderBy('id').execute()
      return rows.filter((row) => row.kind === kind).map(({ recipient }) => recipient)
    }
    /** An uninvolved one may answer and reads it; an involved one does neither, on any page. */
    async function isKeptFrom(involved: SignedIn, grievanceId: string) {
      expect(await seen(involved)).toMatchObject({ text: '', about: null, isHidden: true, mayAnswer: false })
      const refused = await answer(grievanceId, involved)
      expect([refused.status, refused.body.message]).toEqual([403, HANDLER_INVOLVED])
      for (const path of [`/cases/${id}`, '/emails', '/activity', '/cases']) {
        const { text } = await journal.get(path, { as: involved })
        expect(text, path).not.toContain(SECRET)
      }
    }

    test('is neither answered nor read by the editor of the case, until another has answered it', async () => {
      const other = await another()
      await invited(journal.database, asCaller(editor), id)
      const grievanceId = await complain()
      expect(await told('editor-appeal')).toEqual([other.user.email])
      await isKeptFrom(editor, grievanceId)
      expect(await seen(other)).toMatchObject({ text: SECRET, isHidden: false, mayAnswer: true })
      expect((await answer(grievanceId, other)).status).toBe(200)
      expect(await seen(editor)).toMatchObject({ text: SECRET, isHidden: false, answer: 'We are sorry.' })
    })

    test('stays with others after the case has changed hands, and the editor who has taken it over may answer', async () => {
      const other = await another()
      await invited(journal.database, asCaller(editor), id)
      const grievanceId = await complain()
      const handed = await journal.put(`/cases/${id}/editor`, { userId: other.user.id }, { as: editor })
      expect(handed.status, handed.text).toBe(200)
      await isKeptFrom(editor, grievanceId)
      expect((await answer(grievanceId, other)).status).toBe(200)
    })

    test('concerns an earlier editor as well', async () => {
      const other = await another()
      await another('Cora Dahl')
      await invited(journal.database, asCaller(editor), id)
      await journal.put(`/cases/${id}/editor`, { userId: other.user.id }, { as: editor })
      const grievanceId = await complain()
      await isKeptFrom(editor, grievanceId)
      await isKeptFrom(other, grievanceId)
      expect(await told('editor-appeal')).toHaveLength(1)
    })

    test.each([
      ['in either order', { about: 'Blom, Berta' }],
      ['with more words', { about: 'Dr. Berta Blom, who wrote to me' }],
      ['in the text', { text: `${SECRET} I mean Berta Blom.` }],
    ])('concerns whom the author names: %s', async (_how, more) => {
      const named = await another()
      const other = await another('Cora Dahl')
      const grievanceId = await complain(more)
      await isKeptFrom(named, grievanceId)
      expect(await seen(other)).toMatchObject({ mayAnswer: true })
    })

    test('concerns who has decided, also in a decision that was undone, and after becoming an administrator', async () => {
      const other = await another()
      const guest = await aSignedIn(journal)
      const asGuest = await journal.post(`/cases/${id}/guest-editors`, { email: guest.user.email }, { as: editor })
      expect(asGuest.status, asGuest.text).toBe(201)
      const { id: decisionId } = await decided(journal.database, asCaller(guest), id, 'decline')
      const undone = await journal.post(`/cases/${id}/decisions/${decisionId}/undo`, {}, { as: guest })
      expect(undone.status, undone.text).toBe(200)
      await db().updateTable('users').set({ role: 'admin' }).where('id', '=', guest.user.id).execute()
      const grievanceId = await complain()
      await isKeptFrom(guest, grievanceId)
      expect(await seen(other)).toMatchObject({ mayAnswer: true })
    })

    test('all administrators and the society hear that nobody is left to answer, without what it says', async () => {
      await invited(journal.database, asCaller(editor), id)
      const grievanceId = await complain()
      expect(await told('editor-appeal')).toEqual([])
      expect((await told('editor-nobody-to-answer')).toSorted()).toEqual(
        [editor.user.email, config.contact.email].toSorted(),
      )
      await isKeptFrom(editor, grievanceId)
      await takeDueSteps(journal.database, { clock: () => new Date(Date.now() + 22 * 86_400_000) })
      expect(await told('editor-appeal-due')).toEqual([editor.user.email])
      await isKeptFrom(editor, grievanceId)

      // A guest editor who had no part in it answers.
      const guest = await aSignedIn(journal)
      await journal.post(`/cases/${id}/guest-editors`, { email: guest.user.email }, { as: editor })
      expect(await seen(guest)).toMatchObject({ text: SECRET, mayAnswer: true })
      expect((await answer(grievanceId, guest)).status).toBe(200)
    })

    test('reminds those who may answer, a guest editor too, not whom it is about', async () => {
      const other = await another()
      await invited(journal.database, asCaller(editor), id)
      await complain()
      // Has had no part in it.
      const guest = await aSignedIn(journal)
      await journal.post(`/cases/${id}/guest-editors`, { email: guest.user.email }, { as: editor })
      await takeDueSteps(journal.database, { clock: () => new Date(Date.now() + 22 * 86_400_000) })
      expect((await told('editor-appeal-due')).toSorted()).toEqual([other.user.email, guest.user.email].toSorted())
    })

    test('reminds others once its handler may no longer answer, and no guest who is recused', async () => {
      const [former, other] = [await another(), await another('Cora Dahl')]
      const guest = await aSignedIn(journal, { email: 'guest-and-author@plants.test' })
      await journal.post(`/cases/${id}/guest-editors`, { email: guest.user.email }, { as: editor })
      await invited(journal.database, asCaller(editor), id)
      const grievanceId = await complain()
      await db().updateTable('grievances').set({ handler_id: former.user.id }).where('id', '=', grievanceId).execute()
      await db().updateTable('users').set({ role: 'author' }).where('id', '=', former.user.id).execute()
      await db()
        .insertInto('case_recusals')
        .values({
          ...{ article_id: id, user_id: guest.user.id, cause: 'address', round_id: '', found_as: guest.user.email },
          at: new Date().toISOString(),
        })
        .execute()
      await takeDueSteps(journal.database, { clock: () => new Date(Date.now() + 22 * 86_400_000) })
      expect(await told('editor-appeal-due')).toEqual([other.user.email])
    })

    test('an older one, stored without its subject, concerns the editor and who had decided', async () => {
      const other = await another()
      await invited(journal.database, asCaller(editor), id)
      const grievanceId = await complain()
      await db().updateTable('grievances').set({ involved: null }).where('id', '=', grievanceId).execute()
      await isKeptFrom(editor, grievanceId)
      expect((await answer(grievanceId, other)).status).toBe(200)
    })

    test('an appeal is not answered by who has declined in a decision that was undone', async () => {
      const other = await another()
      const third = await another('Cora Dahl')
      const { id: first } = await decided(journal.database, asCaller(other), id, 'decline')
      await journal.post(`/cases/${id}/decisions/${first}/undo`, {}, { as: other })
      const { id: second } = await decided(journal.database, asCaller(editor), id, 'decline')
      // As if the letter had been sent.
      const row = await db().selectFrom('decisions').selectAll().where('id', '=', second).executeTakeFirstOrThrow()
      const at = new Date(Date.now() - 11 * 60_000).toISOString()
      await db()
        .insertInto('decisions')
        .values([
          { ...row, id: newId(), reverses_id: second },
          { ...row, id: newId(), decided_at: at, reverses_id: null },
        ])
        .execute()
      const sent = await journal.post(
        `/manuscripts/${id}/grievances`,
        { kind: 'appeal', text: 'Another species.' },
        { as: author },
      )
      expect(sent.status, sent.text).toBe(201)
      const { id: appeal } = await db().selectFrom('grievances').select('id').executeTakeFirstOrThrow()
      for (const as of [other, editor]) expect((await answer(appeal, as)).body.message).toBe(HANDLER_DECIDED)
      expect((await answer(appeal, third)).status).toBe(200)
    })
  })
})
