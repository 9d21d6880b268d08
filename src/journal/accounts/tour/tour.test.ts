import { beforeAll, describe, expect, test } from 'vitest'
import { aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'

describe('the tour of the desk', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
    })

    test('is offered until it was left, to each person', async () => {
      const other = await aSignedIn(journal, { role: 'admin' })
      expect((await journal.get('/tour', { as: admin })).body).toEqual({ left: false })
      const left = await Promise.all([1, 2, 3].map(() => journal.post('/tour/leave', {}, { as: admin })))
      expect(left.map(({ body }) => body as unknown)).toEqual(left.map(() => ({ left: true })))
      expect((await journal.get('/tour', { as: admin })).body).toEqual({ left: true })
      expect((await journal.get('/tour', { as: other })).body).toEqual({ left: false })
    })
  })
})
