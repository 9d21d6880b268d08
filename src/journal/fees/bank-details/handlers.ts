import type { bankDetails } from '../../../contract/api/bank-details.ts'
import type { Handlers } from '../../../platform/call.ts'
import { requireCurrentPassword } from '../../accounts/users/password-check.ts'
import { confirmBankDetails, proposeBankDetails, withdrawBankDetails } from './commands.ts'
import type { UserResources } from '../../accounts/users/resources.ts'
import { requirePrintable } from '../printable.ts'
import { readBankDetails } from './rows.ts'

export const bankDetailsHandlers: Handlers<{ bankDetails: typeof bankDetails }, UserResources>['bankDetails'] = {
  read: ({ database, caller }) => readBankDetails(database.db, caller.userId),

  propose: async (context, { currentPassword, ...form }) => {
    const { database, caller } = context
    await requireCurrentPassword(context, currentPassword)
    await requirePrintable(form, ['words'])
    return database.transaction(async (tx) => {
      await proposeBankDetails(database, tx, caller, form)
      return readBankDetails(tx, caller.userId)
    })
  },

  confirm: async (context, { id, currentPassword }) => {
    const { database, caller } = context
    await requireCurrentPassword(context, currentPassword)
    return database.transaction(async (tx) => {
      await confirmBankDetails(database, tx, caller, id)
      return readBankDetails(tx, caller.userId)
    })
  },

  withdraw: ({ database, caller }, { id }) =>
    database.transaction(async (tx) => {
      await withdrawBankDetails(database, tx, caller, id)
      return readBankDetails(tx, caller.userId)
    }),
}
