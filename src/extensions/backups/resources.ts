import type { Where } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Bucket, BucketSettings } from '../../platform/storage/store.ts'

/** How the server makes backups automatically. */
export interface BackupSettings {
  everyHours: number
  /** Where backups are made, tested and kept. */
  folder: string
  /** Where they are put after that; null: they stay in the folder. */
  bucket: Bucket | null
  /** For the process that makes them. */
  source: BackupSource
}

/** Where the journal is, as plain data. */
export interface BackupSource {
  where: Where
  dataDir: string
  s3: BucketSettings | null
  programFolder: string
  /** The first one encrypts backups; none: they are not encrypted. */
  keys?: readonly string[]
}

export interface BackupResources extends Platform {
  /** Null if backups are switched off. */
  readonly backups: BackupSettings | null
}
