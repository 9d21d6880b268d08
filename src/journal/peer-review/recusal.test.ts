import { beforeAll, describe, expect, test } from 'vitest'
import { aCase, agreed, callerFor, decided, invited, reported } from '../../../tests/support/review-builders.ts'
import { aReviewer, aSignedIn, aUser, type SignedIn } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { becomeSomeoneElse, WAYS_TO_BE_RECUSED, type Recusing } from '../../../tests/adversarial/recused.ts'
import { undoDecision } from './cases/decide.ts'
import { reviewEmails } from './cases/emails.ts'
import { noteAllRecusedEditors } from './cases/recused-editors.ts'
import { reportsForAcceptance } from './cases/reports-for-acceptance.ts'
import { RECUSED_FROM_OPEN_CASE } from '../../contract/api/reviewers.ts'
import { newId } from '../../platform/ids.ts'
import { deleteAccount } from '../accounts/personal-data/delete-account.ts'
import { completeEmailChange } from '../accounts/users/email-change.ts'
import { isRecused, recusedIds, recusedUsers } from './recusal.ts'

describe('recusal', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let editor: SignedIn
    beforeAll(async () => {
      journal = await open()
      editor = await aSignedIn(journal, { role: 'admin' })
    })

    const aRecusing = async (role: 'admin' | 'author' = 'admin'): Promise<Recusing> => {
      const { database } = journal
      const { id } = await aCase(database, { submitter: await aUser(database) })
      return { database, articleId: id, user: await aUser(database, { role }), editor: callerFor(editor.user) }
    }
    const everyList = async ({ articleId, user }: Recusing) => {
      const { db } = journal.database
      const users = await db.selectFrom('users').select('id').where('id', 'in', recusedUsers(articleId)).execute()
      return [
        await isRecused(db, user.id, articleId),
        (await recusedIds(db, user.id)).includes(articleId),
        users.some(({ id }) => id === user.id),
      ]
    }
    const kindOf = (kind: keyof typeof reviewEmails) => reviewEmails[kind]
    const YES = [true, true, true]
    const NO = [false, false, false]

    test.each(Object.entries(WAYS_TO_BE_RECUSED))(
      'of %s does not end with another address, iD, list or role',
      async (_name, way) => {
        const given = await aRecusing()
        expect(await everyList(given)).toEqual(NO)
        await way(given)
        expect(await everyList(given)).toEqual(YES)
        await becomeSomeoneElse(given)
        expect(await everyList(given)).toEqual(YES)
        await journal.database.db.updateTable('users').set({ role: 'author' }).where('id', '=', given.user.id).execute()
        const answer = await journal.put(`/users/${given.user.id}/role`, { role: 'admin' }, { as: editor })
        expect(answer.status, answer.text).toBe(200)
        expect(await everyList(given)).toEqual(YES)
        const as = await aSignedIn(journal, { user: given.user })
        expect((await journal.get(`/cases/${given.articleId}`, { as })).status).toBe(403)
      },
    )

    test('of a reviewer who has not agreed ends with the round; of one who has, never', async () => {
      const [asked, knows] = [await aRecusing(), await aRecusing()]
      await WAYS_TO_BE_RECUSED['a reviewer who has declined']!(asked)
      await WAYS_TO_BE_RECUSED['a reviewer who has agreed']!(knows)
      await decided(journal.database, knows.editor, knows.articleId, 'minor')
      const { id: decisionId } = await decided(journal.database, asked.editor, asked.articleId, 'minor')
      expect([await everyList(asked), await everyList(knows)]).toEqual([NO, YES])
      // An undone decision opens the round again.
      await journal.database.transaction((tx) =>
        undoDecision(tx, asked.editor, { articleId: asked.articleId, decisionId }),
      )
      expect(await everyList(asked)).toEqual(YES)
    })

    test('keeps a reviewer from reading other reports, from deciding and from being named its editor', async () => {
      const given = await aRecusing()
      const { articleId, database, user } = given
      const [other] = await invited(database, given.editor, articleId, { count: 1 })
      await agreed(database, other!.id)
      await reported(database, other!.id)
      await WAYS_TO_BE_RECUSED['an invited reviewer, by ORCID iD']!(given)
      const as = await aSignedIn(journal, { user })
      expect((await journal.get(`/cases/${articleId}`, { as })).status).toBe(403)
      expect((await journal.get(`/cases/${articleId}/decisions/prepare`, { as })).status).toBe(403)
      const named = await journal.put(`/cases/${articleId}/editor`, { userId: user.id }, { as: editor })
      expect(named.status).toBe(400)
      await database.db.updateTable('users').set({ role: 'author' }).where('id', '=', user.id).execute()
      const guest = await journal.post(`/cases/${articleId}/guest-editors`, { email: user.email }, { as: editor })
      expect(guest.body.errors.email).toMatch(/asked to review/)
    })

    test('of an editor whom others name as an author is told to them, once, with what an author may know', async () => {
      const given = await aRecusing()
      const { articleId, user, database } = given
      await journal.put(`/cases/${articleId}/editor`, { userId: user.id }, { as: editor })
      const form = { fullName: 'Ada Coauthor', email: user.email, affiliation: 'Multan', role: 'Author' }
      await journal.post(`/posts/${articleId}/contributors`, form, { as: editor })
      await WAYS_TO_BE_RECUSED['a co-author by ORCID iD']!(given)
      const rounds = async () => {
        for (let times = 0; times < 2; times++) await noteAllRecusedEditors(database)
      }
      await rounds()
      const told = await database.db
        .selectFrom('outbox')
        .selectAll()
        .where('kind', '=', 'editor-named-as-author')
        .where('article_id', '=', articleId)
        .execute()
      expect(told.map(({ recipient }) => recipient)).toEqual([user.email])
      const body = Object.keys(kindOf('editor-named-as-author').values)
      expect(body).toEqual(['title', 'submitter'])
      const view = await journal.get(`/cases/${articleId}`, { as: editor })
      expect(view.body).toMatchObject({ editor: null, recused: [{ id: user.id, why: 'author', mayLift: true }] })
      // Emails that wait for the editor are dropped.
      const late = kindOf('editor-report').load!(database.db, { articleId } as never, { recipient: user.email })
      expect(await late).toBeNull()
    })

    test('drops the emails that wait for someone who edits the case no longer, for whatever reason', async () => {
      const { database } = journal
      const waits = async (articleId: string, recipient: string) =>
        (await kindOf('editor-report').load!(database.db, { articleId } as never, { recipient })) !== null

      const guest = await aRecusing('author')
      await journal.post(`/cases/${guest.articleId}/guest-editors`, { email: guest.user.email }, { as: editor })
      expect(await waits(guest.articleId, guest.user.email)).toBe(true)
      const path = `/cases/${guest.articleId}/guest-editors/${guest.user.id}`
      expect((await journal.send('DELETE', path, undefined, { as: editor })).status).toBe(200)
      expect.soft(await waits(guest.articleId, guest.user.email), 'a guest editor who was removed').toBe(false)

      const former = await aRecusing()
      expect(await waits(former.articleId, former.user.email)).toBe(true)
      expect((await journal.put(`/users/${former.user.id}/role`, { role: 'author' }, { as: editor })).status).toBe(200)
      expect.soft(await waits(former.articleId, former.user.email), 'an administrator until then').toBe(false)

      const moved = await aRecusing()
      await WAYS_TO_BE_RECUSED['a co-author by address']!(moved)
      expect(await waits(moved.articleId, moved.user.email)).toBe(false)
      const elsewhere = `${newId()}@new.test`
      await database.transaction((tx) => completeEmailChange(tx, { ...moved.user, pending_email: elsewhere }))
      expect.soft(await waits(moved.articleId, moved.user.email), 'a recused editor’s earlier address').toBe(false)
    })

    test('of someone named by mistake is ended by another administrator with a reason, never by themselves', async () => {
      const given = await aRecusing()
      const { articleId, user } = given
      await WAYS_TO_BE_RECUSED['a co-author by address']!(given)
      const as = await aSignedIn(journal, { user })
      const lift = (by: SignedIn, reason = 'Another Ada') =>
        journal.post(`/cases/${articleId}/recusals/${user.id}/lifting`, { reason }, { as: by })
      expect((await lift(as)).status).toBe(403)
      expect((await lift(editor, ' ')).status).toBe(400)
      expect((await lift(editor)).status).toBe(200)
      expect(await everyList(given)).toEqual(NO)
      expect((await lift(editor)).status).toBe(409)
      // The list of authors, which says the same as before, recuses nobody again; another cause does.
      await noteAllRecusedEditors(journal.database)
      expect(await everyList(given)).toEqual(NO)
      const { body } = await journal.get(`/cases/${articleId}`, { as })
      expect(JSON.stringify(body.history)).toContain('named as an author by mistake')
      await WAYS_TO_BE_RECUSED['a co-author by ORCID iD']!(given)
      expect(await everyList(given)).toEqual(YES)
      await WAYS_TO_BE_RECUSED['a reviewer who has agreed']!(given)
      expect((await lift(editor)).status).toBe(409)
    })

    test.each(['a co-author by address', 'a co-author by ORCID iD'])(
      'of %s, ended for one address or iD, comes back with another, and is told again',
      async (way) => {
        const given = await aRecusing()
        const { articleId, user, database } = given
        await WAYS_TO_BE_RECUSED[way]!(given)
        await noteAllRecusedEditors(database)
        const lift = () =>
          journal.post(`/cases/${articleId}/recusals/${user.id}/lifting`, { reason: 'Another Ada' }, { as: editor })
        expect((await lift()).status).toBe(200)
        const email = `${newId()}@new.test`
        await database.transaction((tx) => completeEmailChange(tx, { ...user, pending_email: email }))
        expect(await everyList(given)).toEqual(NO)
        await WAYS_TO_BE_RECUSED[way]!({ ...given, user: { ...user, email } })
        expect(await everyList(given)).toEqual(YES)
        await noteAllRecusedEditors(database)
        expect(await everyList(given)).toEqual(YES)
        const told = await database.db
          .selectFrom('outbox')
          .select('recipient')
          .where('kind', '=', 'editor-named-as-author')
          .where('article_id', '=', articleId)
          .orderBy('created_at')
          .execute()
        expect(told.map(({ recipient }) => recipient)).toEqual([user.email, email])
        expect((await lift()).status).toBe(200)
        expect(await everyList(given)).toEqual(NO)
      },
    )

    test('as a reviewer is forgotten with the reviewer, by whatever an account was found', async () => {
      for (const way of ['an invited reviewer, by account', 'an invited reviewer, by ORCID iD']) {
        const given = await aRecusing('author')
        await WAYS_TO_BE_RECUSED[way]!(given)
        const { reviewer_id } = await journal.database.db
          .selectFrom('review_assignments')
          .select('reviewer_id')
          .where('article_id', '=', given.articleId)
          .executeTakeFirstOrThrow()
        const erased = await journal.post(`/reviewers/${reviewer_id}/erase`, {}, { as: editor })
        expect(erased.status, erased.text).toBe(200)
        const kept = await journal.database.db
          .selectFrom('case_recusals')
          .select('cause')
          .where('user_id', '=', given.user.id)
          .execute()
        expect(kept, way).toEqual([])
      }
    })

    test('of everybody is told to all administrators without a word of the case, and a new one sees it', async () => {
      const alone = await open()
      const all = [await aSignedIn(alone, { role: 'admin' }), await aSignedIn(alone, { role: 'admin' })]
      const contributors = all.map(({ user }) => ({ full_name: 'Ada', email: user.email }))
      const article = await aCase(alone.database, { title: 'Seed rain', contributors })
      for (let times = 0; times < 2; times++) await noteAllRecusedEditors(alone.database)
      const emails = () =>
        alone.database.db.selectFrom('outbox').selectAll().where('kind', '=', 'editor-nobody-left').execute()
      expect((await emails()).map(({ recipient }) => recipient).sort()).toEqual(
        all.map(({ user }) => user.email).sort(),
      )
      expect((await emails()).every(({ article_id, data }) => article_id === null && !data.includes('Seed'))).toBe(true)
      const { user } = await aSignedIn(alone)
      expect((await alone.put(`/users/${user.id}/role`, { role: 'admin' }, { as: all[0]! })).status).toBe(200)
      const as = await aSignedIn(alone, { user })
      expect((await alone.get(`/cases/${article.id}`, { as })).status).toBe(200)
    })

    describe('hides who reviews', () => {
      const aSituation = async () => {
        const given = await aRecusing()
        const known = await aReviewer(journal.database, { fullName: 'Known Before', expertise: 'duckweed' })
        await WAYS_TO_BE_RECUSED['a co-author by address']!(given)
        const as = await aSignedIn(journal, { user: given.user })
        const other = await aCase(journal.database, { keywords: 'duckweed', submitter: await aUser(journal.database) })
        const email = `${newId()}@hidden.test`
        const invitation = (person: object) => ({
          ...{ standby: [], replyDays: 7, reportDays: 14, message: null },
          invite: [{ despite: true, waive: null, ...person }],
        })
        const linnea = { fullName: 'Linnea Duckweed', email, affiliation: 'Duckweed Herbarium', orcid: null }
        const invite = async () => {
          for (const person of [{ reviewerId: known.id }, { person: linnea }]) {
            const answer = await journal.post(`/cases/${given.articleId}/invitations`, invitation(person), {
              as: editor,
            })
            expect(answer.status, answer.text).toBe(201)
          }
          const [first, second] = await journal.database.db
            .selectFrom('review_assignments')
            .selectAll()
            .where('article_id', '=', given.articleId)
            .orderBy('rank')
            .execute()
          await agreed(journal.database, second!.id)
          await reported(journal.database, second!.id)
          const path = `/cases/${given.articleId}/assignments/${first!.id}/address`
          expect((await journal.put(path, { email: `${newId()}@elsewhere.test` }, { as: editor })).status).toBe(200)
          return second!
        }
        return { given, known, as, other, email, invitation, linnea, invite }
      }

      test('in every list, count and date, before and after, to the byte', async () => {
        const { given, known, as, other, invite } = await aSituation()
        const lists = [
          ...['/reviewers', '/reviewers?q=duckweed', `/reviewers/${known.id}`, '/activity', '/activity?about=reviewer'],
          ...['/activity?about=article', `/activity?subject=${known.id}`, `/activity?actorId=${editor.user.id}`],
          ...[
            `/activity?subject=${given.articleId}`,
            '/emails',
            '/emails?state=waiting',
            '/cases?scope=all',
            '/cases/count',
          ],
          ...['/cases?scope=mine', `/cases/${other.id}/candidates`, `/cases/${other.id}/candidates?q=duck`, '/users'],
          ...['/posts/all', `/cases/${other.id}`, '/figures', '/cases/figures', '/deposits'],
        ]
        const all = async () => {
          const answers: Record<string, string> = {}
          for (const path of lists) {
            const { status, body } = await journal.get(path, { as })
            // Another address of a reviewer is theirs, not of the case: everything else is the same.
            const text = JSON.stringify(body, (key, value) => (key === 'emails' || key === 'email' ? null : value))
            answers[path] = `${status} ${text}`
          }
          return answers
        }
        await all()
        const before = await all()
        await invite()
        expect(await all()).toEqual(before)
        expect(Object.values(before).filter((text) => text.startsWith('200')).length).toBeGreaterThan(14)
      })

      test('from what is refused: nobody is changed or erased meanwhile, by any of them', async () => {
        const { known, as, email, linnea, invite } = await aSituation()
        const asked = await invite()
        const never = await aReviewer(journal.database)
        const { user: member } = await aSignedIn(journal)
        const messages = new Set<string>()
        const form = { fullName: 'X', affiliation: '', orcid: null, expertise: '', awayUntil: null, emails: [email] }
        const attempts: [method: string, path: string, body: object][] = [
          ...[known.id, asked.reviewer_id, never.id, 'unknown'].flatMap((id): [string, string, object][] => [
            ['POST', `/reviewers/${id}/erase`, {}],
            ['PUT', `/reviewers/${id}`, { ...form, version: 1 }],
            ['PUT', `/reviewers/${id}/away`, { awayUntil: '2031-01-01' }],
            ['PUT', `/reviewers/${id}/never-ask`, { neverAsk: true }],
          ]),
          ['POST', '/reviewers', form],
          ['POST', '/reviewers', { ...form, emails: ['nobody@hidden.test'] }],
          ['POST', '/reviewers/import', { lines: `${linnea.fullName} <${email}>` }],
          ['POST', '/reviewers/import/preview', { lines: `${linnea.fullName} <${email}>` }],
        ]
        for (const [method, path, body] of attempts) {
          const answer = await journal.send(method, path, body, { as })
          messages.add(`${answer.status} ${answer.body.message}`)
        }
        expect([...messages]).toEqual([`403 ${RECUSED_FROM_OPEN_CASE}`])
        await expect(
          deleteAccount({ database: journal.database, parts: [], isMailing: false }, callerFor(as.user), {
            id: member.id,
            confirmation: member.email,
          }),
        ).rejects.toThrow(RECUSED_FROM_OPEN_CASE)
        expect((await journal.post(`/reviewers/${known.id}/erase`, {}, { as: editor })).status).toBe(200)
      })

      test('from an address that is typed: it is invited elsewhere as if nobody had it', async () => {
        const { as, other, email, linnea, invitation, invite } = await aSituation()
        const asked = await invite()
        expect((await journal.get(`/reviewers/${asked.reviewer_id}`, { as })).status).toBe(404)
        const typed = { fullName: 'L. Duckweed', email, affiliation: '', orcid: null }
        const found = await journal.post(`/cases/${other.id}/conflicts`, typed, { as })
        expect(found.body, found.text).toMatchObject({ known: null, whyNot: null })
        const answer = await journal.post(`/cases/${other.id}/invitations`, invitation({ person: typed }), { as })
        expect(answer.status, answer.text).toBe(201)
        // From then on they are a reviewer of that case as well.
        const seen = await journal.get(`/reviewers/${asked.reviewer_id}`, { as })
        expect(seen.body.fullName).toBe(linnea.fullName)
      })

      test('from an address to which an invitation elsewhere is sent', async () => {
        const { as, other, email, invite } = await aSituation()
        await invite()
        const [assignment] = await invited(journal.database, callerFor(as.user), other.id, { count: 1 })
        const path = `/cases/${other.id}/assignments/${assignment!.id}/address`
        const unknown = await journal.put(path, { email: `${newId()}@nobody.test` }, { as })
        const hidden = await journal.put(path, { email }, { as })
        expect([hidden.status, hidden.body], hidden.text).toEqual([unknown.status, unknown.body])
      })

      test('from what is held of the account of another editor', async () => {
        const { as, invite } = await aSituation()
        const summary = async () => (await journal.get(`/users/${editor.user.id}/own-data`, { as })).body
        const before = await summary()
        await invite()
        expect(await summary()).toEqual(before)
      })
    })

    test('judges a report by what its writers were when they sent it', async () => {
      const { database } = journal
      const sendAs = async (was: 'admin' | 'author', becomes: 'admin' | 'author', way: string) => {
        const given = await aRecusing(was)
        await WAYS_TO_BE_RECUSED[way]!(given)
        const { id, state } = await database.db
          .selectFrom('review_assignments')
          .select(['id', 'state'])
          .where('article_id', '=', given.articleId)
          .executeTakeFirstOrThrow()
        if (state === 'invited') await agreed(database, id)
        await reported(database, id)
        await database.db.updateTable('users').set({ role: becomes }).where('id', '=', given.user.id).execute()
        const [report] = await reportsForAcceptance(database.db, given.articleId)
        return report!.editorialMember
      }
      for (const way of ['an invited reviewer', 'an invited reviewer, by another of their addresses']) {
        expect(await sendAs('author', 'admin', way), way).toBe(false)
        expect(await sendAs('admin', 'author', way), way).toBe(true)
      }
      for (const way of ['an invited reviewer, by ORCID iD', 'a colleague who has helped, by ORCID iD'])
        expect(await sendAs('admin', 'author', way), way).toBe(true)
    })

    test('is also of anyone who has edited a case: they are not asked to review it, nor does anybody ask themselves', async () => {
      const given = await aRecusing('author')
      const { articleId, user } = given
      await journal.post(`/cases/${articleId}/guest-editors`, { email: user.email }, { as: editor })
      await journal.send('DELETE', `/cases/${articleId}/guest-editors/${user.id}`, undefined, { as: editor })
      const invite = (email: string) => {
        const person = { fullName: 'Ines Vited', email, affiliation: 'Kew', orcid: null }
        const named = [{ person, despite: true, waive: null }]
        const body = { invite: named, standby: [], replyDays: 7, reportDays: 14, message: null }
        return journal.post(`/cases/${articleId}/invitations`, body, { as: editor })
      }
      for (const email of [user.email, editor.user.email]) {
        const answer = await invite(email)
        expect([answer.status, answer.body.message], answer.text).toEqual([400, expect.stringContaining('Edits this')])
      }
    })
  })
})
