import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { S3Client } from '@aws-sdk/client-s3'
import { StorageUnavailable, type Bucket, type BucketSettings } from './bucket.ts'

/** In milliseconds: for a connection, and without a byte on it. Each is tried twice. */
export interface Patience {
  connectMs: number
  silentMs: number
}
/** Far longer than a store takes that works, shorter than people wait. */
const PATIENCE: Patience = { connectMs: 3_000, silentMs: 5_000 }

/** Larger objects are sent in parts, smaller ones at once: then the store checks their SHA-256. */
const AT_ONCE_BYTES = 16 * 1024 * 1024
const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_ONCE = 2

type Sdk = typeof import('@aws-sdk/client-s3')

/** The bucket that the settings name. Nothing is loaded or connected before it is used. */
export function openS3Bucket(settings: BucketSettings, patience = PATIENCE): Bucket {
  const { bucket, prefix } = settings
  let opened: Promise<{ sdk: Sdk; client: S3Client }> | undefined
  /** Runs one request; whatever fails there is `StorageUnavailable`, with the reason for the log. */
  const ask = async <T>(work: (client: S3Client, sdk: Sdk) => Promise<T>): Promise<T> => {
    try {
      const { client, sdk } = await (opened ??= connect(settings, patience))
      return await work(client, sdk)
    } catch (error) {
      throw new StorageUnavailable(reasonOf(error), { isRefusal: isRefusal(error), cause: error })
    }
  }
  const named = (key: string) => ({ Bucket: bucket, Key: prefix + key })

  return {
    put: (key, content, { bytes, sha256 }) =>
      ask(async (client, sdk) => {
        if (bytes <= AT_ONCE_BYTES) {
          const body = content instanceof Uint8Array ? content : await buffer(content)
          const checksum = sha256 && { ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64') }
          await client.send(new sdk.PutObjectCommand({ ...named(key), Body: body, ...checksum }))
          return
        }
        const { Upload } = await import('@aws-sdk/lib-storage')
        const params = { ...named(key), Body: content }
        await new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE }).done()
      }),

    head: (key) =>
      ask(async (client, sdk) => {
        const found = await client
          .send(new sdk.HeadObjectCommand({ ...named(key), ChecksumMode: 'ENABLED' }))
          .catch((error: unknown) => {
            if (statusOf(error) === 404) return null
            throw error
          })
        if (!found) return null
        const { ContentLength = 0, ETag = '', LastModified, ChecksumSHA256 } = found
        return {
          bytes: ContentLength,
          version: `${ETag} ${LastModified?.getTime() ?? ''}`,
          sha256: ChecksumSHA256 ? hexOf(ChecksumSHA256) : null,
        }
      }),

    get: (key, range) =>
      ask(async (client, sdk) => {
        const { Body } = await client.send(
          new sdk.GetObjectCommand({ ...named(key), ...(range && { Range: `bytes=${range.first}-${range.last}` }) }),
        )
        return Body as Readable
      }),

    async *list(under) {
      for (let after: string | undefined; ;) {
        const page = await ask((client, sdk) =>
          client.send(
            new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix + under, ContinuationToken: after }),
          ),
        )
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
          yield { key: Key.slice(prefix.length), bytes: Size, modifiedAt: LastModified }
        }
        if (!page.IsTruncated) return
        after = page.NextContinuationToken
      }
    },

    remove: (key) =>
      ask(async (client, sdk) => {
        await client.send(new sdk.DeleteObjectCommand(named(key)))
      }),

    check: () =>
      ask(async (client, sdk) => {
        await client.send(new sdk.HeadBucketCommand({ Bucket: bucket }))
      }),
  }
}

async function connect(
  { region, endpoint, accessKeyId, secretAccessKey }: BucketSettings,
  { connectMs, silentMs }: Patience,
) {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 2,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silentMs },
    // Many compatible stores know none of the newer checksums; those that matter here are sent by name.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { sdk, client }
}

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode

/** Hexadecimal; null for the checksum of an object's parts, which is none of its bytes. */
const hexOf = (base64: string): string | null =>
  base64.includes('-') ? null : Buffer.from(base64, 'base64').toString('hex')

const isRefusal = (error: unknown): boolean => [400, 401, 403, 404].includes(statusOf(error) ?? 0)

function reasonOf(error: unknown): string {
  const status = statusOf(error)
  if (status === 401 || status === 403) return 'The store for files refuses access'
  if (status === 404) return 'There is no such bucket in the store for files'
  if (status !== undefined) return `The store for files answers ${status}`
  return `The store for files cannot be reached (${(error as { code?: string }).code ?? (error as Error).name})`
}
