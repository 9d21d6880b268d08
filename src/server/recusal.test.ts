import { beforeAll, describe, expect, test } from 'vitest'
import { aCase } from '../../tests/case-builders.ts'
import { aSignedIn, aUser, type SignedIn } from '../../tests/builders.ts'
import { eachDatabase, type TestJournal } from '../../tests/databases.ts'
import { becomeSomebodyElse, WAYS_TO_BE_RECUSED, type Recusing } from '../../tests/recused.ts'
import { callerFor } from '../../tests/review-builders.ts'
import { isRecused, recusedIds, recusedUsers } from './recusal.ts'

describe('recusal', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let editor: SignedIn
    beforeAll(async () => {
      journal = await open()
      editor = await aSignedIn(journal, { role: 'admin' })
    })

    const aRecusing = async (role: 'admin' | 'author' = 'admin'): Promise<Recusing> => {
      const { database } = journal
      const { id } = await aCase(database, { submitter: await aUser(database) })
      return { database, articleId: id, user: await aUser(database, { role }), editor: callerFor(editor.user) }
    }
    const everyList = async ({ articleId, user }: Recusing) => {
      const { db } = journal.database
      const users = await db.selectFrom('users').select('id').where('id', 'in', recusedUsers(articleId)).execute()
      return [
        await isRecused(db, user.id, articleId),
        (await recusedIds(db, user.id)).includes(articleId),
        users.some(({ id }) => id === user.id),
      ]
    }
    const YES = [true, true, true]
    const NO = [false, false, false]

    test.each(Object.entries(WAYS_TO_BE_RECUSED))(
      'of %s does not end with another address, iD, list or role',
      async (_name, way) => {
        const given = await aRecusing()
        expect(await everyList(given)).toEqual(NO)
        await way(given)
        expect(await everyList(given)).toEqual(YES)
        await becomeSomebodyElse(given)
        expect(await everyList(given)).toEqual(YES)
        await journal.database.db.updateTable('users').set({ role: 'author' }).where('id', '=', given.user.id).execute()
        const answer = await journal.put(`/users/${given.user.id}/role`, { role: 'admin' }, { as: editor })
        expect(answer.status, answer.text).toBe(200)
        expect(await everyList(given)).toEqual(YES)
        const as = await aSignedIn(journal, { user: given.user })
        expect((await journal.get(`/cases/${given.articleId}`, { as })).status).toBe(403)
      },
    )
  })
})
