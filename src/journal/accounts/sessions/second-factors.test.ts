import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { aCategory, aSignedIn, aUser, PASSWORD, type SignedIn } from '../../../../tests/support/builders.ts'
import { aDuty } from '../../../../tests/support/duty-builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { PasskeyDevice } from '../../../../tests/support/passkey-device.ts'
import {
  CHALLENGE_SPENT,
  CODES_PAUSED,
  LAST_SECOND_FACTOR,
  PASSKEY_KNOWN,
  PASSKEY_REFUSED,
  PASSKEYS_IMPOSSIBLE,
  SECOND_FACTOR_WRONG,
} from '../../../contract/api/second-factors.ts'
import { CURRENT_PASSWORD_WRONG } from '../../../contract/api/passwords.ts'
import { SECOND_FACTOR_REQUIRED } from '../../../contract/rules/accounts/access.ts'
import { RECOVERY_CODES } from '../../../contract/rules/accounts/second-factors.ts'
import { WRONG_CODES } from '../second-factors/one-time-codes.ts'
import { eraseSecondFactors } from '../second-factors/personal-data.ts'
import { isUncertified } from '../second-factors/passkeys.ts'
import { secondFactorData } from '../second-factors/personal-data.ts'
import { sweepChallenges } from '../second-factors/challenges.ts'
import type { Person } from '../../../platform/personal-data-part.ts'
import { makeLink, BY_HAND } from '../users/account-links.ts'

const ORIGIN = 'https://journal.test'
const HALF_A_MINUTE = 30_000

