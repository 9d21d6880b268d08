import { beforeAll, describe, expect, test } from 'vitest'
import { aSignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aCase, asCaller } from '../../../../tests/support/review-builders.ts'
import { RECUSED_FROM_OPEN_CASE } from '../../../contract/api/reviewers.ts'
import { isEditorOf } from '../../peer-review/cases/relation.ts'
import { changeRole } from './administer.ts'

describe('an administrator who is recused from an open case', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
    })

    const aSituation = async () => {
      const author = await aSignedIn(journal, { role: 'admin' })
      const editor = await aSignedIn(journal, { role: 'admin' })
      const article = await aCase(journal.database, { submitter: author.user })
      await journal.database.db
        .updateTable('review_cases')
        .set({ editor_id: editor.user.id })
        .where('article_id', '=', article.id)
        .execute()
      return { author, editor, article }
    }

    test('cannot take the case from its editor by taking the role', async () => {
      const { author, editor } = await aSituation()
      await expect(changeRole(journal.database, asCaller(author), editor.user.id, 'author')).rejects.toThrow(
        RECUSED_FROM_OPEN_CASE,
      )
    })

    test('cannot give the case to another account by giving it the role', async () => {
      const { author, article } = await aSituation()
      const second = await aSignedIn(journal)
      const giving = changeRole(journal.database, asCaller(author), second.user.id, 'admin')
      await expect.soft(giving).rejects.toThrow(RECUSED_FROM_OPEN_CASE)
      const { role } = await journal.database.db
        .selectFrom('users')
        .select('role')
        .where('id', '=', second.user.id)
        .executeTakeFirstOrThrow()
      expect(await isEditorOf(journal.database.db, { userId: second.user.id, role }, article.id)).toBe(false)
    })
  })
})
