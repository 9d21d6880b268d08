import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  FILE_MAX_BYTES,
  FILE_TOO_LARGE,
  FILE_TYPE_REFUSED,
  type FileFinding,
  typeOfName,
} from '../../../contract/rules/files/file-rules.ts'
import { databaseFailure } from '../../../platform/database/failures.ts'
import { newId, now } from '../../../platform/ids.ts'
import { NO_ROOM, DomainError } from '../../../platform/errors.ts'
import { BROKEN_UPLOAD, type IncomingUpload } from '../../../platform/incoming-upload.ts'
import { inFolder } from '../../../platform/storage/in-folder.ts'
import type { StagedFile } from '../../../platform/storage/store.ts'
import { inspectFile } from './inspect.ts'
import { shownName } from './names.ts'
import { hasRoom } from './room.ts'
import type { Room, Sender } from './reservations.ts'
import type { FileResources } from './resources.ts'
import type { Begun } from './uploads-under-way.ts'

export interface ReceivedFile {
  id: string
  name: string
  bytes: number
  mediaType: string
  /** Null for files other than PDFs. */
  findings: FileFinding[] | null
}

export const NO_FILE = 'Please choose a file'

/**
 * Receives an upload. Disk space is reserved before the first byte is read, and the bytes are streamed to the
 * disk. An acknowledged upload is durable: bytes first (synced), then the row. A refused or interrupted
 * upload leaves nothing behind.
 */
export async function receiveFile(
  resources: FileResources,
  sender: Sender,
  incoming: IncomingUpload,
): Promise<ReceivedFile> {
  const { uploads, log } = resources
  const bytes = Math.min(incoming.declaredBytes ?? FILE_MAX_BYTES, FILE_MAX_BYTES)
  const begun = uploads.underWay.begin(sender.counted, bytes)
  try {
    if (!(await hasRoom(resources))) {
      log.error({ reserve: uploads.spareBytes }, 'an upload was refused: the disk is nearly full')
      throw new DomainError('insufficient_storage', NO_ROOM)
    }
    const room = await sender.reserve(bytes)
    try {
      return await receive(resources, sender, incoming, { begun, room })
    } catch (error) {
      // If even this fails, the reservation expires by itself.
      await room
        .giveBack()
        .catch((failure: unknown) =>
          log.warn({ err: failure }, 'the room reserved for an upload could not be given back'),
        )
      throw error
    }
  } finally {
    begun.end()
  }
}

async function receive(
  resources: FileResources,
  sender: Sender,
  incoming: IncomingUpload,
  { begun, room }: { begun: Begun; room: Room },
): Promise<ReceivedFile> {
  const { database, store, log } = resources
  const file = await incoming.open()
  if (!file) throw new DomainError('invalid', NO_FILE, { errors: { file: NO_FILE } })
  const name = shownName(file.name)
  if (typeOfName(name, sender) === undefined) {
    // Read to the end: a client that is still sending would see a broken connection instead of this response.
    file.content.resume()
    throw new DomainError('unsupported_type', FILE_TYPE_REFUSED, { errors: { file: FILE_TYPE_REFUSED } })
  }
  const id = newId()
  const staged = await store.stage(id, permitted(file.content, begun))
  let mayBeCommitted = false
  try {
    const { mediaType, findings } = await examine(resources, sender, name, staged)
    const { bytes, sha256 } = staged
    await staged.keep()
    await database.transaction(async (tx) => {
      await tx
        .insertInto('files')
        .values({
          id,
          name,
          media_type: mediaType,
          bytes,
          sha256,
          owner_id: sender.ownerId,
          created_at: now(),
          findings: findings && findings.join(','),
        })
        .execute()
      await room.take(tx, id)
      mayBeCommitted = true
    })
    return { id, name, bytes, mediaType, findings }
  } catch (error) {
    // A commit may have succeeded, or may still do so, although its answer was lost: bytes without a row waste space, but a
    // row without its bytes is data loss.
    if (mayBeCommitted && databaseFailure(error) === 'away') throw error
    // The original error is thrown, even if the cleanup fails.
    await staged
      .discard()
      .catch((failure: unknown) => log.warn({ err: failure }, 'a refused upload could not be removed'))
    throw error
  }
}

/** The incoming bytes up to the permitted size; stops at the first byte too many. */
async function* permitted(content: Readable, begun: Begun): AsyncGenerator<Uint8Array> {
  let size = 0
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > FILE_MAX_BYTES)
        throw new DomainError('too_large', FILE_TOO_LARGE, { errors: { file: FILE_TOO_LARGE } })
      yield chunk
      begun.arrived(chunk.length)
    }
  } catch (error) {
    throw error instanceof DomainError ? error : new DomainError('invalid', BROKEN_UPLOAD)
  }
}

/** Refuses files of the wrong type or with malware; returns what a PDF may do besides showing pages. */
async function examine(
  { uploads: { looking, scanner, pdfCheck }, log }: FileResources,
  sender: Sender,
  name: string,
  staged: StagedFile,
): Promise<{ mediaType: string; findings: FileFinding[] | null }> {
  const mediaType = await looking.run(async () => inspectFile(name, await inFolder(readFile(staged.path)), sender))
  await scanner?.scan(staged.path, log)
  return { mediaType, findings: mediaType === 'application/pdf' ? await pdfCheck.findingsIn(staged.path) : null }
}