/** What an app shows, `steps` half minutes from now. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * HALF_A_MINUTE })

const wrongCode = (secret: string): string => {
  const right = [-2, -1, 0, 1, 2].map((step) => codeOf(secret, step))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code))!
}

describe('second factors', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open({ publicUrl: ORIGIN, trustProxy: 1 })
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    test.each([
      ['/auth/recovery-codes', 'POST'],
      ['/auth/one-time-codes/remove', 'POST'],
    ] as const)('%s is not for a session that ended since its password was checked', async (path, method) => {
      const { database } = journal
      const someone = await aSignedIn(journal)
      const transaction = database.transaction.bind(database)
      vi.spyOn(database, 'transaction').mockImplementationOnce(async (work) => {
        const ended = { revoked_at: new Date().toISOString() }
        await database.db.updateTable('sessions').set(ended).where('user_id', '=', someone.user.id).execute()
        return transaction(work)
      })
      const answer = await journal.send(method, path, { currentPassword: PASSWORD }, { as: someone })
      expect(answer.status, answer.text).toBe(401)
    })

    const login = (email: string, headers = {}) =>
      journal.post('/auth/login', { email, password: PASSWORD }, { headers })
    const secondStep = (body: object, headers = {}) => journal.post('/auth/login/second-factor', body, { headers })
    /** The secret of the second step, after the right password. */
    const challengeFor = async (email: string, headers = {}): Promise<string> =>
      (await login(email, headers)).body.secondFactor.challenge

    const withCodes = async (person: SignedIn) => {
      const begun = await journal.post('/auth/one-time-codes/begin', { currentPassword: PASSWORD }, { as: person })
      expect(begun.status, begun.text).toBe(200)
      const { challenge, secret } = begun.body
      const added = await journal.post('/auth/one-time-codes', { challenge, code: codeOf(secret, -1) }, { as: person })
      expect(added.status, added.text).toBe(201)
      return { secret: secret as string, recoveryCodes: added.body.recoveryCodes as string[] }
    }
    const withPasskey = async (person: SignedIn, name = 'Laptop', device = new PasskeyDevice()) => {
      const begun = await journal.post('/auth/passkeys/begin', { currentPassword: PASSWORD }, { as: person })
      expect(begun.status, begun.text).toBe(200)
      const { challenge, options } = begun.body
      const passkey = device.make(options, { origin: ORIGIN })
      const added = await journal.post('/auth/passkeys', { challenge, name, passkey }, { as: person })
      expect(added.status, added.text).toBe(201)
      return { device, recoveryCodes: added.body.recoveryCodes as string[] | null }
    }
    const factors = async (person: SignedIn) => (await journal.get('/auth/second-factors', { as: person })).body
    const emailsTo = async (email: string) =>
      (
        await journal.database.db.selectFrom('outbox').select(['kind', 'data']).where('recipient', '=', email).execute()
      ).map(({ kind, data }) => `${kind}${JSON.parse(data).what ? `: ${JSON.parse(data).what}` : ''}`)
    const actions = async (person: SignedIn) =>
      (
        await journal.database.db
          .selectFrom('audit_entries')
          .select('action')
          .where('subject', '=', person.user.id)
          .orderBy('seq')
          .execute()
      ).map((entry) => entry.action)

    describe('signing in without one', () => {
      test('is as it ever was', async () => {
        const user = await aUser(journal.database)
        const { status, body } = await login(user.email)
        expect(status).toBe(200)
        expect(Object.keys(body).sort()).toEqual(['accessToken', 'message', 'refreshToken', 'user'])
      })
    })

    describe('one-time codes', () => {
      test('count once a right one is entered, and the password alone then opens nothing', async () => {
        const person = await aSignedIn(journal)
        const begun = await journal.post('/auth/one-time-codes/begin', { currentPassword: PASSWORD }, { as: person })
        const { challenge, secret, uri } = begun.body
        expect(secret).toMatch(/^[A-Z2-7]{32}$/)
        expect(uri).toContain(`secret=${secret}`)
        const wrong = await journal.post('/auth/one-time-codes', { challenge, code: wrongCode(secret) }, { as: person })
        expect(wrong.body.errors).toEqual({ code: SECOND_FACTOR_WRONG })
        expect(Object.keys((await login(person.user.email)).body)).toContain('accessToken')
        expect((await factors(person)).oneTimeCodes).toBeNull()

        const code = codeOf(secret).replace(/^.../, '$& ')
        const right = await journal.post('/auth/one-time-codes', { challenge, code }, { as: person })
        expect(right.status, right.text).toBe(201)
        expect(right.body.recoveryCodes).toHaveLength(RECOVERY_CODES)
        const { status, body, text } = await login(person.user.email)
        expect(status).toBe(200)
        expect(body).toEqual({
          secondFactor: { challenge: expect.any(String), passkey: null, oneTimeCodes: true, recoveryCodes: true },
          message: expect.any(String),
        })
        expect(text).not.toMatch(/token/i)
        const opened = await journal.database.db
          .selectFrom('sessions')
          .select('id')
          .where('user_id', '=', person.user.id)
          .where('revoked_at', 'is', null)
          .execute()
        expect(opened.map(({ id }) => id)).toEqual([person.sessionId])
      })

      test('sign in, one step early or late, and each once', async () => {
        const person = await aSignedIn(journal)
        const { secret } = await withCodes(person)
        const { email } = person.user
        const code = codeOf(secret)
        const first = await secondStep({ challenge: await challengeFor(email), code })
        expect(first.status, first.text).toBe(200)
        expect(first.body.user.email).toBe(email)
        expect(
          (await journal.get('/users/me', { headers: { authorization: `Bearer ${first.body.accessToken}` } })).status,
        ).toBe(200)
        const replayed = await secondStep({ challenge: await challengeFor(email), code })
        expect(replayed.status).toBe(401)
        expect(replayed.body.errors).toEqual({ code: SECOND_FACTOR_WRONG })
        // An earlier one, which was never used, does not come after it.
        expect((await secondStep({ challenge: await challengeFor(email), code: codeOf(secret, -1) })).status).toBe(401)
        expect((await secondStep({ challenge: await challengeFor(email), code: codeOf(secret, 2) })).status).toBe(401)
        expect((await secondStep({ challenge: await challengeFor(email), code: codeOf(secret, 1) })).status).toBe(200)
      })

      test('entered by two at the same moment let one of them in', async () => {
        const person = await aSignedIn(journal)
        const { secret } = await withCodes(person)
        const challenges = await Promise.all([1, 2, 3, 4].map(() => challengeFor(person.user.email)))
        const answers = await Promise.all(
          challenges.map((challenge) => secondStep({ challenge, code: codeOf(secret) })),
        )
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
        expect(journal.logged).toEqual([])
      })

      test('are kept encrypted, for their account alone', async () => {
        const [one, other] = [await aSignedIn(journal), await aSignedIn(journal)]
        const { secret } = await withCodes(one)
        const theirs = await withCodes(other)
        const { db } = journal.database
        const rows = await db.selectFrom('one_time_codes').selectAll().execute()
        expect(JSON.stringify(rows)).not.toContain(secret)
        // A row that is copied to another account does not open there.
        const { sealed } = rows.find((row) => row.user_id === one.user.id)!
        await db.updateTable('one_time_codes').set({ sealed }).where('user_id', '=', other.user.id).execute()
        for (const code of [codeOf(secret), codeOf(theirs.secret)]) {
          expect((await secondStep({ challenge: await challengeFor(other.user.email), code })).status).toBe(401)
        }
        // The log names the cause; a recovery code still signs in.
        expect(journal.logged.splice(0).join()).toContain('the file token-secret is another one')
        const recoveryCode = theirs.recoveryCodes[0]
        expect((await secondStep({ challenge: await challengeFor(other.user.email), recoveryCode })).status).toBe(200)
      })

      test('that are guessed are paused for the account, from everywhere, and its owner is told', async () => {
        const person = await aSignedIn(journal)
        const { secret, recoveryCodes } = await withCodes(person)
        const { email } = person.user
        const guess = async (number: number, code = wrongCode(secret)) => {
          const from = { 'x-forwarded-for': `192.0.2.${number}` }
          return secondStep({ challenge: await challengeFor(email, from), code }, from)
        }
        for (let number = 1; number <= WRONG_CODES.paused; number++) {
          expect((await guess(number)).status).toBe(401)
          expect((await emailsTo(email)).includes('wrong-codes')).toBe(number >= WRONG_CODES.told)
        }
        const paused = await guess(100, codeOf(secret))
        expect(paused.status).toBe(429)
        expect(paused.body.message).toBe(CODES_PAUSED)
        expect(Number(paused.headers['retry-after'])).toBeGreaterThan(0)
        expect((await emailsTo(email)).filter((kind) => kind === 'wrong-codes')).toHaveLength(1)
        const recoveryCode = recoveryCodes[0]
        expect((await secondStep({ challenge: await challengeFor(email), recoveryCode })).status).toBe(200)

        const anHourAgo = new Date(Date.now() - 61 * 60_000).toISOString()
        await journal.database.db.updateTable('one_time_codes').set({ failed_at: anHourAgo }).execute()
        expect((await guess(101, codeOf(secret))).status).toBe(200)
      })

      test('that are guessed many at once are no more than one after the other', async () => {
        const person = await aSignedIn(journal)
        const { secret } = await withCodes(person)
        const challenges: string[] = []
        for (let time = 0; time < 30; time++) challenges.push(await challengeFor(person.user.email))
        const answers = await Promise.all(
          challenges.map((challenge) => secondStep({ challenge, code: wrongCode(secret) })),
        )
        expect(answers.filter(({ status }) => status === 401)).toHaveLength(WRONG_CODES.paused)
        expect(answers.filter(({ status }) => status === 429)).toHaveLength(30 - WRONG_CODES.paused)
      })
    })

    describe('the second step', () => {
      test('is for one network, one account, five minutes and one session', async () => {
        const [person, other] = [await aSignedIn(journal), await aSignedIn(journal)]
        const { secret } = await withCodes(person)
        const theirs = await withCodes(other)
        const here = { 'x-forwarded-for': '192.0.2.1' }
        const challenge = await challengeFor(person.user.email, here)
        const spent = async (answer: Promise<{ status: number; body: { message: string } }>) => {
          const { status, body } = await answer
          expect([status, body.message]).toEqual([401, CHALLENGE_SPENT])
        }
        await spent(secondStep({ challenge, code: codeOf(secret) }, { 'x-forwarded-for': '192.0.2.2' }))
        await spent(secondStep({ challenge: 'x'.repeat(43), code: codeOf(secret) }, here))
        // Someone else's code.
        expect((await secondStep({ challenge, code: codeOf(theirs.secret) }, here)).body.message).toBe(
          SECOND_FACTOR_WRONG,
        )
        expect((await secondStep({ challenge, code: codeOf(secret) }, here)).status).toBe(200)
        await spent(secondStep({ challenge, code: codeOf(secret, 1) }, here))

        const late = await challengeFor(person.user.email, here)
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 + 1000 })
        await spent(secondStep({ challenge: late, code: codeOf(secret) }, here))
        await sweepChallenges(journal.database)
        expect(await journal.database.db.selectFrom('factor_challenges').selectAll().execute()).toEqual([])
      })

      test('is kept as a hash alone', async () => {
        const person = await aSignedIn(journal)
        await withCodes(person)
        const challenge = await challengeFor(person.user.email, { 'x-forwarded-for': '192.0.2.44' })
        const rows = JSON.stringify(await journal.database.db.selectFrom('factor_challenges').selectAll().execute())
        expect(rows).not.toContain(challenge)
        expect(rows).not.toContain('192.0.2.44')
      })

      test('that was begun with a password is over when the password is changed', async () => {
        const person = await aSignedIn(journal)
        const { secret } = await withCodes(person)
        const challenge = await challengeFor(person.user.email)
        await journal.post('/auth/password', { currentPassword: PASSWORD, newPassword: 'Marigold-77' }, { as: person })
        expect((await secondStep({ challenge, code: codeOf(secret) })).body.message).toBe(CHALLENGE_SPENT)
      })

      test('takes one answer', async () => {
        const person = await aSignedIn(journal)
        const { secret, recoveryCodes } = await withCodes(person)
        const challenge = await challengeFor(person.user.email)
        expect((await secondStep({ challenge })).status).toBe(400)
        const both = { challenge, code: codeOf(secret), recoveryCode: recoveryCodes[0] }
        expect((await secondStep(both)).status).toBe(400)
      })

      test('waits longer and longer after wrong answers, and a right password changes nothing about that', async () => {
        const limited = await open({ publicUrl: ORIGIN, limits: true })
        const person = await aSignedIn(limited)
        const begun = await limited.post('/auth/one-time-codes/begin', { currentPassword: PASSWORD }, { as: person })
        const { challenge, secret } = begun.body
        await limited.post('/auth/one-time-codes', { challenge, code: codeOf(secret, -1) }, { as: person })
        const { email } = person.user
        const begin = () => limited.post('/auth/login', { email, password: PASSWORD })
        const answer = (challenge: string, code: string) =>
          limited.post('/auth/login/second-factor', { challenge, code })
        for (let time = 0; time < 5; time++) {
          const { body } = await begin()
          expect((await answer(body.secondFactor.challenge, wrongCode(secret))).status).toBe(401)
        }
        const sixth = await begin()
        expect(sixth.status).toBe(429)
        expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0)
      })

      test('is asked for after a new password by a link of an email, too', async () => {
        const person = await aSignedIn(journal)
        await withCodes(person)
        const { id, email } = person.user
        const token = await journal.database.transaction((tx) =>
          makeLink(tx, { userId: id, purpose: 'password-reset', email: BY_HAND }),
        )
        expect((await journal.post('/auth/reset-password', { token, newPassword: 'Marigold-77' })).status).toBe(200)
        const answer = await journal.post('/auth/login', { email, password: 'Marigold-77' })
        expect(answer.body.secondFactor.oneTimeCodes).toBe(true)
        expect(answer.text).not.toContain('accessToken')
      })
    })

    describe('recovery codes', () => {
      test('sign in once each, are kept as hashes, and their owner is told', async () => {
        const person = await aSignedIn(journal)
        const { recoveryCodes } = await withCodes(person)
        expect(new Set(recoveryCodes).size).toBe(RECOVERY_CODES)
        expect(recoveryCodes[0]).toMatch(/^(\w{4}-){5}\w{4}$/)
        const stored = JSON.stringify(await journal.database.db.selectFrom('recovery_codes').selectAll().execute())
        for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''))

        const { email } = person.user
        // However it is typed.
        const recoveryCode = ` ${recoveryCodes[3]!.toUpperCase().replaceAll('-', ' ')} `
        const use = async () => secondStep({ challenge: await challengeFor(email), recoveryCode })
        expect((await use()).status).toBe(200)
        const again = await use()
        expect(again.body.errors).toEqual({ recoveryCode: SECOND_FACTOR_WRONG })
        expect((await factors(person)).recoveryCodesLeft).toBe(RECOVERY_CODES - 1)
        expect(await emailsTo(email)).toContain('recovery-code-used')
        expect(await actions(person)).toContain('user.use-recovery-code')
      })

      test('used by two at the same moment let one of them in', async () => {
        const person = await aSignedIn(journal)
        const { recoveryCodes } = await withCodes(person)
        const challenges = await Promise.all([1, 2, 3].map(() => challengeFor(person.user.email)))
        const answers = await Promise.all(
          challenges.map((challenge) => secondStep({ challenge, recoveryCode: recoveryCodes[0] })),
        )
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
        expect((await factors(person)).recoveryCodesLeft).toBe(RECOVERY_CODES - 1)
      })

      test('of someone else sign in nobody', async () => {
        const [person, other] = [await aSignedIn(journal), await aSignedIn(journal)]
        const { recoveryCodes } = await withCodes(other)
        await withCodes(person)
        const answer = await secondStep({
          challenge: await challengeFor(person.user.email),
          recoveryCode: recoveryCodes[0],
        })
        expect(answer.status).toBe(401)
        expect((await factors(other)).recoveryCodesLeft).toBe(RECOVERY_CODES)
      })

      test('are replaced by new ones, with the password', async () => {
        const person = await aSignedIn(journal)
        const { recoveryCodes } = await withCodes(person)
        const make = (currentPassword: string) =>
          journal.post('/auth/recovery-codes', { currentPassword }, { as: person })
        expect((await make('Wrong-One-1')).body.errors).toEqual({ currentPassword: CURRENT_PASSWORD_WRONG })
        const made = await make(PASSWORD)
        expect(made.body.recoveryCodes).toHaveLength(RECOVERY_CODES)
        const use = async (recoveryCode: string) =>
          (await secondStep({ challenge: await challengeFor(person.user.email), recoveryCode })).status
        expect(await use(recoveryCodes[0]!)).toBe(401)
        expect(await use(made.body.recoveryCodes[0])).toBe(200)
      })

      test('are made with the first factor, and go with the last', async () => {
        const person = await aSignedIn(journal)
        expect((await journal.post('/auth/recovery-codes', { currentPassword: PASSWORD }, { as: person })).status).toBe(
          409,
        )
        expect((await withPasskey(person)).recoveryCodes).toHaveLength(RECOVERY_CODES)
        expect((await withCodes(person)).recoveryCodes).toBeNull()
        await journal.post('/auth/one-time-codes/remove', { currentPassword: PASSWORD }, { as: person })
        expect((await factors(person)).recoveryCodesLeft).toBe(RECOVERY_CODES)
        const [{ id }] = (await factors(person)).passkeys
        const removed = await journal.post(`/auth/passkeys/${id}/remove`, { currentPassword: PASSWORD }, { as: person })
        expect(removed.status, removed.text).toBe(200)
        expect((await factors(person)).recoveryCodesLeft).toBe(0)
        expect(Object.keys((await login(person.user.email)).body)).toContain('accessToken')
      })
    })

    describe('a passkey', () => {
      const begin = async () => (await journal.post('/auth/login/passkey/begin', {})).body
      const finish = (challenge: string, passkey: unknown, headers = {}) =>
        journal.post('/auth/login/passkey', { challenge, passkey }, { headers })

      test('signs in by itself, and after the password', async () => {
        const person = await aSignedIn(journal)
        const { device } = await withPasskey(person)
        const alone = await begin()
        expect(alone.options).toMatchObject({
          rpId: 'journal.test',
          userVerification: 'required',
          allowCredentials: [],
        })
        const answer = await finish(alone.challenge, device.answer(alone.options, { origin: ORIGIN }))
        expect(answer.status, answer.text).toBe(200)
        expect(answer.body.user.id).toBe(person.user.id)

        const { secondFactor } = (await login(person.user.email)).body
        expect(secondFactor).toMatchObject({ oneTimeCodes: false, recoveryCodes: true })
        expect(secondFactor.passkey.allowCredentials).toMatchObject([{ id: device.id, transports: ['internal'] }])
        const passkey = device.answer(secondFactor.passkey, { origin: ORIGIN })
        const second = await secondStep({ challenge: secondFactor.challenge, passkey })
        expect(second.status, second.text).toBe(200)
        expect((await factors(person)).passkeys).toMatchObject([{ name: 'Laptop', lastUsedAt: expect.any(String) }])
      })

      test('is asked something new each time: an answer is good once, and not for another attempt', async () => {
        const person = await aSignedIn(journal)
        const { device } = await withPasskey(person)
        const [one, other] = [await begin(), await begin()]
        const answer = device.answer(one.options, { origin: ORIGIN })
        expect((await finish(other.challenge, answer)).body.message).toBe(PASSKEY_REFUSED)
        expect((await finish(one.challenge, answer)).status).toBe(200)
        expect((await finish(one.challenge, answer)).body.message).toBe(CHALLENGE_SPENT)
        // The other attempt was used up by the wrong answer.
        expect((await finish(other.challenge, device.answer(other.options, { origin: ORIGIN }))).status).toBe(401)
      })

      test('answered twice at the same moment signs in once', async () => {
        const person = await aSignedIn(journal)
        const { device } = await withPasskey(person)
        const { challenge, options } = await begin()
        const answer = device.answer(options, { origin: ORIGIN })
        const answers = await Promise.all([1, 2, 3].map(() => finish(challenge, answer)))
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
      })

      test.each([
        ['at another site', { origin: 'https://journal.test.evil.example' }],
        ['without https', { origin: 'http://journal.test' }],
        ['whose device has not checked who uses it', { origin: ORIGIN, verified: false }],
        ['under the id of nobody’s', { origin: ORIGIN, id: 'AAAA' }],
      ])('%s is refused', async (_how, how) => {
        const person = await aSignedIn(journal)
        const { device } = await withPasskey(person)
        const { challenge, options } = await begin()
        const answer = await finish(challenge, device.answer(options, how))
        expect([answer.status, answer.body.message]).toEqual([401, PASSKEY_REFUSED])
      })

      test('of another site’s domain is refused', async () => {
        const person = await aSignedIn(journal)
        const { device } = await withPasskey(person)
        const { challenge, options } = await begin()
        const elsewhere = { ...options, rpId: 'evil.example' }
        expect((await finish(challenge, device.answer(elsewhere, { origin: ORIGIN }))).status).toBe(401)
      })

      test('of someone else does not answer the second step, nor under the id of the right one', async () => {
        const [person, other] = [await aSignedIn(journal), await aSignedIn(journal)]
        const { device } = await withPasskey(person)
        const { device: theirs } = await withPasskey(other)
        for (const id of [theirs.id, device.id]) {
          const { secondFactor } = (await login(person.user.email)).body
          const passkey = theirs.answer(secondFactor.passkey, { origin: ORIGIN, id })
          const answer = await secondStep({ challenge: secondFactor.challenge, passkey })
          expect([answer.status, answer.body.message]).toEqual([401, SECOND_FACTOR_WRONG])
          const { userHandle: _left, ...without } = passkey
          expect((await secondStep({ challenge: secondFactor.challenge, passkey: without })).status).toBe(401)
        }
      })

      test('whose counter goes back has been copied, and is refused', async () => {
        const person = await aSignedIn(journal)
        const { device } = await withPasskey(person)
        const use = async (counter: number) => {
          device.counter = counter
          const { challenge, options } = await begin()
          return (await finish(challenge, device.answer(options, { origin: ORIGIN }))).status
        }
        expect(await use(5)).toBe(200)
        expect(await use(6)).toBe(200)
        for (const counter of [6, 5, 0]) expect(await use(counter)).toBe(401)
        expect(await use(7)).toBe(200)
      })

      test('is added by the session that began, once, with what was asked for', async () => {
        const person = await aSignedIn(journal)
        const elsewhere = await aSignedIn(journal, { user: person.user })
        const other = await aSignedIn(journal)
        const begun = await journal.post('/auth/passkeys/begin', { currentPassword: PASSWORD }, { as: person })
        const { challenge, options } = begun.body
        const add = (passkey: unknown, as = person) =>
          journal.post('/auth/passkeys', { challenge, name: 'Phone', passkey }, { as })
        const right = new PasskeyDevice().make(options, { origin: ORIGIN })
        for (const as of [elsewhere, other]) expect((await add(right, as)).body.message).toBe(CHALLENGE_SPENT)
        expect((await add(new PasskeyDevice().make(options, { origin: 'https://evil.example' }))).body.message).toBe(
          PASSKEY_REFUSED,
        )
        // What was to be signed is gone with the first try.
        expect((await add(right)).body.message).toBe(PASSKEY_REFUSED)
        expect((await factors(person)).passkeys).toEqual([])
      })

      test('with certificates of its maker is refused, before anything in them is read', async () => {
        const person = await aSignedIn(journal)
        const fetched = vi.spyOn(globalThis, 'fetch')
        const begun = await journal.post('/auth/passkeys/begin', { currentPassword: PASSWORD }, { as: person })
        // fmt: packed, attStmt: { alg: -7, sig: h'00', x5c: [h'00'] }
        const attestation = Buffer.from(
          'a363666d74667061636b65646761747453746d74a363616c67266373696741006378356381' + '4100',
          'hex',
        )
        const { options } = begun.body
        const passkey = new PasskeyDevice().make(options, { origin: ORIGIN, attestation })
        const plain = new PasskeyDevice().make(options, { origin: ORIGIN })
        expect(await isUncertified(plain.attestationObject)).toBe(true)
        expect(await isUncertified(passkey.attestationObject)).toBe(false)
        const answer = await journal.post(
          '/auth/passkeys',
          { challenge: begun.body.challenge, name: 'Key', passkey },
          { as: person },
        )
        expect(answer.body.message).toBe(PASSKEY_REFUSED)
        expect(fetched).not.toHaveBeenCalled()
        fetched.mockRestore()
      })

      test('belongs to one account', async () => {
        const [person, other] = [await aSignedIn(journal), await aSignedIn(journal)]
        const { device } = await withPasskey(person)
        const begun = await journal.post('/auth/passkeys/begin', { currentPassword: PASSWORD }, { as: other })
        const passkey = device.make(begun.body.options, { origin: ORIGIN })
        const { challenge } = begun.body
        const answer = await journal.post('/auth/passkeys', { challenge, name: 'Mine now', passkey }, { as: other })
        expect([answer.status, answer.body.message]).toEqual([409, PASSKEY_KNOWN])
        expect((await factors(other)).passkeys).toEqual([])
        expect((await factors(person)).passkeys).toHaveLength(1)
      })

      test('is not offered at an address where browsers have none', async () => {
        for (const publicUrl of [
          'http://journal.test',
          'http://127.0.0.1:3000',
          'https://[::1]',
          'https://192.0.2.1',
        ]) {
          const elsewhere = await open({ publicUrl })
          const person = await aSignedIn(elsewhere)
          const read = await elsewhere.get('/auth/second-factors', { as: person })
          expect(read.body.passkeysPossible, publicUrl).toBe(false)
          expect((await elsewhere.post('/auth/login/passkey/begin', {})).body.message).toBe(PASSKEYS_IMPOSSIBLE)
        }
      })
    })

    describe('a change of them', () => {
      test('needs the password, which a stolen session does not have', async () => {
        const person = await aSignedIn(journal)
        const { device } = await withPasskey(person)
        await withCodes(person)
        const [{ id }] = (await factors(person)).passkeys
        for (const path of [
          '/auth/passkeys/begin',
          `/auth/passkeys/${id}/remove`,
          '/auth/one-time-codes/begin',
          '/auth/one-time-codes/remove',
          '/auth/recovery-codes',
        ]) {
          for (const currentPassword of ['Wrong-One-1', '', undefined]) {
            const answer = await journal.post(path, { currentPassword }, { as: person })
            expect(answer.status, path).toBe(400)
            expect(Object.keys(answer.body.errors)).toEqual(['currentPassword'])
          }
        }
        expect(await factors(person)).toMatchObject({ passkeys: [{ id }], oneTimeCodes: {}, recoveryCodesLeft: 10 })
        expect(device.id).toBeTruthy()
      })

      test('ends the other sessions, is in the audit log, and is written to the owner', async () => {
        const person = await aSignedIn(journal)
        const elsewhere = await aSignedIn(journal, { user: person.user })
        await withPasskey(person, 'Work laptop')
        expect((await journal.get('/users/me', { as: elsewhere })).status).toBe(401)
        expect((await journal.get('/users/me', { as: person })).status).toBe(200)
        await withCodes(person)
        const [{ id }] = (await factors(person)).passkeys
        await journal.post(`/auth/passkeys/${id}/remove`, { currentPassword: PASSWORD }, { as: person })
        await journal.post('/auth/one-time-codes/remove', { currentPassword: PASSWORD }, { as: person })
        expect(await actions(person)).toEqual([
          'user.add-passkey',
          'user.set-up-codes',
          'user.remove-passkey',
          'user.remove-codes',
        ])
        expect((await emailsTo(person.user.email)).sort()).toEqual([
          'sign-in-changed: A passkey was added: “Work laptop”.',
          'sign-in-changed: A passkey was removed: “Work laptop”.',
          'sign-in-changed: One-time codes were removed.',
          'sign-in-changed: One-time codes were set up.',
        ])
      })

      test('is one’s own: another’s passkey is not there', async () => {
        const [person, other] = [await aSignedIn(journal), await aSignedIn(journal)]
        await withPasskey(person)
        const [{ id }] = (await factors(person)).passkeys
        const answer = await journal.post(`/auth/passkeys/${id}/remove`, { currentPassword: PASSWORD }, { as: other })
        expect(answer.status).toBe(404)
        expect((await factors(person)).passkeys).toHaveLength(1)
      })
    })

    test('are erased whole, and exported without a secret', async () => {
      const [person, other] = [await aSignedIn(journal), await aSignedIn(journal)]
      const { secret } = await withCodes(person)
      await withPasskey(person, 'Old phone')
      await withPasskey(other)
      await challengeFor(person.user.email)
      const { db } = journal.database
      const owner = { id: person.user.id } as Person
      const exported = await Array.fromAsync(secondFactorData.give!(db, owner))
      const [addedAt, lastUsedAt] = [expect.any(String), null]
      expect(exported).toEqual([
        { kind: 'passkey', name: 'Old phone', addedAt, lastUsedAt },
        { kind: 'one-time codes', addedAt, lastUsedAt },
        ...Array.from({ length: RECOVERY_CODES }, () => ({ kind: 'recovery code', addedAt })),
      ])
      expect(JSON.stringify(exported)).not.toContain(secret)
      await journal.database.transaction((tx) => eraseSecondFactors(tx, person.user.id))
      for (const table of ['passkeys', 'one_time_codes', 'recovery_codes', 'factor_challenges'] as const) {
        const left = await db.selectFrom(table).selectAll().where('user_id', '=', person.user.id).execute()
        expect(left, table).toEqual([])
      }
      expect((await factors(other)).passkeys).toHaveLength(1)
    })
  })
})

