import { beforeAll, describe, expect, test } from 'vitest'
import { aSignedIn } from '../../../tests/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/databases.ts'
import { aCase, asCaller } from '../../../tests/review-builders.ts'
import { ownDataParts } from '../app/own-data-parts.ts'
import type { OwnDataPart } from '../own-data-part.ts'
import { inviteGuestEditor } from '../peer-review/case/editors.ts'
import { deleteAccount } from './delete-account.ts'

describe('an account that is deleted', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
    })

    test('edits no open manuscript, also if it is invited as a guest editor at that moment', async () => {
      const { database } = journal
      const admin = await aSignedIn(journal, { role: 'admin' })
      const guest = await aSignedIn(journal)
      const article = await aCase(database)
      let inviting: Promise<unknown> = Promise.resolve()
      // After the obstacles have been looked for, before anything is erased.
      const meanwhile: OwnDataPart = {
        ...{ name: 'meanwhile', about: '', columns: {} },
        erase: async () => {
          inviting = database
            .transaction((tx) =>
              inviteGuestEditor(tx, asCaller(admin), { id: article.id, email: guest.user.email }),
            )
            .catch((error: unknown) => error)
          await Promise.race([inviting, new Promise((resolve) => setTimeout(resolve, 500))])
        },
      }
      const parts = [meanwhile, ...ownDataParts(journal.resources)]
      const deletion = { id: guest.user.id, confirmation: guest.user.email }
      await deleteAccount({ database, parts, isMailing: false }, asCaller(guest), deletion)
      await inviting
      const editors = await database.db
        .selectFrom('case_editors')
        .innerJoin('users', 'users.id', 'case_editors.user_id')
        .select('users.id')
        .where('case_editors.article_id', '=', article.id)
        .where('users.deleted_at', 'is not', null)
        .execute()
      const emails = await database.db
        .selectFrom('outbox')
        .select('recipient')
        .where('recipient', '=', guest.user.email)
        .execute()
      expect({ editors, emails }).toEqual({ editors: [], emails: [] })
    })
  })
})
