import { beforeAll, describe, expect, test } from 'vitest'
import { aReviewer, aSignedIn, aUser, PASSWORD, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aCase, asCaller, invited } from '../../../../tests/support/review-builders.ts'
import { times } from '../../../../tests/support/long.ts'
import { CONFIRM_FIRST } from '../../../contract/rules/accounts/access.ts'
import { OTHER_ACCOUNT } from '../../../contract/api/session.ts'
import { UNCONFIRMED_ADDRESS } from '../../../contract/api/users.ts'
import { newId, now } from '../../../platform/ids.ts'
import { makeLink, type LinkPurpose } from '../users/account-links.ts'
import { makeAdministrator } from '../administration/command.ts'

const NEW_PASSWORD = 'Marigold-77-fields'

describe('an account that a stranger has made with someone else’s address', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open({ publicUrl: 'https://journal.test' })
      admin = await aSignedIn(journal, { role: 'admin' })
    })
    const rowOf = (id: string) =>
      journal.database.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const linkTo = ({ id, email }: { id: string; email: string }, purpose: LinkPurpose) =>
      journal.database.transaction((tx) => makeLink(tx, { userId: id, purpose, email }))
    const factorsOf = async (id: string) => {
      let count = 0
      for (const table of ['passkeys', 'one_time_codes', 'recovery_codes', 'factor_challenges'] as const) {
        count += (await journal.database.db.selectFrom(table).selectAll().where('user_id', '=', id).execute()).length
      }
      return count
    }

    /** With everything that can be set up, as it was possible before. */
    async function aStranger(): Promise<SignedIn> {
      const email = `vera.${newId().toLowerCase()}@moss.test`
      const stranger = await aSignedIn(journal, {
        user: await aUser(journal.database, { email, fullName: 'A Stranger', confirmed: false }),
      })
      const { id } = stranger.user
      const { db } = journal.database
      await db
        .insertInto('passkeys')
        .values({
          ...{ id: newId(), user_id: id, name: 'Phone', credential_id: newId(), public_key: 'a2V5' },
          ...{ counter: 0, transports: '', created_at: now(), last_used_at: null },
        })
        .execute()
      await db
        .updateTable('users')
        .set({ bio: 'Mine', location: 'Elsewhere', orcid: null, pending_email: null })
        .where('id', '=', id)
        .execute()
      return stranger
    }

    test('keeps nothing of theirs once its owner has set a password by an email', async () => {
      const stranger = await aStranger()
      const editor = asCaller(admin)
      const article = await aCase(journal.database)
      const vera = await aReviewer(journal.database, { fullName: 'Vera Brandt', emails: [stranger.user.email] })
      await invited(journal.database, editor, article.id, { reviewers: [vera] })
      const token = await linkTo(stranger.user, 'password-reset')
      const answer = await journal.post('/auth/reset-password', { token, newPassword: NEW_PASSWORD })
      expect(answer.status, answer.text).toBe(200)

      expect(await factorsOf(stranger.user.id)).toBe(0)
      expect((await journal.get('/users/me', { as: stranger })).status).toBe(401)
      const refreshed = await journal.post('/auth/refresh', { refreshToken: stranger.refreshToken })
      expect(refreshed.status).toBe(401)
      expect(await rowOf(stranger.user.id)).toMatchObject({
        ...{ bio: null, location: null, phone_number: null, orcid: null, pending_email: null },
        email_confirmed_at: expect.any(String),
      })
      expect((await rowOf(stranger.user.id)).full_name).not.toBe('A Stranger')
      const { email } = stranger.user
      expect((await journal.post('/auth/login', { email, password: PASSWORD })).status).toBe(401)
      const signedIn = await journal.post('/auth/login', { email, password: NEW_PASSWORD })
      expect(signedIn.status).toBe(200)
    })

    test('is not kept by a sign-in, or a change of password, that began before the owner’s reset', async () => {
      for (let round = 0; round < times(3, 100); round++) {
        const stranger = await aStranger()
        const { id, email } = stranger.user
        await journal.database.db.deleteFrom('passkeys').where('user_id', '=', id).execute()
        const token = await linkTo(stranger.user, 'password-reset')
        await Promise.all([
          journal.post('/auth/reset-password', { token, newPassword: NEW_PASSWORD }),
          journal.post(
            '/auth/password',
            { currentPassword: PASSWORD, newPassword: 'Strangers-Rose-2' },
            { as: stranger },
          ),
          journal.post('/auth/login', { email, password: PASSWORD }),
          journal.post('/auth/login', { email, password: PASSWORD }),
        ])
        const open = journal.database.db.selectFrom('sessions').select('id').where('user_id', '=', id)
        expect(await open.where('revoked_at', 'is', null).execute()).toEqual([])
        expect((await journal.post('/auth/login', { email, password: 'Strangers-Rose-2' })).status).toBe(401)
        expect((await journal.post('/auth/login', { email, password: NEW_PASSWORD })).status).toBe(200)
      }
    })

    test('keeps what it has when its confirmed owner resets the password', async () => {
      const owner = await aSignedIn(journal, { fullName: 'Vera Brandt' })
      const token = await linkTo(owner.user, 'password-reset')
      await journal.post('/auth/reset-password', { token, newPassword: NEW_PASSWORD })
      expect((await rowOf(owner.user.id)).full_name).toBe('Vera Brandt')
    })

    test('is confirmed by nobody who is not signed in to it', async () => {
      const stranger = await aStranger()
      const vera = await aSignedIn(journal)
      const token = await linkTo(stranger.user, 'email-confirmation')
      expect((await journal.post('/auth/confirm-email', { token })).status).toBe(401)
      const other = await journal.post('/auth/confirm-email', { token }, { as: vera })
      expect([other.status, other.body.message]).toEqual([403, OTHER_ACCOUNT])
      expect((await rowOf(stranger.user.id)).email_confirmed_at).toBeNull()
      expect((await journal.post('/auth/confirm-email', { token }, { as: stranger })).status).toBe(200)
    })

    test('gets no second factor', async () => {
      const stranger = await aSignedIn(journal, { confirmed: false })
      for (const path of ['/auth/one-time-codes/begin', '/auth/passkeys/begin']) {
        const answer = await journal.post(path, { currentPassword: PASSWORD }, { as: stranger })
        expect([answer.status, answer.body.message], path).toEqual([409, CONFIRM_FIRST])
      }
      expect(await factorsOf(stranger.user.id)).toBe(0)
    })

    test('is made an administrator by its address only without anything that they have set', async () => {
      const stranger = await aStranger()
      const made = await makeAdministrator(journal.database, stranger.user.email, 'http://journal.test')
      expect(made).toMatchObject({ was: 'author', link: expect.stringContaining('/reset-password#') })
      expect(await factorsOf(stranger.user.id)).toBe(0)
      expect((await journal.get('/users/me', { as: stranger })).status).toBe(401)
      const { email } = stranger.user
      expect((await journal.post('/auth/login', { email, password: PASSWORD })).status).toBe(401)
      expect((await rowOf(stranger.user.id)).role).toBe('admin')
    })

    test('is made neither an administrator nor a guest editor in the browser', async () => {
      const stranger = await aStranger()
      const promoted = await journal.put(`/users/${stranger.user.id}/role`, { role: 'admin' }, { as: admin })
      expect([promoted.status, promoted.body.message]).toEqual([409, UNCONFIRMED_ADDRESS])
      const article = await aCase(journal.database)
      const guest = await journal.post(
        `/cases/${article.id}/guest-editors`,
        { email: stranger.user.email },
        { as: admin },
      )
      expect([guest.status, guest.body.errors]).toEqual([400, { email: UNCONFIRMED_ADDRESS }])
    })
  })
})
