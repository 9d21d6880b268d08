import { beforeAll, describe, expect, test } from 'vitest'
import { anArticle, aSignedIn, aUser, type SignedIn, type UserOptions } from '../../../../tests/support/builders.ts'
import { eachDatabase, planOf, watchQueries, type TestJournal } from '../../../../tests/support/databases.ts'
import type { ListedUser } from '../../../contract/api/users.ts'
import { listUsers } from './list.ts'

describe('accounts, as administrators see them', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    let author: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin', fullName: 'Ada Administrator' })
      author = await aSignedIn(journal)
    })

    const list = (query: Record<string, string> = {}) =>
      journal.get(`/users?${new URLSearchParams(query)}`, { as: admin })
    const namesFound = async (query: Record<string, string>): Promise<string[]> =>
      (await list(query)).body.data.map((user: ListedUser) => user.fullName)
    const sessionsOf = (id: string, as = admin) => journal.get(`/users/${id}/sessions`, { as })
    const end = (id: string, query = '', as = admin) =>
      journal.send('DELETE', `/users/${id}/sessions${query}`, undefined, { as })
    const changeRole = (id: string, role: unknown, as = admin) => journal.put(`/users/${id}/role`, { role }, { as })
    const auditOf = (subject: string, action: string) =>
      journal.database.db
        .selectFrom('audit_entries')
        .select(['actor_id', 'before', 'after'])
        .where('subject', '=', subject)
        .where('action', '=', action)
        .execute()
    /** A user with one open session and one that has ended. */
    const someone = async (options: UserOptions = {}) => {
      const here = await aSignedIn(journal, options)
      const ended = await aSignedIn(journal, { user: here.user })
      await journal.database.db
        .updateTable('sessions')
        .set({ revoked_at: new Date().toISOString() })
        .where('id', '=', ended.sessionId)
        .execute()
      return here
    }

    describe('the list', () => {
      test('is newest first, by pages, without a word of passwords', async () => {
        for (let more = 0; more < 3; more++) await aUser(journal.database)
        const whole = await list({ limit: '100' })
        expect(whole.status, whole.text).toBe(200)
        const rows = whole.body.data as ListedUser[]
        expect(rows.map((user) => user.createdAt)).toEqual(
          rows
            .map((user) => user.createdAt)
            .sort()
            .reverse(),
        )
        expect(whole.body.meta).toEqual({ page: 1, totalPages: 1, totalItems: rows.length })
        expect(whole.text).not.toMatch(/password|argon2/i)
        const second = await list({ limit: '2', page: '2' })
        expect(second.body.data).toEqual(rows.slice(2, 4))
        expect(second.body.meta).toMatchObject({ page: 2, totalPages: Math.ceil(rows.length / 2) })
        expect((await list({ page: '9999' })).body.data).toEqual([])
      })

      test('counts open sessions and submitted articles', async () => {
        const busy = await someone({ fullName: 'Busy Beatrix' })
        const expired = await aSignedIn(journal, { user: busy.user })
        await journal.database.db
          .updateTable('sessions')
          .set({ expires_at: '2020-01-01T00:00:00.000Z' })
          .where('id', '=', expired.sessionId)
          .execute()
        await aSignedIn(journal, { user: busy.user })
        for (const state of ['pending', 'archived', 'public'] as const) {
          await anArticle(journal.database, { state, submitter: busy.user, contributors: [], manuscripts: [] })
        }
        expect((await list({ q: 'beatrix' })).body.data).toMatchObject([
          { openSessions: 2, articles: 3, role: 'author' },
        ])
        expect((await list({ q: 'Administrator' })).body.data).toMatchObject([{ openSessions: 1, articles: 0 }])
      })

      test('finds every word, in name, address or username, in any letter case', async () => {
        await aUser(journal.database, { fullName: 'Živa ŠČERBA', username: 'moss_lover', email: 'Ziva@Herbarium.test' })
        await aUser(journal.database, { fullName: 'Per-Åke Öström', username: 'mossXlover', email: 'per@other.test' })
        await aUser(journal.database, { fullName: '100% Sure \\ Sam', username: 'sam_sure', email: 'sam@other.test' })
        for (const [q, found] of [
          ['ŽIVA', ['Živa ŠČERBA']],
          ['živa ščerba', ['Živa ŠČERBA']],
          ['Ščerba', ['Živa ŠČERBA']],
          ['HERBARIUM ziva', ['Živa ŠČERBA']],
          ['  moss_lover  živa', ['Živa ŠČERBA']],
          ['moss_', ['Živa ŠČERBA']],
          ['MOSS', ['Per-Åke Öström', 'Živa ŠČERBA']],
          ['per-åke öström', ['Per-Åke Öström']],
          ['PER-ÅKE', ['Per-Åke Öström']],
          ['živa öström', []],
          ['100%', ['100% Sure \\ Sam']],
          ['%', ['100% Sure \\ Sam']],
          ['\\', ['100% Sure \\ Sam']],
          ["' or 1=1 --", []],
        ] as const) {
          expect((await namesFound({ q })).sort(), q).toEqual([...found].sort())
        }
        expect((await list({ q: '   ' })).body.meta).toEqual((await list()).body.meta)
        expect((await list({ q: 'a'.repeat(300) })).status).toBe(400)
      })

      test('shows one role alone', async () => {
        expect(await namesFound({ role: 'admin' })).toEqual(['Ada Administrator'])
        expect(await namesFound({ role: 'author', limit: '100' })).not.toContain('Ada Administrator')
        expect((await list({ role: '' })).body.meta).toEqual((await list()).body.meta)
        expect((await list({ role: 'chief' })).status).toBe(400)
      })

      test('asks three questions, however long it is, each through indexes', async () => {
        const asked = await watchQueries(journal.database, ({ db }) => listUsers(db, {}, { page: 1, limit: 100 }))
        expect(asked).toHaveLength(3)
        const plan = (await Promise.all(asked.slice(1).map((query) => planOf(journal.database, query)))).flat()
        const faults = plan.filter((line) =>
          /Seq Scan|\bSort\b|TEMP B-TREE|SCAN (users|sessions|articles)(?! USING (COVERING )?INDEX)/.test(line),
        )
        expect(faults, plan.join('\n')).toEqual([])
      })
    })

    describe('sessions', () => {
      test('of an account are seen, and the calling one is known', async () => {
        const person = await someone()
        const theirs = await sessionsOf(person.user.id)
        expect(theirs.body).toEqual([
          { id: person.sessionId, createdAt: expect.any(String), lastUsedAt: expect.any(String), current: false },
        ])
        expect(theirs.text).not.toContain('hash')
        const own = await sessionsOf(admin.user.id)
        expect(own.body).toMatchObject([{ id: admin.sessionId, current: true }])
      })

      test('end one by one, or all', async () => {
        const person = await someone()
        const [second, third] = [
          await aSignedIn(journal, { user: person.user }),
          await aSignedIn(journal, { user: person.user }),
        ]
        const one = await end(person.user.id, `?sessionId=${second.sessionId}`)
        expect(one.body).toEqual({ message: '1 session ended', endedSessions: 1 })
        expect((await journal.get('/users/me', { as: second })).status).toBe(401)
        expect((await journal.post('/auth/refresh', { refreshToken: second.refreshToken })).status).toBe(401)
        expect((await journal.get('/users/me', { as: third })).status).toBe(200)

        const all = await end(person.user.id)
        expect(all.body).toEqual({ message: '2 sessions ended', endedSessions: 2 })
        for (const as of [person, third]) expect((await journal.get('/users/me', { as })).status).toBe(401)
        expect((await sessionsOf(person.user.id)).body).toEqual([])
        expect((await end(person.user.id)).body).toEqual({ message: '0 sessions ended', endedSessions: 0 })
        // No other user is affected.
        expect((await journal.get('/users/me', { as: author })).status).toBe(200)

        const entries = await auditOf(person.user.id, 'session.end')
        expect(entries.map(({ before, after }) => `${before} ${after}`).sort()).toEqual([
          '{"openSessions":2} {"openSessions":0}',
          '{"openSessions":3} {"openSessions":2}',
        ])
        expect(entries[0]!.actor_id).toBe(admin.user.id)
      })

      test('of nobody, ended ones and those of others are not there', async () => {
        const person = await someone()
        const other = await aSignedIn(journal)
        for (const answer of [await sessionsOf('222222222222'), await end('222222222222')]) {
          expect(answer.status).toBe(404)
          expect(answer.body.message).toBe('User not found')
        }
        await end(person.user.id)
        for (const sessionId of [person.sessionId, other.sessionId, '222222222222']) {
          const answer = await end(person.user.id, `?sessionId=${sessionId}`)
          expect(answer.status).toBe(404)
          expect(answer.body.message).toBe('Session not found')
        }
        expect((await journal.get('/users/me', { as: other })).status).toBe(200)
      })
    })

    describe('a change of role', () => {
      test('makes and unmakes an administrator, and ends the sessions of the account', async () => {
        const person = await aSignedIn(journal)
        const made = await changeRole(person.user.id, 'admin')
        expect(made.status, made.text).toBe(200)
        expect(made.body).toMatchObject({ id: person.user.id, role: 'admin' })
        expect((await journal.get('/users/me', { as: person })).status).toBe(401)
        const again = await aSignedIn(journal, { user: person.user })
        expect((await journal.get('/users', { as: again })).status).toBe(200)
        const unmade = await changeRole(person.user.id, 'author')
        expect(unmade.body.role).toBe('author')
        expect((await journal.get('/users', { as: again })).status).toBe(401)
        const entries = await auditOf(person.user.id, 'user.change-role')
        expect(entries.map(({ before, after }) => `${before} ${after}`).sort()).toEqual([
          '{"role":"admin"} {"role":"author","endedSessions":1}',
          '{"role":"author"} {"role":"admin","endedSessions":1}',
        ])
        expect(entries[0]!.actor_id).toBe(admin.user.id)
      })

      test('to what it is already changes nothing', async () => {
        const person = await aSignedIn(journal)
        expect((await changeRole(person.user.id, 'author')).body.role).toBe('author')
        expect((await journal.get('/users/me', { as: person })).status).toBe(200)
        expect(await auditOf(person.user.id, 'user.change-role')).toEqual([])
      })

      test('never leaves the journal without an administrator', async () => {
        const answer = await changeRole(admin.user.id, 'author')
        expect(answer.status).toBe(409)
        expect(answer.body.message).toBe('The journal needs at least one administrator')
        expect((await journal.get('/users', { as: admin })).status).toBe(200)
      })

      test('needs a role, an account and nothing else', async () => {
        for (const role of ['', undefined, 'chief']) {
          expect((await changeRole(author.user.id, role)).body.errors).toEqual({ role: 'Role is required' })
        }
        const more = await journal.put(`/users/${author.user.id}/role`, { role: 'admin', id: 'x1' }, { as: admin })
        expect(more.status).toBe(400)
        expect((await changeRole('222222222222', 'admin')).body.message).toBe('User not found')
      })
    })

    test('is no business of visitors and authors', async () => {
      for (const [as, status] of [
        [undefined, 401],
        [author, 403],
      ] as const) {
        expect((await journal.get('/users', { as })).status).toBe(status)
        expect((await journal.get(`/users/${author.user.id}/sessions`, { as })).status).toBe(status)
        expect((await journal.send('DELETE', `/users/${author.user.id}/sessions`, undefined, { as })).status).toBe(
          status,
        )
        expect((await journal.put(`/users/${author.user.id}/role`, { role: 'admin' }, { as })).status).toBe(status)
      }
    })
  })
})

