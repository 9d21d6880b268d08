import { buffer, text } from 'node:stream/consumers'
import type { Element } from '@xmldom/xmldom'
import { element } from '../xml.ts'
import { StorageUnavailable, type Bucket, type BucketSettings } from './store.ts'
import { S3Refusal, s3Sender, type Patience, type SendToS3 } from './s3-request.ts'

/** Far longer than a store takes that works, shorter than people wait. */
const PATIENCE: Patience = { connectMs: 3_000, silentMs: 5_000 }

/** Larger objects are sent in parts, smaller ones at once: then the store checks their SHA-256. */
const AT_ONCE_BYTES = 16 * 1024 * 1024
const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_ONCE = 2
/** The most that a store takes. */
const MAX_PARTS = 10_000

/** The bucket that the settings name. Nothing is connected before it is used. */
export function openS3Bucket(settings: BucketSettings, patience = PATIENCE): Bucket {
  const { prefix } = settings
  const send = s3Sender(settings, patience)

  return {
    async put(key, content, { bytes, sha256 }) {
      if (bytes > AT_ONCE_BYTES) {
        const parts = partsOf(content instanceof Uint8Array ? [content] : content, bytes)
        return putInParts(send, prefix + key, parts)
      }
      const body = content instanceof Uint8Array ? content : await buffer(content)
      const headers = sha256 && { 'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64') }
      await done(send({ method: 'PUT', key: prefix + key, body, ...(headers && { headers }) }))
    },

    async head(key) {
      const headers = { 'x-amz-checksum-mode': 'ENABLED' }
      const found = await orNull(send({ method: 'HEAD', key: prefix + key, headers }))
      if (!found) return null
      found.resume()
      const checksum = String(found.headers['x-amz-checksum-sha256'] ?? '')
      return {
        bytes: Number(found.headers['content-length'] ?? 0),
        version: `${found.headers.etag ?? ''} ${new Date(found.headers['last-modified'] ?? 0).getTime()}`,
        // The checksum of an object's parts is none of its bytes.
        sha256: checksum && !checksum.includes('-') ? Buffer.from(checksum, 'base64').toString('hex') : null,
      }
    },

    get: (key, range) =>
      send({
        method: 'GET',
        key: prefix + key,
        ...(range && { headers: { range: `bytes=${range.first}-${range.last}` } }),
      }),

    async *list(under) {
      for (let after = ''; ;) {
        const query = { 'list-type': '2', prefix: prefix + under, ...(after && { 'continuation-token': after }) }
        const page = await rootOf(send({ method: 'GET', query }))
        for (const object of page.getElementsByTagName('Contents')) {
          yield {
            key: textOf(object, 'Key').slice(prefix.length),
            bytes: Number(textOf(object, 'Size')),
            modifiedAt: new Date(textOf(object, 'LastModified')),
          }
        }
        if (textOf(page, 'IsTruncated') !== 'true') return
        after = textOf(page, 'NextContinuationToken')
      }
    },

    remove: (key) => done(send({ method: 'DELETE', key: prefix + key })),
    check: () => done(send({ method: 'HEAD' })),
  }
}

/** An object of many parts. If one fails, the others are removed. */
async function putInParts(send: SendToS3, key: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
  const begun = await rootOf(send({ method: 'POST', key, query: { uploads: '' } }))
  const uploadId = textOf(begun, 'UploadId')
  const tags: Promise<string>[] = []
  try {
    for await (const body of parts) {
      if (tags.length >= PARTS_AT_ONCE) await tags[tags.length - PARTS_AT_ONCE]
      const query = { partNumber: String(tags.length + 1), uploadId }
      const tag = send({ method: 'PUT', key, query, body }).then((answer) => {
        answer.resume()
        return answer.headers.etag ?? ''
      })
      // Its failure is noticed below, perhaps only after the next part was read.
      tag.catch(() => {})
      tags.push(tag)
    }
    const listed = (await Promise.all(tags)).map((tag, at) =>
      element('Part', {}, element('PartNumber', {}, String(at + 1)), element('ETag', {}, tag)),
    )
    const body = Buffer.from(element('CompleteMultipartUpload', {}, listed).source)
    const completed = await rootOf(send({ method: 'POST', key, query: { uploadId }, body }))
    // The status was sent before the parts were put together.
    if (completed.tagName === 'Error') {
      const cause = new S3Refusal(500, textOf(completed, 'Code'))
      throw new StorageUnavailable('The store for files cannot put the parts together', { isRefusal: false, cause })
    }
  } catch (error) {
    await Promise.allSettled(tags)
    await done(send({ method: 'DELETE', key, query: { uploadId } })).catch(() => {})
    throw error
  }
}

/** Pieces of one size, the last one smaller. */
async function* partsOf(content: AsyncIterable<Uint8Array> | Uint8Array[], bytes: number): AsyncGenerator<Uint8Array> {
  const size = Math.max(PART_BYTES, Math.ceil(bytes / MAX_PARTS))
  let [waiting, length]: [Uint8Array[], number] = [[], 0]
  for await (let piece of content) {
    while (length + piece.length >= size) {
      yield Buffer.concat([...waiting, piece.subarray(0, size - length)])
      piece = piece.subarray(size - length)
      ;[waiting, length] = [[], 0]
    }
    waiting.push(piece)
    length += piece.length
  }
  if (length) yield Buffer.concat(waiting)
}

const done = async (sent: ReturnType<SendToS3>): Promise<void> => void (await sent).resume()

const orNull = <T>(sent: Promise<T>): Promise<T | null> =>
  sent.catch((error: unknown) => {
    if (error instanceof StorageUnavailable && error.cause instanceof S3Refusal && error.cause.status === 404)
      return null
    throw error
  })

/** The document that the store answers with. */
async function rootOf(sent: ReturnType<SendToS3>): Promise<Element> {
  const answer = await sent
  const { DOMParser } = await import('@xmldom/xmldom')
  try {
    return new DOMParser({ onError: () => {} }).parseFromString(await text(answer), 'text/xml').documentElement!
  } catch (cause) {
    throw new StorageUnavailable('The answer of the store for files cannot be read', { isRefusal: false, cause })
  }
}

const textOf = (parent: Element, name: string): string => parent.getElementsByTagName(name)[0]?.textContent ?? ''
