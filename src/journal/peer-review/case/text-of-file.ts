import { buffer } from 'node:stream/consumers'
import type { ManuscriptText } from '../../../contract/api/manuscript-text.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { FileRow } from '../../../platform/database/tables.ts'
import { openIntact } from '../../publication/files/intact.ts'
import type { CaseResources } from './resources.ts'

/** Reading a manuscript starts a process; editors and reviewers turn to the same few again and again. */
const REMEMBERED = 12
const texts = new WeakMap<object, Map<string, Promise<ManuscriptText>>>()

/** The text of a file; whether the caller may read it has been checked. */
export async function textOfFile(resources: CaseResources, file: FileRow): Promise<ManuscriptText> {
  const known = texts.get(resources.documents) ?? new Map<string, Promise<ManuscriptText>>()
  texts.set(resources.documents, known)
  const before = known.get(file.id)
  if (before) return before
  const reading = read(resources, file)
  known.set(file.id, reading)
  if (known.size > REMEMBERED) known.delete(known.keys().next().value!)
  // A failure may pass: it is tried again.
  const forget = () => known.get(file.id) === reading && known.delete(file.id)
  reading.then((text) => 'unavailable' in text && forget(), forget)
  return reading
}

async function read(resources: CaseResources, file: FileRow): Promise<ManuscriptText> {
  const stored = await openIntact(resources, file)
  return resources.documents.manuscriptText({ mediaType: file.media_type, content: await buffer(stored.read()) })
}

export const fileToRead = (db: Db, id: string): Promise<FileRow> =>
  db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
