import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSignedIn, aUser, PASSWORD } from '../../../../tests/support/builders.ts'
import { eachDatabase, openTestJournal, type TestJournal } from '../../../../tests/support/databases.ts'
import { openSmtpServer, type SmtpServer, type ReceivedEmail } from '../../../../tests/support/smtp-server.ts'
import {
  CONFIRMATION_ASKED,
  CONFIRMATION_KEPT,
  CONFIRMED,
  LINK_SPENT,
  MAILS_ENOUGH,
  RESET_ASKED,
  RESET_DONE,
} from '../../../contract/api/session.ts'
import { CURRENT_PASSWORD_WRONG } from '../../../contract/api/passwords.ts'
import { EMAIL_NEEDS_PASSWORD } from '../../../contract/api/users.ts'
import type { UserRow } from '../../../platform/database/tables.ts'
import { hashOfSecret } from '../../../platform/ids.ts'
import { deliverDue } from '../../../platform/email/deliver.ts'
import { findUser } from '../users/queries.ts'
import { sweepLinks } from '../users/account-links.ts'

const NEW_PASSWORD = 'Marigold-77'

describe('accounts and their emails', () => {
  eachDatabase((open) => {
    let server: SmtpServer
    let journal: TestJournal
    beforeAll(async () => {
      server = await openSmtpServer()
      journal = await open({ smtpUrl: server.url })
    })
    afterAll(() => server.close())

    const forgot = (email: string) => journal.post('/auth/forgot-password', { email })
    const reset = (token: string, newPassword = NEW_PASSWORD) =>
      journal.post('/auth/reset-password', { token, newPassword })
    /** As the owner of the account to which the link belongs, or as someone. */
    const confirm = async (token: string) => {
      const { database } = journal
      const link = await database.db
        .selectFrom('account_links')
        .select('user_id')
        .where('token_hash', '=', hashOfSecret(token))
        .executeTakeFirst()
      const user = link && (await findUser(database.db, link.user_id))
      return journal.post('/auth/confirm-email', { token }, { as: await aSignedIn(journal, user ? { user } : {}) })
    }
    const login = (email: string, password: string) => journal.post('/auth/login', { email, password })
    const row = async (user: { id: string }) => (await findUser(journal.database.db, user.id))!
    const waiting = (recipient: string) =>
      journal.database.db
        .selectFrom('outbox')
        .selectAll()
        .where('recipient', '=', recipient)
        .where('sent_at', 'is', null)
        .execute()
    const actions = async (user: { id: string }) =>
      (
        await journal.database.db
          .selectFrom('audit_entries')
          .select('action')
          .where('subject', '=', user.id)
          .orderBy('at')
          .execute()
      ).map((entry) => entry.action)
    const tokenIn = (email: ReceivedEmail) => /#([\w-]{43})\n/.exec(email.text)![1]!
    /** The token in an email that is sent to someone now. */
    const emailedToken = async (email: string) => {
      await deliverDue(journal.resources)
      return tokenIn(await server.next(email))
    }
    const resetTokenFor = async (user: UserRow) => {
      await forgot(user.email)
      return emailedToken(user.email)
    }

    describe('a forgotten password', () => {
      test('is answered with the same bytes for someone and nobody, and only someone gets an email', async () => {
        const user = await aUser(journal.database, { confirmed: false })
        const known = await forgot(user.email.toUpperCase())
        const unknown = await forgot('nobody@plants.test')
        expect(known.status).toBe(200)
        expect(known.body).toEqual({ message: RESET_ASKED })
        expect(unknown.status).toBe(200)
        expect(unknown.text).toBe(known.text)
        expect(await waiting(user.email)).toHaveLength(1)
        expect(await waiting('nobody@plants.test')).toHaveLength(0)
        expect(await actions(user)).toEqual(['user.ask-password-reset'])
      })

      test('takes the same time for someone and nobody', async () => {
        const limited = await open({ limits: true })
        const user = await aUser(limited.database)
        for (const email of [user.email, 'nobody@plants.test']) {
          const began = performance.now()
          await limited.post('/auth/forgot-password', { email })
          expect(performance.now() - began, email).toBeGreaterThan(195)
        }
      })

      test('is emailed once at a time, however often and at once it is asked for', async () => {
        const user = await aUser(journal.database, { confirmed: false })
        await Promise.all(Array.from({ length: 6 }, () => forgot(user.email)))
        expect(await waiting(user.email)).toHaveLength(1)
      })

      test('floods nobody: three emails an hour, and as quiet as ever about it', async () => {
        const user = await aUser(journal.database, { confirmed: false })
        for (let time = 0; time < 5; time++) {
          expect((await forgot(user.email)).body).toEqual({ message: RESET_ASKED })
          await deliverDue(journal.resources)
        }
        expect(server.received.filter((email) => email.to.includes(user.email))).toHaveLength(3)
        const anHourAgo = new Date(Date.now() - 61 * 60_000).toISOString()
        await journal.database.db
          .updateTable('outbox')
          .set({ created_at: anHourAgo })
          .where('recipient', '=', user.email)
          .execute()
        await forgot(user.email)
        expect(await waiting(user.email)).toHaveLength(1)
      })
    })

    describe('the link of a forgotten password', () => {
      test('sets a new one, ends every session, confirms the address, and works once', async () => {
        const person = await aSignedIn(journal, { confirmed: false })
        const token = await resetTokenFor(person.user)
        const answer = await reset(token)
        expect(answer.status).toBe(200)
        expect(answer.body).toEqual({ message: RESET_DONE })
        expect((await journal.get('/users/me', { as: person })).status).toBe(401)
        expect((await journal.post('/auth/refresh', { refreshToken: person.refreshToken })).status).toBe(401)
        expect((await login(person.user.email, PASSWORD)).status).toBe(401)
        expect((await login(person.user.email, NEW_PASSWORD)).body.user.emailConfirmed).toBe(true)
        expect(await actions(person.user)).toContain('user.reset-password')
        const again = await reset(token, 'Another-Rose-1')
        expect(again.status).toBe(400)
        expect(again.body).toMatchObject({ message: LINK_SPENT, errors: { token: LINK_SPENT } })
        expect((await login(person.user.email, NEW_PASSWORD)).status).toBe(200)
      })

      test('is kept as a hash alone', async () => {
        const user = await aUser(journal.database, { confirmed: false })
        const token = await resetTokenFor(user)
        const links = await journal.database.db
          .selectFrom('account_links')
          .selectAll()
          .where('user_id', '=', user.id)
          .execute()
        expect(links.map((link) => link.token_hash)).toEqual([hashOfSecret(token)])
        const everything = await Promise.all(
          (['account_links', 'outbox', 'audit_entries', 'users'] as const).map((table) =>
            journal.database.db.selectFrom(table).selectAll().execute(),
          ),
        )
        expect(JSON.stringify(everything)).not.toContain(token)
      })

      test('used by two at the same moment works for one', async () => {
        const user = await aUser(journal.database, { confirmed: false })
        const token = await resetTokenFor(user)
        const passwords = ['Marigold-1a', 'Marigold-2b', 'Marigold-3c']
        const answers = await Promise.all(passwords.map((password) => reset(token, password)))
        expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400])
        const winner = passwords[answers.findIndex((answer) => answer.status === 200)]!
        for (const password of passwords) {
          expect((await login(user.email, password)).status).toBe(password === winner ? 200 : 401)
        }
      })

      test('two of one account used at the same moment: one works, and uses up the other', async () => {
        const user = await aUser(journal.database, { confirmed: false })
        const [one, other] = [await resetTokenFor(user), await resetTokenFor(user)]
        const answers = await Promise.all([reset(one), reset(other)])
        expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400])
      })

      test('uses up the account’s other ones', async () => {
        const user = await aUser(journal.database, { confirmed: false })
        const [older, newer] = [await resetTokenFor(user), await resetTokenFor(user)]
        expect((await reset(newer)).status).toBe(200)
        expect((await reset(older)).body.message).toBe(LINK_SPENT)
      })

      test('works for an hour', async () => {
        const user = await aUser(journal.database, { confirmed: false })
        const token = await resetTokenFor(user)
        const { created_at, expires_at } = await journal.database.db
          .selectFrom('account_links')
          .selectAll()
          .where('user_id', '=', user.id)
          .executeTakeFirstOrThrow()
        expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(60 * 60_000)
        await journal.database.db
          .updateTable('account_links')
          .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
          .where('user_id', '=', user.id)
          .execute()
        expect((await reset(token)).body.message).toBe(LINK_SPENT)
        expect((await login(user.email, PASSWORD)).status).toBe(200)
      })

      test('stays good while the new password breaks a rule', async () => {
        const user = await aUser(journal.database, { confirmed: false })
        const token = await resetTokenFor(user)
        expect(Object.keys((await reset(token, 'short')).body.errors)).toEqual(['newPassword'])
        expect((await reset(token)).status).toBe(200)
      })

      test('works no more once the account has another address, and confirms nothing', async () => {
        const person = await aSignedIn(journal, { confirmed: false })
        const token = await resetTokenFor(person.user)
        await moveAndConfirm(person, `moved-${person.user.id}@plants.test`)
        expect((await reset(token)).body.message).toBe(LINK_SPENT)
        expect((await login(`moved-${person.user.id}@plants.test`, PASSWORD)).status).toBe(200)
      })

      test.each([
        ['unknown', 'x'.repeat(43)],
        ['strange', "' or 1=1 --"],
      ])('that is %s is refused', async (_what, token) => {
        expect((await reset(token)).body.message).toBe(LINK_SPENT)
        expect((await confirm(token)).body.message).toBe(LINK_SPENT)
      })

      test('does not confirm an address in place of the other kind, nor the other way round', async () => {
        const person = await aSignedIn(journal, { confirmed: false })
        const resetToken = await resetTokenFor(person.user)
        await journal.post('/auth/confirm-email/send', {}, { as: person })
        const confirmToken = await emailedToken(person.user.email)
        expect((await confirm(resetToken)).status).toBe(400)
        expect((await reset(confirmToken)).status).toBe(400)
      })
    })

    type Person = { user: UserRow; headers: { authorization: string } }
    const moveTo = async (
      person: Person,
      email: string,
      { as = person, currentPassword = PASSWORD }: { as?: Person; currentPassword?: string | undefined } = {},
    ) => {
      const { full_name: fullName, username } = person.user
      const body = { fullName, username, email, ...(currentPassword === '' ? {} : { currentPassword }) }
      return journal.put(`/users/${person.user.id}`, body, { as })
    }
    const moveAndConfirm = async (person: Person, email: string) => {
      expect((await moveTo(person, email)).status).toBe(200)
      expect((await confirm(await emailedToken(email))).status).toBe(200)
    }

    describe('an email address', () => {
      const signUp = async (name: string) => {
        const { body } = await journal.post('/auth/register', {
          fullName: 'Ayesha Malik',
          username: name,
          email: `${name}@plants.test`,
          password: PASSWORD,
          phoneNumber: '+92 300 1234567',
          location: 'Multan',
        })
        return { user: await row(body.user), headers: { authorization: `Bearer ${body.accessToken}` } }
      }

      test('is confirmed by the email that signing up sends, once', async () => {
        const person = await signUp('newcomer')
        expect((await journal.get('/users/me', { as: person })).body.emailConfirmed).toBe(false)
        const token = await emailedToken(person.user.email)
        const answer = await confirm(token)
        expect(answer.status).toBe(200)
        expect(answer.body).toEqual({ message: CONFIRMED })
        expect((await journal.get('/users/me', { as: person })).body.emailConfirmed).toBe(true)
        expect(await actions(person.user)).toContain('user.confirm-email')
        expect((await confirm(token)).body.message).toBe(LINK_SPENT)
      })

      test('that was refused at signing up gets no email', async () => {
        const { user } = await signUp('already_there')
        const before = await waiting(user.email)
        const answer = await journal.post('/auth/register', {
          fullName: 'Someone Else',
          username: 'someone_else',
          email: user.email,
          password: PASSWORD,
          phoneNumber: '+92 300 1234567',
          location: 'Multan',
        })
        expect(answer.status).toBe(409)
        expect(await waiting(user.email)).toEqual(before)
      })

      test('that was never confirmed hears nothing of the one that replaces it', async () => {
        const person = await aSignedIn(journal, { confirmed: false })
        const email = `third-${person.user.id}@plants.test`
        await moveTo(person, email)
        expect((await confirm(await emailedToken(email))).status).toBe(200)
        expect(await waiting(person.user.email)).toEqual([])
      })

      test('that is to change counts once it is confirmed; until then the old one does, and is told', async () => {
        const person = await aSignedIn(journal)
        const old = person.user.email
        const email = `second-${person.user.id}@plants.test`
        const me = async () => (await journal.get('/users/me', { as: person })).body
        expect((await moveTo(person, email.toUpperCase())).body).toMatchObject({ email: old, pendingEmail: email })
        expect((await login(old, PASSWORD)).status).toBe(200)
        expect((await login(email, PASSWORD)).status).toBe(401)
        await forgot(email)
        expect((await waiting(email)).map(({ kind }) => kind)).toEqual(['email-confirmation'])
        await deliverDue(journal.resources)
        expect((await server.next(old)).text).toContain(`to ${email} was requested.\n\nNothing has changed yet`)
        const token = tokenIn(await server.next(email))

        expect((await confirm(token)).body).toEqual({ message: CONFIRMED })
        expect(await me()).toMatchObject({ email, pendingEmail: null, emailConfirmed: true })
        expect((await login(email, PASSWORD)).status).toBe(200)
        expect((await login(old, PASSWORD)).status).toBe(401)
        await deliverDue(journal.resources)
        expect((await server.next(old)).text).toContain(`It is now ${email}`)
        expect(await actions(person.user)).toEqual(expect.arrayContaining(['user.update', 'user.confirm-email']))
        expect((await confirm(token)).body.message).toBe(LINK_SPENT)
      })

      test('changes only with the current password; the rest of a profile needs none', async () => {
        const [person, admin] = [
          await aSignedIn(journal, { confirmed: false }),
          await aSignedIn(journal, { role: 'admin', password: 'Admin-Rose-1' }),
        ]
        const email = `third-${person.user.id}@plants.test`
        const without = await moveTo(person, email, { currentPassword: '' })
        expect(without.status).toBe(400)
        expect(without.body.errors).toEqual({ currentPassword: EMAIL_NEEDS_PASSWORD })
        const wrong = await moveTo(person, email, { currentPassword: 'Not-Mine-1' })
        expect(wrong.status).toBe(400)
        expect(wrong.body.errors).toEqual({ currentPassword: CURRENT_PASSWORD_WRONG })
        expect((await row(person.user)).pending_email).toBeNull()
        expect(await waiting(email)).toEqual([])
        expect((await moveTo(person, person.user.email, { currentPassword: '' })).status).toBe(200)
        // Even if an administrator changes their own address, the new one must be confirmed.
        expect((await moveTo(person, email, { as: admin })).status).toBe(400)
        const byAdmin = await moveTo(person, email, { as: admin, currentPassword: 'Admin-Rose-1' })
        expect(byAdmin.body).toMatchObject({ email: person.user.email, pendingEmail: email })
        // A client that sends an unchanged profile back does not request a change.
        expect((await moveTo(person, person.user.email, { currentPassword: '' })).body.pendingEmail).toBe(email)
        expect((await moveTo(person, email, { currentPassword: '' })).body.pendingEmail).toBe(email)
      })

      test('is guessed for no password: wrong ones make the next try wait', async () => {
        const limited = await open({ limits: true })
        const person = await aSignedIn(limited, { confirmed: false })
        const body = { fullName: 'Rosa', username: person.user.username, email: 'thief@plants.test' }
        const statuses: number[] = []
        for (let time = 0; time < 8; time++) {
          const sent = { ...body, currentPassword: `Guess-${time}-abc` }
          statuses.push((await limited.put(`/users/${person.user.id}`, sent, { as: person })).status)
        }
        expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429])
      })

      test('that waits to be confirmed can be asked for again and taken back', async () => {
        const person = await aSignedIn(journal, { confirmed: false })
        const email = `fourth-${person.user.id}@plants.test`
        await moveTo(person, email)
        await deliverDue(journal.resources)
        const first = tokenIn(await server.next(email))
        expect((await journal.post('/auth/confirm-email/send', {}, { as: person })).body.message).toBe(
          CONFIRMATION_ASKED,
        )
        expect(await waiting(email)).toHaveLength(1)
        const cancel = () => journal.send('DELETE', `/users/${person.user.id}/email-change`, undefined, { as: person })
        expect((await cancel()).body).toMatchObject({ email: person.user.email, pendingEmail: null })
        expect((await cancel()).status).toBe(200)
        expect((await confirm(first)).body.message).toBe(LINK_SPENT)
        await deliverDue(journal.resources)
        expect(await waiting(email)).toEqual([])
        expect(server.received.filter((one) => one.to.includes(email))).toHaveLength(1)
        expect((await actions(person.user)).filter((action) => action === 'user.cancel-email-change')).toHaveLength(1)
      })

      test.each(['a new password', 'a password set by a link'])('that waits is taken back by %s', async (how) => {
        const person = await aSignedIn(journal)
        const email = `thief-${person.user.id}@plants.test`
        await moveTo(person, email)
        const token = await emailedToken(email)
        if (how === 'a new password') {
          const passwords = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
          expect((await journal.post('/auth/password', passwords, { as: person })).status).toBe(200)
        } else {
          await forgot(person.user.email)
          await deliverDue(journal.resources)
          const emails = [await server.next(person.user.email), await server.next(person.user.email)]
          const reminder = emails.find((email) => email.text.includes('/reset-password#'))!
          expect((await reset(tokenIn(reminder))).status).toBe(200)
        }
        expect((await confirm(token)).body.message).toBe(LINK_SPENT)
        expect(await row(person.user)).toMatchObject({ email: person.user.email, pending_email: null })
      })

      test('that someone else has got in the meantime is not given twice', async () => {
        const [one, other] = [
          await aSignedIn(journal, { confirmed: false }),
          await aSignedIn(journal, { confirmed: false }),
        ]
        const email = `wanted-${one.user.id}@plants.test`
        await moveTo(one, email)
        const token = await emailedToken(email)
        await moveTo(other, email)
        const answers = await Promise.all([confirm(token), confirm(await emailedToken(email))])
        expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
        const emails = [(await row(one.user)).email, (await row(other.user)).email]
        expect(emails.filter((one) => one === email)).toHaveLength(1)
        // Only who has opened the link in that mailbox learns that it has an account.
        const third = await aSignedIn(journal)
        expect((await moveTo(third, email)).body).toMatchObject({ email: third.user.email, pendingEmail: email })
        const refused = await confirm(await emailedToken(email))
        expect(refused.body.errors).toEqual({ email: 'Email is already registered' })
        expect((await row(third.user)).email).toBe(third.user.email)
      })

      test('that stays as it was sends nothing', async () => {
        const person = await aSignedIn(journal, { confirmed: false })
        await moveTo(person, person.user.email.toUpperCase())
        expect(await waiting(person.user.email)).toEqual([])
      })

      test('is not confirmed by the link of the one before', async () => {
        const person = await signUp('mover')
        const token = await emailedToken(person.user.email)
        await moveAndConfirm(person, 'mover-elsewhere@plants.test')
        expect((await confirm(token)).body.message).toBe(LINK_SPENT)
      })

      test('gets another email when asked for, one at a time and five an hour', async () => {
        const person = await aSignedIn(journal, { confirmed: false })
        const send = () => journal.post('/auth/confirm-email/send', {}, { as: person })
        for (let time = 0; time < 5; time++) {
          const answers = [await send(), await send()]
          expect(answers.map((answer) => answer.body)).toEqual(Array(2).fill({ message: CONFIRMATION_ASKED }))
          expect(await waiting(person.user.email)).toHaveLength(1)
          await deliverDue(journal.resources)
        }
        const tooMany = await send()
        expect(tooMany.status).toBe(429)
        expect(tooMany.headers['retry-after']).toBe('3600')
        expect(tooMany.body.message).toBe(MAILS_ENOUGH)
        expect((await confirm(tokenIn(server.received.at(-1)!))).status).toBe(200)
        expect((await send()).body).toEqual({ message: CONFIRMED })
        expect(await waiting(person.user.email)).toEqual([])
      })

      test('changed again and again sends no flood of emails to others', async () => {
        const person = await aSignedIn(journal, { confirmed: false })
        for (let time = 0; time < 12; time++) {
          const { status } = await moveTo(person, `victim-${time}-${person.user.id}@plants.test`)
          expect(status).toBe(time < 5 ? 200 : 429)
        }
        const emails = await journal.database.db
          .selectFrom('outbox')
          .select('recipient')
          .where('kind', '=', 'email-confirmation')
          .where('recipient', 'like', `victim-%${person.user.id}@plants.test`)
          .execute()
        expect(emails).toHaveLength(5)
      })
    })

    test('links that are too old are swept, others stay', async () => {
      const user = await aUser(journal.database, { confirmed: false })
      const [old, good] = [await resetTokenFor(user), await resetTokenFor(user)]
      await journal.database.db
        .updateTable('account_links')
        .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
        .where('token_hash', '=', hashOfSecret(old))
        .execute()
      await sweepLinks(journal.database)
      const left = await journal.database.db
        .selectFrom('account_links')
        .select('token_hash')
        .where('user_id', '=', user.id)
        .execute()
      expect(left).toEqual([{ token_hash: hashOfSecret(good) }])
    })
  })
})

test('without a mail server the person is told so', async () => {
  const journal = await openTestJournal('sqlite')
  const person = await aSignedIn(journal, { confirmed: false })
  const answer = await journal.post('/auth/confirm-email/send', {}, { as: person })
  expect(answer.body).toEqual({ message: CONFIRMATION_KEPT })
  expect((await journal.get('/users/me', { as: person })).body.isMailing).toBe(false)
  await journal.close()
})
