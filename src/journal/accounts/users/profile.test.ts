import { beforeAll, describe, expect, test } from 'vitest'
import { aSignedIn, PASSWORD, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'

describe('one’s own account', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let author: SignedIn
    let other: SignedIn
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      author = await aSignedIn(journal)
      other = await aSignedIn(journal)
      admin = await aSignedIn(journal, { role: 'admin' })
    })

    const profile = (change: Record<string, unknown> = {}) => ({
      fullName: 'Rosa Gardener',
      email: author.user.email,
      username: author.user.username,
      phoneNumber: '+92 300 1234567',
      location: 'Multan',
      bio: 'Ferns.',
      ...change,
    })
    const save = (change: Record<string, unknown> = {}, as = author) =>
      journal.put(`/users/${author.user.id}`, profile(change), { as })

    test('is seen and changed by its owner and administrators alone', async () => {
      const path = `/users/${author.user.id}`
      expect((await journal.get(path, { as: author })).body.email).toBe(author.user.email)
      expect((await journal.get(path, { as: admin })).status).toBe(200)
      const theirs = await journal.get(path, { as: other })
      const nobodys = await journal.get('/users/222222222222', { as: other })
      expect(theirs.status).toBe(403)
      expect(theirs.text).toBe(nobodys.text)
      expect((await save({}, other)).status).toBe(403)
      expect((await save({}, admin)).status).toBe(200)
    })

    test('keeps what is sent, and an empty bio as null', async () => {
      const answer = await save({ bio: '  ', location: '', phoneNumber: '' })
      expect(answer.body).toMatchObject({ bio: null, location: null, phoneNumber: null, fullName: 'Rosa Gardener' })
    })

    test.each([
      ['fullName', '', 'Full name is required'],
      ['email', '', 'Email is required'],
      ['email', 'x', 'Please enter a valid email address'],
      ['username', '', 'Username is required'],
      ['username', 'ab', 'Username must be at least 3 characters'],
      ['phoneNumber', '0300 123', 'Please enter a valid phone number'],
      ['phoneNumber', '+12345678901234567', 'Please enter a valid phone number'],
    ])('%s %o: %s', async (field, value, message) => {
      const answer = await save({ [field]: value })
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toEqual({ [field]: message })
    })

    test.each(['role', 'orc_id', 'password', 'lastLogin'])('%s cannot be sent', async (field) => {
      expect((await save({ [field]: 'admin' })).status).toBe(400)
    })

    test('a username of someone else is refused', async () => {
      const username = await save({ username: other.user.username.toUpperCase() })
      expect(username.body.errors).toEqual({ username: 'Username is already taken' })
    })

    test('a new password needs the old one and ends the other sessions', async () => {
      const here = await aSignedIn(journal)
      const elsewhere = await aSignedIn(journal, { user: here.user })
      const change = (currentPassword: string, newPassword: string) =>
        journal.post('/auth/password', { currentPassword, newPassword }, { as: here })
      expect((await change('wrong', 'New-Password-1')).body.errors).toEqual({
        currentPassword: 'Current password is not correct',
      })
      expect((await change(PASSWORD, 'short')).status).toBe(400)
      const answer = await change(PASSWORD, 'New-Password-1')
      expect(answer.body).toEqual({ message: 'Password changed', endedSessions: 1 })
      expect((await journal.get('/users/me', { as: elsewhere })).status).toBe(401)
      expect((await journal.get('/users/me', { as: here })).status).toBe(200)
      const login = (password: string) => journal.post('/auth/login', { email: here.user.email, password })
      expect((await login(PASSWORD)).status).toBe(401)
      expect((await login('New-Password-1')).status).toBe(200)
    })

    test('sessions can be seen and the others ended', async () => {
      const here = await aSignedIn(journal)
      await aSignedIn(journal, { user: here.user })
      const list = await journal.get('/auth/sessions', { as: here })
      expect(list.body.map((session: { current: boolean }) => session.current).sort()).toEqual([false, true])
      expect(list.text).not.toContain('hash')
      expect((await journal.send('DELETE', '/auth/sessions', undefined, { as: here })).body.endedSessions).toBe(1)
      expect((await journal.get('/auth/sessions', { as: here })).body).toHaveLength(1)
    })

    test('without settings the ORCID connection says that it is not set up', async () => {
      expect((await journal.get('/users/orcid/set-up', { as: author })).body).toEqual({ setUp: false })
      expect((await journal.post('/users/orcid/authorize', {}, { as: author })).body).toEqual({ url: null })
    })
  })
})
