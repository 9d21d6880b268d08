import type { backups } from '../../contract/api/backups.ts'
import type { Handlers } from '../call.ts'
import { backupState } from './queries.ts'
import type { BackupResources } from './resources.ts'

export const backupHandlers: Handlers<{ backups: typeof backups }, BackupResources>['backups'] = {
  state: async ({ database, backups }) => ({
    everyHours: backups?.everyHours ?? null,
    ...(await backupState(database.db)),
  }),
}
