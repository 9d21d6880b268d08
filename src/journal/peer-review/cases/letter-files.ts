import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import {
  COPY_TO_BE_LOOKED_AT,
  LETTER_FILE_OUTDATED,
  LETTER_FILE_TYPE,
  LETTER_FILES_CHANGED,
  LETTER_FILES_MAX,
  type LetterFile,
  TOO_MANY_LETTER_FILES,
} from '../../../contract/api/decisions.ts'
import { fileUrl, LETTER_FILE_TYPES } from '../../../contract/rules/files/file-rules.ts'
import { decisionsAt, stageSentence } from '../../../contract/rules/peer-review/case-moves.ts'
import { PersonSearch } from '../../../contract/rules/people/person-search.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { DecisionRow } from '../../../platform/database/review-tables.ts'
import type { FileRow } from '../../../platform/database/tables.ts'
import { DomainError, invalid } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { isTaken } from '../../publication/files/claims.ts'
import { deleteFiles } from '../../publication/files/image-variants.ts'
import { openIntact } from '../../publication/files/intact.ts'
import { ownUploads } from '../../publication/files/own-uploads.ts'
import { insertFile, withStored } from '../../publication/files/stored-files.ts'
import type { ReportResources } from '../resources.ts'
import { peopleToWithhold, soughtIn, type WithheldPerson } from './people-to-withhold.ts'
import { REPLACEMENT_TAKEN } from '../../../contract/rules/peer-review/report-files.ts'
import { lockCaseForEditor } from './relation.ts'

interface OfLetter {
  userId: string
  articleId: string
}

/** What an editor has attached to a letter that is not sent: kept here, so that no device and no failed call loses it. */
export async function filesOfDraft(db: Db, of: OfLetter): Promise<LetterFile[]> {
  const rows = await loadDraft(db, of)
  return rows.map(({ file_id: id, name, bytes, look }) => ({ id, name, bytes, look, url: fileUrl({ id, name }) }))
}

const loadDraft = (db: Db, { userId, articleId }: OfLetter) =>
  db
    .selectFrom('letter_files')
    .innerJoin('files', 'files.id', 'letter_files.file_id')
    .selectAll('letter_files')
    .select(['files.name', 'files.bytes'])
    .where('article_id', '=', articleId)
    .where('attached_by', '=', userId)
    .where('decision_id', 'is', null)
    .orderBy('letter_files.created_at')
    .orderBy('file_id')
    .execute()

/**
 * Attaches an upload of an editor to the letter of the next decision. It may be a reviewer's, or a manuscript with their notes:
 * nothing is kept but a copy that is cleaned and searched as reviewers' files are.
 */
export async function attachLetterFile(
  resources: ReportResources,
  caller: Caller,
  { id: articleId, fileUrl: url }: { id: string; fileUrl: string },
): Promise<LetterFile> {
  const { database, documents, store } = resources
  const of = { userId: caller.userId, articleId }
  const upload = await database.transaction((tx) => lockUpload(tx, caller, articleId, url))
  const people = await peopleToWithhold(database.db, { articleId })
  const content = await buffer((await openIntact(resources, upload)).read())
  const cleaned = await documents.redact({ mediaType: upload.media_type, content }, ...soughtIn(people))
  const look = 'withheld' in cleaned ? cleaned.withheld : null
  const copy = 'withheld' in cleaned ? cleaned.mayRelease : cleaned.redacted
  if (!copy) throw invalid('fileUrl', look!)
  const toStore = { name: nameForAuthors(upload.name, people), content: copy, mediaType: upload.media_type }
  const attached = await withStored(resources, [toStore], ([file]) =>
    database.transaction(async (tx) => {
      await lockUpload(tx, caller, articleId, url)
      await insertFile(tx, file!)
      await tx
        .insertInto('letter_files')
        .values({
          ...{ file_id: file!.id, article_id: articleId, decision_id: null, attached_by: caller.userId },
          ...{ look, looked_at: null, searched_for: fingerprintOf(people), created_at: now() },
        })
        .execute()
      const gone = await deleteFiles(tx, [upload.id])
      return { gone, file: (await filesOfDraft(tx, of)).find(({ id }) => id === file!.id)! }
    }),
  )
  for (const bytes of attached!.gone) await store.remove(bytes)
  return attached!.file
}

