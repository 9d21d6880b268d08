import { createHash } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { aSignedIn, aUser, PASSWORD } from '../../../../tests/support/builders.ts'
import { eachDatabase, openTestJournal, type TestJournal } from '../../../../tests/support/databases.ts'
import { SESSION_EXPIRED } from '../../../contract/rules/text/messages.ts'
import { passwordMatches } from '../users/passwords.ts'

const newcomer = {
  fullName: 'Ayesha Malik',
  username: 'ayesha',
  email: 'ayesha@plants.test',
  password: 'Sunflower-42',
  phoneNumber: '+92 300 1234567',
  location: 'Multan',
}

/** A user whom no other test has signed up. */
let people = 0
const someoneNew = () => ({ ...newcomer, username: `new_${++people}`, email: `new-${people}@plants.test` })

describe('accounts and sessions', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
    })

    const usersNamed = (username: string) =>
      journal.database.db.selectFrom('users').selectAll().where('username', '=', username).execute()

    describe('signing up', () => {
      test('creates an author, opens a session, and says so', async () => {
        const answer = await journal.post('/auth/register', { ...newcomer, email: 'Ayesha@Plants.TEST' })
        expect(answer.status).toBe(201)
        expect(answer.body).toEqual({
          accessToken: expect.any(String),
          refreshToken: expect.any(String),
          message: 'Account created successfully!',
          user: {
            id: expect.any(String),
            fullName: 'Ayesha Malik',
            email: 'ayesha@plants.test',
            emailConfirmed: false,
            pendingEmail: null,
            username: 'ayesha',
            role: 'author',
            bio: null,
            location: 'Multan',
            phoneNumber: '+92 300 1234567',
            orc_id: null,
            orcidProven: false,
            createdAt: expect.any(String),
            lastLogin: expect.any(String),
          },
        })
        expect(answer.headers['cache-control']).toBe('private, no-store')
        const me = await journal.get('/users/me', { headers: { authorization: `Bearer ${answer.body.accessToken}` } })
        expect(me.body).toEqual({ ...answer.body.user, isMailing: false })
      })

      test('keeps the password and the refresh token only as hashes', async () => {
        const person = someoneNew()
        const { body } = await journal.post('/auth/register', person)
        const [user] = await usersNamed(person.username)
        expect(user!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
        const session = await journal.database.db
          .selectFrom('sessions')
          .selectAll()
          .where('user_id', '=', user!.id)
          .executeTakeFirstOrThrow()
        expect(session.refresh_hash).toBe(createHash('sha256').update(body.refreshToken).digest('hex'))
        expect(JSON.stringify(session)).not.toContain(body.refreshToken)
      })

      test('refuses an email address that is taken, in any letter case', async () => {
        await aUser(journal.database, { email: 'taken@plants.test' })
        const answer = await journal.post('/auth/register', { ...someoneNew(), email: 'TAKEN@plants.test' })
        expect(answer.status).toBe(409)
        expect(answer.body).toEqual({
          statusCode: 409,
          error: 'Conflict',
          message: 'Email is already registered',
          errors: { email: 'Email is already registered' },
        })
      })

      test('refuses a username that is taken, in any letter case', async () => {
        await aUser(journal.database, { username: 'Rosa' })
        const answer = await journal.post('/auth/register', { ...someoneNew(), username: 'rOSA' })
        expect(answer.status).toBe(409)
        expect(answer.body.errors).toEqual({ username: 'Username is already taken' })
      })

      test('twice at the same moment makes one account', async () => {
        const person = someoneNew()
        const answers = await Promise.all([
          journal.post('/auth/register', person),
          journal.post('/auth/register', { ...person, email: person.email.toUpperCase() }),
        ])
        expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409])
        expect(await usersNamed(person.username)).toHaveLength(1)
      })

      test('takes nobody as an administrator', async () => {
        const person = someoneNew()
        const answer = await journal.post('/auth/register', { ...person, role: 'admin' })
        expect(answer.status).toBe(400)
        expect(answer.body.errors).toEqual({ role: 'Unknown field "role"' })
        expect(await usersNamed(person.username)).toHaveLength(0)
      })

      test('says what is wrong with each field, in the words of the form', async () => {
        const answer = await journal.post('/auth/register', { ...someoneNew(), fullName: ' ', phoneNumber: 'call me' })
        expect(answer.status).toBe(400)
        expect(answer.body).toEqual({
          statusCode: 400,
          error: 'Bad Request',
          message: 'Full name is required',
          errors: { fullName: 'Full name is required', phoneNumber: 'Invalid phone number format' },
        })
      })

      test('keeps an ORCID iD only when it is one, and unproven', async () => {
        const [right, wrong] = [someoneNew(), someoneNew()]
        await journal.post('/auth/register', { ...right, orc_id: 'https://orcid.org/0000-0002-1825-0097' })
        await journal.post('/auth/register', { ...wrong, orc_id: '0000-0002-1825-0098' })
        expect((await usersNamed(right.username))[0]).toMatchObject({
          orcid: '0000-0002-1825-0097',
          orcid_proven_at: null,
        })
        expect((await usersNamed(wrong.username))[0]).toMatchObject({ orcid: null })
      })
    })

    describe('signing in', () => {
      test('opens a session of its own each time and notes the day', async () => {
        const user = await aUser(journal.database)
        const one = await journal.post('/auth/login', { email: user.email.toUpperCase(), password: PASSWORD })
        const other = await journal.post('/auth/login', { email: user.email, password: PASSWORD })
        expect([one.status, other.status]).toEqual([200, 200])
        expect(one.body).toMatchObject({ message: 'Login successful!', user: { id: user.id, role: 'author' } })
        expect(one.body.user.lastLogin).not.toBeNull()
        expect(other.body.refreshToken).not.toBe(one.body.refreshToken)
      })

      test('fails with the same bytes for a wrong password and for nobody', async () => {
        const user = await aUser(journal.database)
        const wrong = await journal.post('/auth/login', { email: user.email, password: 'Not-the-one-1' })
        const nobody = await journal.post('/auth/login', { email: 'nobody@plants.test', password: 'Not-the-one-1' })
        expect(wrong.status).toBe(401)
        expect(wrong.body.message).toBe('Invalid email or password')
        expect(nobody.status).toBe(401)
        expect(nobody.text).toBe(wrong.text)
      })

      test('takes the password whole: its beginning is not enough', async () => {
        const user = await aUser(journal.database)
        const answer = await journal.post('/auth/login', { email: user.email, password: `${PASSWORD}x` })
        expect(answer.status).toBe(401)
      })
    })

    describe('a new access token', () => {
      test('can be had again and again by a client that never stores another refresh token', async () => {
        const { refreshToken } = await aSignedIn(journal)
        for (let time = 0; time < 3; time++) {
          const answer = await journal.post('/auth/refresh', { refreshToken })
          expect(answer.status).toBe(200)
          expect(Object.keys(answer.body)).toEqual(['accessToken'])
          const headers = { authorization: `Bearer ${answer.body.accessToken}` }
          expect((await journal.get('/users/me', { headers })).status).toBe(200)
        }
      })

      test('comes with a new refresh token when the client rotates', async () => {
        const { refreshToken } = await aSignedIn(journal)
        const first = await journal.post('/auth/refresh', { refreshToken, rotate: true })
        expect(first.body.refreshToken).toEqual(expect.any(String))
        expect(first.body.refreshToken).not.toBe(refreshToken)
        const second = await journal.post('/auth/refresh', { refreshToken: first.body.refreshToken, rotate: true })
        expect(second.status).toBe(200)
      })

      test('is given to a second tab that is a moment late', async () => {
        const { refreshToken } = await aSignedIn(journal)
        const first = await journal.post('/auth/refresh', { refreshToken, rotate: true })
        const late = await journal.post('/auth/refresh', { refreshToken, rotate: true })
        expect(late.status).toBe(200)
        expect(late.body.refreshToken).toBeUndefined()
        // The session continues with the token that the first tab got.
        expect((await journal.post('/auth/refresh', { refreshToken: first.body.refreshToken })).status).toBe(200)
      })

      test('asked for by two tabs at the same moment leaves one good refresh token', async () => {
        const { refreshToken } = await aSignedIn(journal)
        const answers = await Promise.all(
          [1, 2].map(() => journal.post('/auth/refresh', { refreshToken, rotate: true })),
        )
        expect(answers.map((answer) => answer.status)).toEqual([200, 200])
        const rotated = answers.map((answer) => answer.body.refreshToken).filter(Boolean)
        expect(rotated).toHaveLength(1)
        expect((await journal.post('/auth/refresh', { refreshToken: rotated[0] })).status).toBe(200)
      })

      test('asked for with a spent refresh token ends the session: someone else has it', async () => {
        const person = await aSignedIn(journal)
        const { refreshToken } = person
        const first = await journal.post('/auth/refresh', { refreshToken, rotate: true })
        await journal.database.db
          .updateTable('spent_tokens')
          .set({ spent_at: new Date(Date.now() - 11_000).toISOString() })
          .where('session_id', '=', person.sessionId)
          .execute()
        const reused = await journal.post('/auth/refresh', { refreshToken, rotate: true })
        expect(reused.status).toBe(401)
        expect(reused.body.message).toBe(SESSION_EXPIRED)
        expect((await journal.post('/auth/refresh', { refreshToken: first.body.refreshToken })).status).toBe(401)
        expect((await journal.get('/users/me', { as: person })).status).toBe(401)
      })

      test.each([
        ['unknown', 'x'.repeat(43)],
        ['empty', ''],
        ['strange', "' or 1=1 --"],
      ])('is refused for an %s refresh token', async (_what, refreshToken) => {
        const answer = await journal.post('/auth/refresh', { refreshToken })
        expect(answer.status).toBe(401)
        expect(answer.body.message).toBe(SESSION_EXPIRED)
      })

      test('is refused for an access token in place of a refresh token', async () => {
        const { accessToken } = await aSignedIn(journal)
        const answer = await journal.post('/auth/refresh', { refreshToken: accessToken.slice(0, 200) })
        expect(answer.status).toBe(401)
      })

      test('is refused when the session has not been used for too long', async () => {
        const person = await aSignedIn(journal)
        await journal.database.db
          .updateTable('sessions')
          .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
          .where('id', '=', person.sessionId)
          .execute()
        expect((await journal.post('/auth/refresh', { refreshToken: person.refreshToken })).status).toBe(401)
        expect((await journal.get('/users/me', { as: person })).status).toBe(401)
      })
    })

    describe('signing out', () => {
      test('ends the session on the server, for both tokens', async () => {
        const person = await aSignedIn(journal)
        const answer = await journal.post('/auth/logout', { refreshToken: person.refreshToken })
        expect(answer.status).toBe(200)
        expect((await journal.get('/users/me', { as: person })).status).toBe(401)
        expect((await journal.post('/auth/refresh', { refreshToken: person.refreshToken })).status).toBe(401)
      })

      test('leaves the same person signed in elsewhere', async () => {
        const here = await aSignedIn(journal)
        const elsewhere = await aSignedIn(journal, { user: here.user })
        await journal.post('/auth/logout', { refreshToken: here.refreshToken })
        expect((await journal.get('/users/me', { as: elsewhere })).status).toBe(200)
      })

      test('with a token that nobody knows answers the same', async () => {
        expect((await journal.post('/auth/logout', { refreshToken: 'unknown' })).status).toBe(200)
      })
    })

    describe('an access token', () => {
      const KEY = Buffer.from('someone else made this secret, 48 bytes long....')
      const meWith = (authorization: string) => journal.get('/users/me', { headers: { authorization } })

      test.each([
        ['no token at all', ''],
        ['another scheme', 'Basic YWRtaW46YWRtaW4='],
        ['a word', 'Bearer nonsense'],
        ['half a token', 'Bearer eyJhbGciOiJIUzI1NiJ9.e30'],
      ])('that is %s is refused', async (_what, authorization) => {
        const answer = await meWith(authorization)
        expect(answer.status).toBe(401)
        expect(answer.body.message).toBe(SESSION_EXPIRED)
      })

      test('signed by someone else, or by nobody, is refused', async () => {
        const { user, sessionId } = await aSignedIn(journal, { role: 'admin' })
        const claims = { role: 'admin', sid: sessionId }
        const foreign = await new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256' })
          .setSubject(user.id)
          .setAudience('journal-api')
          .setExpirationTime('10m')
          .sign(KEY)
        const unsigned = new UnsecuredJWT(claims)
          .setSubject(user.id)
          .setAudience('journal-api')
          .setExpirationTime('10m')
          .encode()
        expect((await meWith(`Bearer ${foreign}`)).status).toBe(401)
        expect((await meWith(`Bearer ${unsigned}`)).status).toBe(401)
      })

      test('is good for ten minutes', async () => {
        const person = await aSignedIn(journal)
        const { exp, iat } = JSON.parse(Buffer.from(person.accessToken.split('.')[1]!, 'base64url').toString())
        expect(exp - iat).toBe(600)
      })

      test('older than that is refused', async () => {
        const person = await aSignedIn(journal)
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 11 * 60_000 })
        const old = await journal.resources.accessTokens
          .make({ userId: person.user.id, sessionId: person.sessionId, role: 'author' })
          .finally(() => vi.useRealTimers())
        expect((await meWith(`Bearer ${old}`)).status).toBe(401)
        expect((await meWith(`Bearer ${person.accessToken}`)).status).toBe(200)
      })

      test('does not say what its bearer may do: the database does, at every call', async () => {
        const person = await aSignedIn(journal)
        const become = (role: 'admin' | 'author') =>
          journal.database.db.updateTable('users').set({ role }).where('id', '=', person.user.id).execute()
        expect((await journal.get('/posts/all', { as: person })).status).toBe(403)
        await become('admin')
        expect((await journal.get('/posts/all', { as: person })).status).toBe(200)
        await become('author')
        expect((await journal.get('/posts/all', { as: person })).status).toBe(403)
      })

      test('of an account that is gone is refused', async () => {
        const person = await aSignedIn(journal)
        await journal.database.db.deleteFrom('users').where('id', '=', person.user.id).execute()
        expect((await journal.get('/users/me', { as: person })).status).toBe(401)
      })
    })
  })
})

