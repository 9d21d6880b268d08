import { openS3Bucket } from '../../platform/storage/s3-bucket.ts'
import type { Extension } from '../extension.ts'
import { backupWork } from './make-due-backup.ts'
import { loadBackupHealth } from './queries.ts'
import type { BackupResources } from './resources.ts'
import { refuseUnfinishedRestore } from './unfinished-restore.ts'

export const backups: Extension<Pick<BackupResources, 'backups'>, BackupResources> = {
  beforeOpening: refuseUnfinishedRestore,
  open: ({ backups: wanted, backupKeys: keys, where, dataDir, s3, programFolder }) => ({
    backups: wanted && {
      ...wanted,
      bucket: wanted.bucket && openS3Bucket(wanted.bucket),
      source: { where, dataDir, s3, programFolder, keys },
    },
  }),
  background: backupWork,
  healthFacts: {
    backups: async ({ database, backups: settings }) => ({
      everyHours: settings?.everyHours ?? 'off',
      ...(await loadBackupHealth(database.db)),
    }),
  },
}
