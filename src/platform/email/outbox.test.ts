import { describe, expect, test } from 'vitest'
import { aUser } from '../../../tests/support/builders.ts'
import { eachDatabase, planOf, watchQueries } from '../../../tests/support/databases.ts'
import { lockUser } from '../../journal/accounts/users/commands.ts'
import { enqueue, enqueueWithin } from './outbox.ts'

describe('emails that people have sent to an address', () => {
  eachDatabase((open, engine) => {
    const aConfirmation = (userId: string, recipient: string) =>
      ({ kind: 'email-confirmation', recipient, data: { userId, name: 'Rosa' } }) as const

    test('are counted by the account too, whatever address it names', async () => {
      const { database } = await open()
      const [rosa, bruno] = [await aUser(database), await aUser(database)]
      const ask = (userId: string, recipient: string) =>
        database.transaction(async (tx) => {
          await lockUser(tx, userId)
          return enqueueWithin(tx, aConfirmation(userId, recipient))
        })
      for (let address = 0; address < 5; address++) {
        expect(await ask(rosa.id, `rosa-${address}@plants.test`)).toBe('enqueued')
      }
      expect(await ask(rosa.id, 'rosa-5@plants.test')).toBe('enough')
      // No second email to an address while one is waiting, for any requester.
      expect(await ask(bruno.id, 'rosa-1@plants.test')).toBe('waiting')
      expect(await ask(bruno.id, 'bruno@plants.test')).toBe('enqueued')
    })

    test('are found by an index, however many others there are', async () => {
      const { database } = await open()
      const others = Array.from({ length: 60 }, (_, n) => aConfirmation(`user-${n}`, `${n}@plants.test`))
      await database.transaction(async (tx) => {
        for (const other of others) await enqueue(tx, other)
      })
      const asked = await watchQueries(database, (watched) =>
        watched.transaction((tx) => enqueueWithin(tx, aConfirmation('rosa', 'rosa@plants.test'))),
      )
      const [counted] = asked.filter(({ sql }) => sql.startsWith('select') && sql.includes('"outbox"'))
      const plan = (await planOf(database, counted!)).join('\n')
      const scanned = engine === 'sqlite' ? /SCAN outbox/ : /Seq Scan/
      expect(plan).not.toMatch(scanned)
      expect(plan).toMatch(/outbox_recipient/)
      expect(plan).toMatch(/outbox_user/)
    })
  })
})
