import { beforeAll, describe, expect, test } from 'vitest'
import { aSignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { emailData } from '../../../platform/email/personal-data.ts'
import { personOf } from '../../../platform/personal-data-part.ts'
import { loadErasure } from './without.ts'

describe('an account that has an address which was another account’s before', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
    })

    test('is neither given nor erases the emails about that other account', async () => {
      const { db } = journal.database
      const email = 'office@herbarium.test'
      const first = await aSignedIn(journal, { email, fullName: 'Vera Brandt' })
      expect((await journal.post('/auth/forgot-password', { email })).status).toBe(200)
      await db.updateTable('outbox').set({ sent_at: new Date().toISOString() }).where('recipient', '=', email).execute()
      // She has moved on, and confirmed another address.
      await db.updateTable('users').set({ email: 'vera@moss.test' }).where('id', '=', first.user.id).execute()
      const second = await aSignedIn(journal, { email, fullName: 'Otto Newcomer' })
      const account = await db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', second.user.id)
        .executeTakeFirstOrThrow()
      const hers = () =>
        db.selectFrom('outbox').select(['id', 'recipient', 'data']).where('user_id', '=', first.user.id).execute()
      const before = await hers()
      expect(before).toHaveLength(1)
      const given: unknown[] = []
      for await (const each of emailData.give!(db, personOf(account))) given.push(each)
      expect.soft(JSON.stringify(given)).not.toContain('Vera Brandt')
      await journal.database.transaction(async (tx) => {
        const person = personOf(account)
        await emailData.erase!(tx, person, await loadErasure(tx, account.id, person))
      })
      expect(await hers()).toEqual(before)
    })
  })
})
