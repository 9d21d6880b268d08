import { beforeAll, describe, expect, test } from 'vitest'
import { aSignedIn, anArticle, PASSWORD } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'

describe('an account that is deleted', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
    })

    test('takes no name out of the emails about a namesake', async () => {
      const { database } = journal
      await aSignedIn(journal, { role: 'admin' })
      const fullName = 'Nasreen Baloch'
      const author = await aSignedIn(journal, { fullName })
      const article = await anArticle(database, { state: 'pending', submitter: author.user })
      const gone = await journal.send('DELETE', `/posts/delete/${article.id}`, undefined, { as: author })
      expect(gone.status, gone.text).toBe(200)
      const told = () =>
        database.db.selectFrom('outbox').select(['id', 'data']).where('kind', '=', 'submission-deleted').execute()
      const before = await told()
      expect(before.some(({ data }) => data.includes(fullName))).toBe(true)
      // Anybody can sign up with this name.
      const namesake = await aSignedIn(journal, { fullName, confirmed: false })
      const answer = await journal.post(
        '/own-data/delete-account',
        { currentPassword: PASSWORD, confirmation: namesake.user.email },
        { as: namesake },
      )
      expect(answer.status, answer.text).toBe(200)
      expect(await told()).toEqual(before)
    })
  })
})
