import { beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { ensureAdministrator } from './first-administrator.ts'

const configured = { email: 'Editor@Plants.test', password: 'Sunflower-42' }

describe('the first administrator', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeEach(async () => {
      journal = await open()
    })
    const administrators = () =>
      journal.database.db.selectFrom('users').selectAll().where('role', '=', 'admin').execute()

    test('gets a password of chance, told once, where the settings name nobody', async () => {
      const told = await ensureAdministrator(journal.database, undefined)
      expect(told).toEqual({ email: 'admin@example.org', password: expect.stringMatching(/^[\w-]{16}$/) })
      const answer = await journal.post('/auth/login', told)
      expect(answer.body.user).toMatchObject({ role: 'admin', email: 'admin@example.org', username: 'admin' })
      expect(await ensureAdministrator(journal.database, undefined)).toBeUndefined()
      expect(await administrators()).toHaveLength(1)
    })

    test('is the one the settings name, and nothing is told', async () => {
      expect(await ensureAdministrator(journal.database, configured)).toBeUndefined()
      const answer = await journal.post('/auth/login', configured)
      expect(answer.body.user).toMatchObject({ role: 'admin', email: 'editor@plants.test' })
    })

    test('keeps the password, whatever the settings say later', async () => {
      await ensureAdministrator(journal.database, configured)
      await ensureAdministrator(journal.database, { ...configured, password: 'Another-Rose-1' })
      expect((await journal.post('/auth/login', { ...configured, password: 'Another-Rose-1' })).status).toBe(401)
      expect(await administrators()).toHaveLength(1)
    })

    test('is not made where there is an administrator already', async () => {
      await aUser(journal.database, { role: 'admin' })
      expect(await ensureAdministrator(journal.database, undefined)).toBeUndefined()
      expect(await administrators()).toHaveLength(1)
    })

    test('is one, when two processes start at the same moment', async () => {
      const told = await Promise.all([1, 2].map(() => ensureAdministrator(journal.database, undefined)))
      expect(told.filter(Boolean)).toHaveLength(1)
      expect(await administrators()).toHaveLength(1)
      expect((await journal.post('/auth/login', told.find(Boolean))).status).toBe(200)
    })

    test('stands in the audit log, without the password', async () => {
      await ensureAdministrator(journal.database, configured)
      const entries = await journal.database.db.selectFrom('audit_entries').selectAll().execute()
      expect(entries).toMatchObject([{ actor_id: null, action: 'user.create-administrator' }])
      expect(JSON.stringify(entries)).not.toContain(configured.password)
    })

    test('does not take the place of an author with the same address: the start stops and says so', async () => {
      await aUser(journal.database, { email: configured.email })
      await expect(ensureAdministrator(journal.database, configured)).rejects.toThrow('Email is already registered')
      expect(await administrators()).toHaveLength(0)
    })
  })
})
