import { beforeAll, describe, expect, test } from 'vitest'
import { aSignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aCase } from '../../../../tests/support/review-builders.ts'

describe('what becomes of an account, asked by a recused administrator', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
    })

    test('does not show who edits their own manuscript', async () => {
      const { database } = journal
      const author = await aSignedIn(journal, { role: 'admin' })
      const editor = await aSignedIn(journal, { role: 'admin' })
      const article = await aCase(database, { submitter: author.user })
      const seen = () => journal.get(`/users/${editor.user.id}/own-data`, { as: author })
      const before = await seen()
      await database.db
        .updateTable('review_cases')
        .set({ editor_id: editor.user.id })
        .where('article_id', '=', article.id)
        .execute()
      const after = await seen()
      expect([after.status, after.body]).toEqual([before.status, before.body])
      expect(after.text).not.toContain('edits 1 open manuscript')
    })
  })
})
