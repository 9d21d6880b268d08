import { join } from 'node:path'
import type { Comparison, ManuscriptText } from '../../../contract/api/manuscript-text.ts'
import type { Caller } from '../../../platform/call.ts'
import { requireEditor } from '../cases/relation.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { FileRow } from '../../../platform/database/tables.ts'
import { notFound } from '../../../platform/errors.ts'
import type { WorkerTask } from '../../../platform/workers/workers.ts'
import type { FoldedComparison } from '../../documents/compare-texts.ts'
import type { CaseResources } from '../resources.ts'
import { buffer } from 'node:stream/consumers'
import { openIntact } from '../../publication/files/intact.ts'

const NOT_COMPARED = 'The two texts could not be compared. Please open the files instead.'

interface Asked {
  id: string
  /** Any version if it is not named. */
  versionId?: string
  fileId: string
}

/** The text of one file of a case's manuscript, for its editors. */
export async function manuscriptText(
  resources: CaseResources,
  caller: Caller,
  { id, versionId, fileId }: Asked,
): Promise<ManuscriptText> {
  const { db } = resources.database
  await requireEditor(db, caller, id)
  const file = await manuscriptFile(db, { id, fileId, ...(versionId === undefined ? {} : { versionId }) })
  return textOfFile(resources, file)
}

async function manuscriptFile(db: Db, { id, versionId, fileId }: Asked): Promise<FileRow> {
  let query = db
    .selectFrom('files')
    .innerJoin('article_files', 'article_files.file_id', 'files.id')
    .selectAll('files')
    .where('files.id', '=', fileId)
    .where('article_files.article_id', '=', id)
    .where('article_files.kind', '=', 'manuscript')
  if (versionId !== undefined) query = query.where('article_files.version_id', '=', versionId)
  const file = await query.executeTakeFirst()
  if (!file) throw notFound('File')
  return file
}

const COMPARE: WorkerTask = { module: join(import.meta.dirname, 'compare-task.ts'), timeoutMs: 15_000 }

/** What a file of the manuscript changes in an earlier one. Long texts take a second: others need not wait for it. */
export async function compareManuscripts(
  resources: CaseResources,
  caller: Caller,
  { id, before, after }: { id: string; before: string; after: string },
): Promise<Comparison> {
  const both = [
    await manuscriptText(resources, caller, { id, fileId: before }),
    await manuscriptText(resources, caller, { id, fileId: after }),
  ]
  const paragraphs: string[][] = []
  for (const text of both) {
    if ('unavailable' in text) return text
    paragraphs.push(text.paragraphs.map((paragraph) => paragraph.text))
  }
  const answer = await resources.workers.ask(COMPARE, { content: Buffer.from(JSON.stringify(paragraphs)) })
  if (!Array.isArray(answer)) return { unavailable: NOT_COMPARED }
  return {
    paragraphs: (answer as FoldedComparison).map((one) => ('folded' in one ? { unchanged: one.folded.length } : one)),
  }
}

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