/** An upload for which there is room, under the lock of its case. */
async function lockUpload(tx: Tx, caller: Caller, articleId: string, url: string): Promise<FileRow> {
  const { theCase } = await lockCaseForEditor(tx, caller, articleId)
  if (!decisionsAt(theCase.stage).length) throw new DomainError('conflict', stageSentence(theCase.stage))
  if ((await loadDraft(tx, { userId: caller.userId, articleId })).length >= LETTER_FILES_MAX)
    throw new DomainError('conflict', TOO_MANY_LETTER_FILES)
  const [upload] = await ownUploads(tx, caller.userId, 'fileUrl', [url])
  const types: string[] = Object.values(LETTER_FILE_TYPES)
  if (!types.includes(upload!.media_type)) throw invalid('fileUrl', LETTER_FILE_TYPE)
  if (await isTaken(tx, upload!)) throw invalid('fileUrl', REPLACEMENT_TAKEN)
  return upload!
}

/** The editor's own name for a file, unless it may name a reviewer. */
function nameForAuthors(name: string, people: readonly WithheldPerson[]): string {
  const words = name.replaceAll(/[._-]+/g, ' ')
  const isNamed = people.some((person) => new PersonSearch(person).mentions(words).length > 0)
  return isNamed ? `File from the editor${extname(name)}` : name
}

const fingerprintOf = (people: readonly WithheldPerson[]): string =>
  createHash('sha256')
    .update(JSON.stringify(soughtIn(people)))
    .digest('hex')

/** Removes a file from a letter that is not sent. Removing it twice is no error. */
export async function removeLetterFile(
  { database, store }: ReportResources,
  caller: Caller,
  { id: articleId, fileId }: { id: string; fileId: string },
): Promise<LetterFile[]> {
  const gone = await database.transaction(async (tx) => {
    await lockCaseForEditor(tx, caller, articleId)
    const row = await tx
      .deleteFrom('letter_files')
      .where('file_id', '=', fileId)
      .where('article_id', '=', articleId)
      .where('attached_by', '=', caller.userId)
      .where('decision_id', 'is', null)
      .returning('file_id')
      .executeTakeFirst()
    return row ? deleteFiles(tx, [row.file_id]) : []
  })
  for (const bytes of gone) await store.remove(bytes)
  return filesOfDraft(database.db, { userId: caller.userId, articleId })
}

/** What an editor says of a file when the letter is sent. */
export interface FileToSend {
  id: string
  looked: boolean
}

/** Sends the files of a draft with its decision: all of them, so that none goes or stays unnoticed. */
export async function sendLetterFiles(
  tx: Tx,
  { id, article_id: articleId, decided_by: userId, decided_at }: DecisionRow,
  files: readonly FileToSend[],
): Promise<void> {
  const draft = await loadDraft(tx, { userId, articleId })
  const isSame = draft.length === files.length && draft.every((row) => files.some((file) => file.id === row.file_id))
  if (!isSame) throw new DomainError('conflict', LETTER_FILES_CHANGED)
  if (!draft.length) return
  const people = fingerprintOf(await peopleToWithhold(tx, { articleId }))
  for (const [at, file] of files.entries()) {
    const row = draft.find(({ file_id }) => file_id === file.id)!
    if (row.look !== null && !file.looked) throw invalid(`files.${at}.looked`, COPY_TO_BE_LOOKED_AT)
    if (row.searched_for !== people) throw invalid('files', LETTER_FILE_OUTDATED(row.name))
    await tx
      .updateTable('letter_files')
      .set({ decision_id: id, looked_at: row.look === null ? null : decided_at })
      .where('file_id', '=', file.id)
      .execute()
  }
}

/** After Undo they are in the draft again. */
export const returnLetterFiles = (tx: Tx, decisionId: string): Promise<unknown> =>
  tx.updateTable('letter_files').set({ decision_id: null }).where('decision_id', '=', decisionId).execute()

/** True if exactly these files went with a decision. */
export async function isSentWith(db: Db, decisionId: string, files: readonly FileToSend[]): Promise<boolean> {
  const sent = (await filesOfLetters(db, [decisionId])).get(decisionId) ?? []
  return sent.length === files.length && sent.every(({ id }) => files.some((file) => file.id === id))
}

/** The files that went with the letters of decisions. */
export async function filesOfLetters(
  db: Db,
  decisionIds: readonly string[],
): Promise<Map<string, Pick<FileRow, 'id' | 'name' | 'bytes' | 'media_type'>[]>> {
  if (!decisionIds.length) return new Map()
  const rows = await db
    .selectFrom('letter_files')
    .innerJoin('files', 'files.id', 'letter_files.file_id')
    .select(['decision_id', 'files.id', 'files.name', 'files.bytes', 'files.media_type'])
    .where('decision_id', 'in', decisionIds)
    .orderBy('letter_files.created_at')
    .orderBy('file_id')
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ decision_id }) => decision_id!)].map(([id, some]) => [
      id,
      some.map(({ decision_id: _, ...file }) => file),
    ]),
  )
}