describe('a second factor that the journal requires', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open({ publicUrl: ORIGIN, secondFactorRequired: true })
    })

    test('keeps an administrator without one from everything but setting one up', async () => {
      const admin = await aSignedIn(journal, { role: 'admin' })
      for (const path of ['/posts/all', '/users', `/users/${admin.user.id}`, '/posts/my-posts']) {
        const answer = await journal.get(path, { as: admin })
        expect([answer.status, answer.body.message], path).toEqual([403, SECOND_FACTOR_REQUIRED.message])
      }
      expect((await journal.put(`/users/${admin.user.id}/role`, { role: 'author' }, { as: admin })).status).toBe(403)
      // Where signing in is optional, they see what visitors see.
      expect((await journal.get('/posts/published', { as: admin })).status).toBe(200)

      expect((await journal.get('/users/me', { as: admin })).status).toBe(200)
      expect((await journal.get('/auth/second-factors', { as: admin })).body.required).toBe(true)
      const begun = await journal.post('/auth/one-time-codes/begin', { currentPassword: PASSWORD }, { as: admin })
      const { challenge, secret } = begun.body
      expect((await journal.get('/posts/all', { as: admin })).status).toBe(403)
      const added = await journal.post('/auth/one-time-codes', { challenge, code: codeOf(secret) }, { as: admin })
      expect(added.status).toBe(201)
      expect((await journal.get('/posts/all', { as: admin })).status).toBe(200)

      const removed = await journal.post('/auth/one-time-codes/remove', { currentPassword: PASSWORD }, { as: admin })
      expect([removed.status, removed.body.message]).toEqual([409, LAST_SECOND_FACTOR])
      expect((await journal.get('/posts/all', { as: admin })).status).toBe(200)
    })

    test('keeps a section editor without one from the cases too', async () => {
      const editor = await aSignedIn(journal)
      const category = await aCategory(journal.database)
      await aDuty(journal.database, editor.user, 'section', { categoryId: category.id })
      const answer = await journal.get('/cases', { as: editor })
      expect([answer.status, answer.body.message]).toEqual([403, SECOND_FACTOR_REQUIRED.message])
      expect((await journal.get('/auth/second-factors', { as: editor })).body.required).toBe(true)
    })

    test('is not required of authors', async () => {
      const author = await aSignedIn(journal)
      expect((await journal.get('/posts/my-posts', { as: author })).status).toBe(200)
      expect((await journal.get('/auth/second-factors', { as: author })).body.required).toBe(false)
    })

    test('is kept by one of two who remove both at the same moment', async () => {
      const admin = await aSignedIn(journal, { role: 'admin' })
      const ids: string[] = []
      for (const name of ['One', 'Two']) {
        const begun = await journal.post('/auth/passkeys/begin', { currentPassword: PASSWORD }, { as: admin })
        const passkey = new PasskeyDevice().make(begun.body.options, { origin: ORIGIN })
        await journal.post('/auth/passkeys', { challenge: begun.body.challenge, name, passkey }, { as: admin })
      }
      for (const { id } of (await journal.get('/auth/second-factors', { as: admin })).body.passkeys) ids.push(id)
      expect(ids).toHaveLength(2)
      const answers = await Promise.all(
        ids.map((id) => journal.post(`/auth/passkeys/${id}/remove`, { currentPassword: PASSWORD }, { as: admin })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect((await journal.get('/auth/second-factors', { as: admin })).body.passkeys).toHaveLength(1)
    })
  })
})
