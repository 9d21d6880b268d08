import type { Readable } from 'node:stream'
import { FILE_MAX_BYTES, FILE_TOO_LARGE, FILE_TYPE_REFUSED, typeOfName } from '../../contract/file-rules.ts'
import { inNormalForm } from '../../contract/normal-form.ts'
import type { Caller } from '../call.ts'
import { newId, now } from '../ids.ts'
import { Refusal } from '../refusal.ts'
import type { Resources } from '../resources.ts'
import { inspectFile } from './inspect.ts'
import { refuseOverQuota } from './quota.ts'

/** A file as it arrives: the name the person gave it, and its bytes. */
export interface IncomingFile {
  name: string
  content: Readable
}

export const BROKEN_UPLOAD = 'The upload broke off or could not be read. Please try again.'

const LONGEST_NAME = 200

/**
 * Keeps a file for its uploader. What is acknowledged is durable: bytes first (synced), then the row.
 * A refused or broken upload leaves nothing behind.
 */
export async function receiveFile(
  { database, store }: Pick<Resources, 'database' | 'store'>,
  owner: Pick<Caller, 'userId' | 'role'>,
  incoming: IncomingFile,
): Promise<{ id: string; name: string; bytes: number; mediaType: string }> {
  const name = shownName(incoming.name)
  if (typeOfName(name) === undefined) {
    // Read to its end: a sender who is still sending would see a broken connection, not this answer.
    incoming.content.resume()
    throw new Refusal('type not allowed', FILE_TYPE_REFUSED, { errors: { file: FILE_TYPE_REFUSED } })
  }
  await refuseOverQuota(database.db, owner)
  const content = await collect(incoming.content)
  const mediaType = await inspectFile(name, content)
  const id = newId()
  const { bytes, sha256 } = await store.keep(id, content)
  try {
    await database.transaction((tx) =>
      tx
        .insertInto('files')
        .values({ id, name, media_type: mediaType, bytes, sha256, owner_id: owner.userId, created_at: now() })
        .execute(),
    )
  } catch (error) {
    await store.remove(id)
    throw error
  }
  return { id, name, bytes, mediaType }
}

/** Reads at most the permitted size; the first byte too many ends the reading. */
async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of stream) {
      size += (chunk as Buffer).length
      if (size > FILE_MAX_BYTES) break
      chunks.push(chunk as Buffer)
    }
  } catch {
    throw new Refusal('invalid', BROKEN_UPLOAD)
  }
  if (size > FILE_MAX_BYTES) throw new Refusal('too large', FILE_TOO_LARGE, { errors: { file: FILE_TOO_LARGE } })
  return Buffer.concat(chunks)
}

/** The last part of a name, without control and direction characters; never used as a path. */
function shownName(name: string): string {
  // Cut from the front, so that the extension stays, and before anything else is done with it.
  const last =
    inNormalForm(name.slice(-4 * LONGEST_NAME), 'NFC')
      .toWellFormed()
      .split(/[/\\]/)
      .pop() ?? ''
  const clean = last.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').trim()
  if (clean.length <= LONGEST_NAME) return clean
  const dot = clean.lastIndexOf('.')
  return clean.slice(0, LONGEST_NAME - (clean.length - dot)) + clean.slice(dot)
}