describe('administrators who unmake each other at the same moment', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
    })

    const unmake = (who: SignedIn, as: SignedIn) =>
      journal.put(`/users/${who.user.id}/role`, { role: 'author' }, { as })
    const administrators = async () =>
      (await journal.database.db.selectFrom('users').select('id').where('role', '=', 'admin').execute()).map(
        (row) => row.id,
      )
    const signInAgain = (person: SignedIn) => aSignedIn(journal, { user: person.user })

    test('leave one of two, thirty times', async () => {
      const pair = [await aSignedIn(journal, { role: 'admin' }), await aSignedIn(journal, { role: 'admin' })]
      for (let round = 0; round < 30; round++) {
        const [one, other] = [await signInAgain(pair[0]!), await signInAgain(pair[1]!)]
        const answers = await Promise.all([unmake(other, one), unmake(one, other)])
        const left = await administrators()
        expect(left, `round ${round}`).toHaveLength(1)
        // The second was signed out before its call was read, or refused when it came to run.
        expect(answers.map((answer) => answer.status).sort()).toEqual([200, expect.toBeOneOf([401, 403, 409])])
        await journal.database.db.updateTable('users').set({ role: 'admin' }).execute()
      }
      expect(journal.logged).toEqual([])
    })

    test('leave one of themselves when each unmakes himself', async () => {
      await journal.database.db.updateTable('users').set({ role: 'author' }).execute()
      const people = await Promise.all(Array.from({ length: 4 }, () => aSignedIn(journal, { role: 'admin' })))
      const answers = await Promise.all(people.map((person) => unmake(person, person)))
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 409])
      expect(await administrators()).toHaveLength(1)
      expect(journal.logged).toEqual([])
    })
  })
})
