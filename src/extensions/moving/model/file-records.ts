import { extensionOf } from '../../../contract/rules/files/file-rules.ts'
import { ASSOC, fileStage, type FileStage } from './codes.ts'
import type { Context } from './context.ts'
import { dayIn, momentIn } from './dates.ts'
import { computedPath, pathWithin } from './file-paths.ts'
import type { PrivateFile, SourceFile } from './objects.ts'
import type { Ledger } from './reckoning.ts'
import { filledIn, firstWhere, idIn, inOrder, valueOf, type Row } from './rows.ts'
import { Settings } from './settings.ts'

/** A file of a submission with its revisions, wherever a version keeps them. */
export interface FileRecord {
  id: string
  genreId: string | null
  stage: FileStage
  current: SourceFile
  /** The oldest first. */
  older: SourceFile[]
  sentAt: string | null
  sentBy: string | null
  of: PrivateFile['of']
  /** The file of which it is a picture or a style. */
  dependsOn: string | null
}

/** The files of one submission, in the order in which they were sent. */
export const fileRecords = (submissionId: string, context: Context, ledger: Ledger): FileRecord[] => {
  const rows = ledger.take('submission_files', context.source.where('submission_files', 'submission_id', submissionId))
  return context.family.hasFilesTable
    ? inOrder(rows, 'submission_file_id', 'submission_file_id').map((row) => recordOf(row, context, ledger))
    : [...Map.groupBy(inOrder(rows, 'file_id', 'file_id'), (row) => idIn(row, 'file_id') ?? '').values()].map((own) =>
        recordOfRevisions(inOrder(own, 'revision', 'revision'), context, ledger),
      )
}

/** What a row tells in every version. */
function told(row: Row, id: string): Omit<FileRecord, 'current' | 'older' | 'sentAt'> {
  const stage = fileStage(valueOf(row, 'file_stage'))
  const type = valueOf(row, 'assoc_type')
  const owner = idIn(row, 'assoc_id')
  const kind = type === ASSOC.review ? 'review' : type === ASSOC.note ? 'note' : 'other'
  return {
    ...{ id, stage, genreId: idIn(row, 'genre_id'), sentBy: idIn(row, 'uploader_user_id') },
    of: owner === null ? null : { kind, id: owner },
    dependsOn: stage === 'dependent' && type === ASSOC.file ? owner : null,
  }
}

/** From 3.3 on: the row names its current file, and others tell the revisions; paths are in the table of files. */
function recordOf(row: Row, context: Context, ledger: Ledger): FileRecord {
  const id = idIn(row, 'submission_file_id') ?? ''
  const name = nameOf('submission_file_id', id, context, ledger) ?? ''
  const fileId = idIn(row, 'file_id')
  const revisions = ledger.take(
    'submission_file_revisions',
    context.source.where('submission_file_revisions', 'submission_file_id', id),
  )
  const ids = inOrder(revisions, 'revision_id', 'revision_id').map((revision) => idIn(revision, 'file_id'))
  return {
    ...told(row, id),
    current: fileOf(row, fileId, name, context, ledger),
    older: ids.filter((one) => one !== fileId).map((one) => fileOf(row, one, name, context, ledger)),
    sentAt: momentIn(valueOf(row, 'created_at')),
  }
}

function fileOf(row: Row, id: string | null, name: string, { source }: Context, ledger: Ledger): SourceFile {
  const file = firstWhere(source, 'files', 'file_id', id)
  if (!file) {
    ledger.note('file without row', 'submission_files', row)
    return { id: id ?? '', folder: 'files', path: null, name, type: null }
  }
  ledger.takeShared('files', [file])
  const path = pathWithin(valueOf(file, 'path') ?? '')
  if (path === undefined) ledger.note('path refused', 'files', file, valueOf(file, 'path') ?? '')
  return { id: id ?? '', folder: 'files', path: path ?? null, name, type: filledIn(file, 'mimetype') }
}

/** Until 3.2 each revision is a row, the highest counts, and the path follows from the row. */
function recordOfRevisions(rows: readonly Row[], context: Context, ledger: Ledger): FileRecord {
  const row = rows.at(-1)!
  const id = idIn(row, 'file_id') ?? ''
  const name = nameOf('file_id', id, context, ledger)
  const files = rows.map((one): SourceFile => {
    const sentAs = ledger.text('submission_files', one, 'original_file_name') ?? ''
    const path = computedPath({
      ...{ journalId: context.journalId, fileId: id, genreId: idIn(one, 'genre_id'), extension: extensionOf(sentAs) },
      submissionId: idIn(one, 'submission_id') ?? '',
      revision: valueOf(one, 'revision') ?? '',
      stage: valueOf(one, 'file_stage') ?? '',
      day: dayIn(valueOf(one, 'date_uploaded')) ?? '',
    })
    if (path === undefined) ledger.note('path refused', 'submission_files', one, sentAs)
    return { id, folder: 'files', path: path ?? null, name: name ?? sentAs, type: filledIn(one, 'file_type') }
  })
  const sentAt = momentIn(valueOf(rows[0]!, 'date_uploaded'))
  return { ...told(row, id), current: files.at(-1)!, older: files.slice(0, -1), sentAt }
}

function nameOf(column: string, id: string, context: Context, ledger: Ledger): string | null {
  const rows = context.source.where('submission_file_settings', column, id)
  const settings = new Settings('submission_file_settings', rows, ledger, context)
  const name = settings.plain('name')
  settings.finish()
  return name
}