test('a password check costs as much for nobody as for someone', async () => {
  const user = '$argon2id$v=19$m=19456,t=2,p=1$K4yqWlEN3MNWcC4pmh1osQ$Y/TwCFRpCFdXaw0GCFo1QIYxAKOIN0GnFwwWcsOIuF8'
  // CPU time: how long it takes depends on what else the machine does.
  const least = async (hash: string | null) => {
    const costs: number[] = []
    for (let time = 0; time < 4; time++) {
      const before = process.cpuUsage()
      await passwordMatches(hash, 'Not-the-one-1')
      const { user, system } = process.cpuUsage(before)
      costs.push(user + system)
    }
    return Math.min(...costs)
  }
  await passwordMatches(null, 'the decoy is made')
  const ratio = (await least(user)) / (await least(null))
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

test('a refused sign-in takes the same time for nobody and for someone, within 5 ms', async () => {
  const journal = await openTestJournal('sqlite')
  const { email } = await aUser(journal.database)
  const quickest = { [email]: Infinity, 'nobody@plants.test': Infinity }
  const apart = () => Math.abs(quickest[email]! - quickest['nobody@plants.test']!)
  // In the processor's time, of several the shortest: a busy machine only makes things slower.
  for (let round = 0; round < 10 && (round < 3 || apart() >= 5); round++) {
    for (const one of Object.keys(quickest)) {
      const start = process.cpuUsage()
      const { status } = await journal.post('/auth/login', { email: one, password: 'Not-the-one-1' })
      const { user, system } = process.cpuUsage(start)
      quickest[one] = Math.min(quickest[one]!, (user + system) / 1000)
      expect(status).toBe(401)
    }
  }
  expect(apart()).toBeLessThan(5)
  await journal.close()
})
