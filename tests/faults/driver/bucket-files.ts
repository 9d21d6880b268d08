import { GetObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Server } from '../../support/s3-server.ts'
import type { StoredBytes } from './place.ts'

/** The bytes in a bucket, read beside the server and whatever is between it and the store. */
export function inBucket({ settings }: S3Server): StoredBytes {
  const { bucket, region, endpoint, accessKeyId, secretAccessKey } = settings
  const credentials = { accessKeyId, secretAccessKey }
  const client = new S3Client({ region, ...(endpoint && { endpoint }), forcePathStyle: true, credentials })
  const named = (id: string) => ({ Bucket: bucket, Key: `files/${id}` })
  const orMissing = <T>(asked: Promise<T>): Promise<T | undefined> =>
    asked.catch((error: { $metadata?: { httpStatusCode?: number } }) => {
      if (error.$metadata?.httpStatusCode === 404) return undefined
      throw error
    })
  return {
    size: async (id) => (await orMissing(client.send(new HeadObjectCommand(named(id)))))?.ContentLength,
    bytes: async (id) => (await orMissing(client.send(new GetObjectCommand(named(id)))))?.Body?.transformToByteArray(),
  }
}
