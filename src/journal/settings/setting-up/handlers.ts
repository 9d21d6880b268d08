import type { settingUp } from '../../../contract/api/setting-up.ts'
import type { Handlers } from '../../../platform/call.ts'
import { markStep, readSettingUp } from './setting-up.ts'

export const settingUpHandlers: Handlers<{ settingUp: typeof settingUp }>['settingUp'] = {
  read: ({ database, caller, publicUrl }) => readSettingUp(database.db, { userId: caller.userId, publicUrl }),

  mark: ({ database, caller, publicUrl }, { step, state }) =>
    database.transaction(async (tx) => {
      await markStep(tx, caller.userId, step, state)
      return readSettingUp(tx, { userId: caller.userId, publicUrl })
    }),
}
