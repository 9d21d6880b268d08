import { beforeAll, describe, expect, test, vi } from 'vitest'
import { aSignedIn, PASSWORD } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aCase, asCaller } from '../../../../tests/support/review-builders.ts'
import { personalDataParts } from '../../../app/personal-data-parts.ts'
import { findCase } from '../../peer-review/cases/case-rows.ts'
import type { PersonalDataPart } from '../../../platform/personal-data-part.ts'
import { inviteGuestEditor, setEditor } from '../../peer-review/case/editors.ts'
import { deleteAccount } from './delete-account.ts'

describe('an account that is deleted', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
    })

    test('edits no open manuscript, also if it is invited as a guest editor at the same time', async () => {
      const { database } = journal
      const admin = await aSignedIn(journal, { role: 'admin' })
      const guest = await aSignedIn(journal)
      const article = await aCase(database)
      let inviting: Promise<unknown> = Promise.resolve()
      // After the obstacles have been looked for, before anything is erased.
      const meanwhile: PersonalDataPart = {
        ...{ name: 'meanwhile', about: '', columns: {} },
        erase: async () => {
          inviting = database
            .transaction((tx) => inviteGuestEditor(tx, asCaller(admin), { id: article.id, email: guest.user.email }))
            .catch((error: unknown) => error)
          await Promise.race([inviting, new Promise((resolve) => setTimeout(resolve, 500))])
        },
      }
      const parts = [meanwhile, ...personalDataParts(journal.resources)]
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

    test('handles no open manuscript, also if it is named its editor at the same time', async () => {
      const { database } = journal
      const admin = await aSignedIn(journal, { role: 'admin' })
      const editor = await aSignedIn(journal, { role: 'admin' })
      const article = await aCase(database)
      let naming: Promise<unknown> = Promise.resolve()
      const meanwhile: PersonalDataPart = {
        ...{ name: 'meanwhile', about: '', columns: {} },
        erase: async () => {
          naming = database
            .transaction((tx) => setEditor(tx, asCaller(admin), { id: article.id, userId: editor.user.id }))
            .catch((error: unknown) => error)
          await Promise.race([naming, new Promise((resolve) => setTimeout(resolve, 500))])
        },
      }
      const parts = [meanwhile, ...personalDataParts(journal.resources)]
      const deletion = { id: editor.user.id, confirmation: editor.user.email }
      await deleteAccount({ database, parts, isMailing: false }, asCaller(editor), deletion)
      await naming
      const { editor_id } = (await findCase(database.db, article.id))!
      const emails = await database.db
        .selectFrom('outbox')
        .select('recipient')
        .where('recipient', '=', editor.user.email)
        .execute()
      expect({ editor_id, emails }).toEqual({ editor_id: null, emails: [] })
    })

    test('is not the owner’s, who has reset its password since that of the caller was checked', async () => {
      const { database } = journal
      const stranger = await aSignedIn(journal)
      const { id, email } = stranger.user
      const transaction = database.transaction.bind(database)
      vi.spyOn(database, 'transaction').mockImplementationOnce(async (work) => {
        await database.db
          .updateTable('sessions')
          .set({ revoked_at: new Date().toISOString() })
          .where('user_id', '=', id)
          .execute()
        return transaction(work)
      })
      const body = { currentPassword: PASSWORD, confirmation: email }
      const refused = await journal.post('/own-data/delete-account', body, { as: stranger })
      expect(refused.status, refused.text).toBe(401)
      const users = database.db.selectFrom('users').select('deleted_at').where('id', '=', id)
      expect(await users.executeTakeFirst()).toEqual({ deleted_at: null })
    })
  })
})
