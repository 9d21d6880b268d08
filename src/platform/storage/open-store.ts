import { join } from 'node:path'
import type { BucketSettings } from './bucket.ts'
import { bucketStore } from './bucket-store.ts'
import { diskStore } from './disk.ts'
import { openS3Bucket } from './s3-bucket.ts'
import type { FileStore } from './store.ts'

/** The storage that the settings name. The bucket's first use waits until then. */
export function openStore({ dataDir, s3 }: { dataDir: string; s3: BucketSettings | null }): FileStore {
  const folder = join(dataDir, 'files')
  return s3 ? bucketStore(openS3Bucket(s3), folder) : diskStore(folder)
}
