import { beforeAll, describe, expect, test } from 'vitest'
import { aReviewer, aSignedIn, PASSWORD } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { personalDataParts } from '../../../app/personal-data-parts.ts'
import { personOf } from '../../../platform/personal-data-part.ts'

describe('an account with a confirmed address that a reviewer with another account had before', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
    })

    test('neither gets nor erases that reviewer', async () => {
      const { db } = journal.database
      const shared = 'office@herbarium.test'
      const first = await aSignedIn(journal, { email: 'vera@moss.test', fullName: 'Vera Brandt' })
      const reviewer = await aReviewer(journal.database, {
        fullName: 'Vera Brandt',
        emails: ['vera@moss.test', shared],
      })
      await db.updateTable('reviewers').set({ user_id: first.user.id }).where('id', '=', reviewer.id).execute()
      const second = await aSignedIn(journal, { email: shared, fullName: 'Otto Newcomer' })
      const account = await db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', second.user.id)
        .executeTakeFirstOrThrow()
      const part = personalDataParts(journal.resources).find(({ name }) => name === 'reviewer')!
      const given: unknown[] = []
      for await (const each of part.give!(db, personOf(account))) given.push(each)
      expect.soft(JSON.stringify(given)).not.toContain('vera@moss.test')
      const gone = await journal.post(
        '/own-data/delete-account',
        { currentPassword: PASSWORD, confirmation: shared },
        { as: second },
      )
      expect(gone.status, gone.text).toBe(200)
      const kept = await db.selectFrom('reviewers').select('full_name').where('id', '=', reviewer.id).execute()
      expect(kept).toEqual([{ full_name: 'Vera Brandt' }])
    })
  })
})
