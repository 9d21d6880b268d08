import { buffer } from 'node:stream/consumers'
import { openS3Bucket } from '../../../src/platform/storage/s3-bucket.ts'
import type { S3Server } from '../../support/s3-server.ts'
import type { StoredBytes } from './place.ts'

/** The bytes in a bucket, read beside the server and whatever is between it and the store. */
export function inBucket({ settings }: S3Server, prefix = ''): StoredBytes {
  const bucket = openS3Bucket({ ...settings, prefix })
  const size = async (id: string) => (await bucket.head(`files/${id}`))?.bytes
  return {
    size,
    bytes: async (id) => ((await size(id)) === undefined ? undefined : buffer(await bucket.get(`files/${id}`))),
  }
}
