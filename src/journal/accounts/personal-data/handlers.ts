import { ACCOUNT_DELETED, type ownData } from '../../../contract/api/own-data.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import { refuseWhileRecused } from '../../peer-review/reviewers/hidden.ts'
import type { Handlers } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { notFound } from '../../../platform/errors.ts'
import { personOf, type OwnDataPart } from '../../../platform/personal-data-part.ts'
import { requireLiveSession } from '../sessions/queries.ts'
import { requireCurrentPassword } from '../users/password-check.ts'
import { findUser } from '../users/queries.ts'
import { deleteAccount } from './delete-account.ts'
import { downloadUrl } from './mount-download.ts'
import type { OwnDataResources } from './resources.ts'
import { summaryOf } from './summary.ts'

/** The handlers of one's own data; `partsOf` are those of all modules. */
export const ownDataHandlers = (
  partsOf: (resources: OwnDataResources) => readonly OwnDataPart[],
): Handlers<{ ownData: typeof ownData }, OwnDataResources>['ownData'] => {
  const summary = async ({ database }: OwnDataResources, id: string, own: boolean) => {
    const account = await findUser(database.db, id)
    if (!account) throw notFound('User')
    return summaryOf(database.db, personOf(account), own)
  }
  const deleting = (context: OwnDataResources) => ({
    database: context.database,
    parts: partsOf(context),
    isMailing: context.mailer !== null,
  })
  return {
    summary: (context) => summary(context, context.caller.userId, true),

    download: async (context, { currentPassword }) => {
      await requireCurrentPassword(context, currentPassword)
      const { database, caller } = context
      await database.transaction((tx) =>
        writeAuditEntry(tx, {
          actorId: caller.userId,
          action: 'user.download-own-data',
          subject: caller.userId,
        }),
      )
      return { url: await downloadUrl(context, caller) }
    },

    deleteAccount: async (context, { currentPassword, confirmation }) => {
      await requireCurrentPassword(context, currentPassword)
      const { caller } = context
      const stillMay = (tx: Tx) => requireLiveSession(tx, caller)
      await deleteAccount({ ...deleting(context), stillMay }, caller, { id: caller.userId, confirmation })
      return { message: ACCOUNT_DELETED }
    },

    summaryOf: async (context, { id }) => {
      const isOwn = context.caller.userId === id
      // It would show who edits what.
      if (!isOwn) await refuseWhileRecused(context.database.db, context.caller)
      return summary(context, id, isOwn)
    },

    deleteAccountOf: async (context, { currentPassword, ...deletion }) => {
      await requireCurrentPassword(context, currentPassword)
      const stillMay = (tx: Tx) => requireLiveSession(tx, context.caller)
      await deleteAccount({ ...deleting(context), stillMay }, context.caller, deletion)
      return { message: ACCOUNT_DELETED }
    },
  }
}
