import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { DOCUMENT_TYPES, IMAGE_TYPES } from '../../../contract/rules/files/file-rules.ts'
import {
  COPY_CHANGED,
  FILE_GIVEN,
  FILE_REPLACED,
  NO_COPY,
  NO_FILE_TO_GIVE,
  NOT_TO_BE_TRIED,
  REPLACEMENT_TAKEN,
  REPLACEMENT_TYPE,
  REPORT_NOT_GIVEN,
  reportFileState,
} from '../../../contract/rules/peer-review/report-files.ts'
import { isReleased, standingDecisions } from '../../../contract/rules/peer-review/undo.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { DecisionRow, ReviewFileRow } from '../../../platform/database/review-tables.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { DomainError, invalid, notFound } from '../../../platform/errors.ts'
import { isTaken } from '../../publication/files/claims.ts'
import { ownUploads } from '../../publication/files/own-uploads.ts'
import { now } from '../../../platform/ids.ts'
import { enqueueJob, jobStates } from '../../../platform/jobs/queue.ts'
import { loadDecisions } from './case-rows.ts'
import { sendCaseMessage } from './notify.ts'
import { lockCaseForEditor } from './relation.ts'

/** True for a file whose copy authors may get: no program had doubts about it, or an editor has looked at that copy. */
export const mayGoToAuthors = ({ and, or, eb, ref }: ExpressionBuilder<Tables, 'review_files'>): Expression<SqlBool> =>
  and([
    eb('review_files.cleaned_file_id', 'is not', null),
    eb('review_files.replaced_at', 'is', null),
    or([
      eb('review_files.held_back', 'is', null),
      // Never unknown, so that it can be negated.
      and([
        eb('review_files.looked_at_file_id', 'is not', null),
        eb('review_files.looked_at_file_id', '=', ref('review_files.cleaned_file_id')),
      ]),
    ]),
  ])

/** The copies that authors may get of these files of a report, or of all; all others stay with the editors. */
export async function copiesForAuthors(db: Db, reportId: string, of?: readonly string[]): Promise<string[]> {
  const files = await db
    .selectFrom('review_files')
    .select(['id', 'cleaned_file_id'])
    .where('report_id', '=', reportId)
    .where(mayGoToAuthors)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return files.filter(({ id }) => of?.includes(id) ?? true).map(({ cleaned_file_id }) => cleaned_file_id!)
}

/** Writes which files of a report the authors are given with a decision. */
export async function giveCopies(
  tx: Tx,
  of: { decision_id: string; report_id: string },
  copies: readonly string[],
): Promise<void> {
  if (!copies.length) return
  await tx
    .insertInto('report_release_files')
    .values(copies.map((file_id) => ({ ...of, file_id })))
    .execute()
}

/** A file of a report, on the page of its case. */
interface OfFile {
  /** The article's. */
  id: string
  attachedId: string
}

async function lockFile(tx: Tx, caller: Caller, { id, attachedId }: OfFile): Promise<ReviewFileRow> {
  await lockCaseForEditor(tx, caller, id)
  const file = await tx
    .selectFrom('review_files')
    .innerJoin('review_assignments as assignment', 'assignment.id', 'review_files.assignment_id')
    .selectAll('review_files')
    .where('review_files.id', '=', attachedId)
    .where('review_files.report_id', 'is not', null)
    .where('assignment.article_id', '=', id)
    .executeTakeFirst()
  if (!file) throw notFound('File')
  if (file.replaced_at !== null) throw new DomainError('conflict', FILE_REPLACED)
  return file
}

/**
 * An editor has looked at a copy, and it names nobody: from now on it can go to the authors with its report. This is
 * about these very bytes: a later copy needs another look.
 */
export async function releaseFile(tx: Tx, caller: Caller, of: OfFile & { copyId: string }): Promise<void> {
  const file = await lockFile(tx, caller, of)
  if (file.cleaned_file_id === null) throw new DomainError('conflict', NO_COPY)
  const at = now()
  const { numUpdatedRows } = await tx
    .updateTable('review_files')
    .set({ looked_at_file_id: of.copyId, looked_by: caller.userId, looked_at: at })
    .where('id', '=', file.id)
    // The copy may be made again without the lock of the case.
    .where('cleaned_file_id', '=', of.copyId)
    .where(({ or, eb }) => or([eb('looked_at_file_id', 'is', null), eb('looked_at_file_id', '<>', of.copyId)]))
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return noteFile(tx, caller, of.id, 'article.release-file', file)
  // Twice is no error.
  if (file.cleaned_file_id !== of.copyId) throw new DomainError('conflict', COPY_CHANGED)
}

/** An editor gives another file in the place of a reviewer's. It is cleaned, searched and looked at like any. */
export async function replaceFile(tx: Tx, caller: Caller, of: OfFile & { fileUrl: string }): Promise<void> {
  const file = await lockFile(tx, caller, of)
  if ((await givenCopies(tx, await loadDecisions(tx, of.id), [file.report_id!])).has(file.cleaned_file_id))
    throw new DomainError('conflict', FILE_GIVEN)
  const [upload] = await ownUploads(tx, caller.userId, 'fileUrl', [of.fileUrl])
  const types: string[] = Object.values({ ...DOCUMENT_TYPES, ...IMAGE_TYPES })
  if (!types.includes(upload!.media_type)) throw invalid('fileUrl', REPLACEMENT_TYPE)
  if (await isTaken(tx, upload!)) throw invalid('fileUrl', REPLACEMENT_TAKEN)
  const at = now()
  await tx
    .updateTable('review_files')
    // With a reason, so that an earlier program does not send it either.
    .set({ replaced_at: at, held_back: file.held_back ?? FILE_REPLACED, looked_at_file_id: null })
    .where('id', '=', file.id)
    .execute()
  await tx
    .insertInto('review_files')
    .values({
      ...{ id: upload!.id, file_id: upload!.id, created_at: at, provided_by: caller.userId },
      ...{ assignment_id: file.assignment_id, report_id: file.report_id, cleaned_file_id: null, held_back: null },
    })
    .execute()
  await enqueueJob(tx, 'cleaning', upload!.id)
  await noteFile(tx, caller, of.id, 'article.replace-file', file)
}

/** Has the copy of a file made again that could not be made, as often as at first. */
export async function retryFile(tx: Tx, caller: Caller, of: OfFile): Promise<void> {
  const file = await lockFile(tx, caller, of)
  const job = (await jobStates(tx, 'cleaning', [file.id])).get(file.id) ?? null
  if (!['held-back', 'failed'].includes(reportFileState(file, job, new Date())))
    throw new DomainError('conflict', NOT_TO_BE_TRIED)
  await tx
    .updateTable('review_files')
    .set({ held_back: null })
    .where('id', '=', file.id)
    .where('cleaned_file_id', 'is', null)
    .execute()
  await enqueueJob(tx, 'cleaning', file.id)
}

/**
 * Gives the authors files of a report that they have without them, with a message: they were looked at too late for the
 * decision, or were left out.
 */
export async function giveFiles(
  tx: Tx,
  caller: Caller,
  { id, reportId, files, note }: { id: string; reportId: string; files: readonly string[]; note: string },
): Promise<void> {
  const { article } = await lockCaseForEditor(tx, caller, id)
  const report = await tx
    .selectFrom('review_reports as report')
    .innerJoin('review_assignments as assignment', 'assignment.id', 'report.assignment_id')
    .select('report.assignment_id')
    .where('report.id', '=', reportId)
    .where('assignment.article_id', '=', id)
    .executeTakeFirst()
  if (!report) throw notFound('Report')
  const decisions = await loadDecisions(tx, id)
  const decisionId = await sentWith(tx, decisions, reportId)
  if (decisionId === undefined) throw new DomainError('conflict', REPORT_NOT_GIVEN)
  const copies = await copiesForAuthors(tx, reportId, files)
  if (!copies.length || copies.length < new Set(files).size) throw new DomainError('conflict', NO_FILE_TO_GIVE)
  const given = await givenCopies(tx, decisions, [reportId])
  if (copies.some((copy) => given.has(copy))) throw new DomainError('conflict', FILE_GIVEN)
  await tx
    .updateTable('report_releases')
    .set({ cleaned_file_id: copies[0]! })
    .where('report_id', '=', reportId)
    .where('decision_id', '=', decisionId)
    .where('cleaned_file_id', 'is', null)
    .execute()
  await giveCopies(tx, { decision_id: decisionId, report_id: reportId }, copies)
  await writeAuditEntry(tx, caller.userId, 'article.give-file', id, { after: { assignmentId: report.assignment_id } })
  if (article.submitter_id !== null) await sendCaseMessage(tx, caller, 'editor', { articleId: id, text: note })
}

/** The last decision with which the authors have been sent a report; with one that can still be undone, nothing yet. */
async function sentWith(db: Db, decisions: readonly DecisionRow[], reportId: string): Promise<string | undefined> {
  const sent = standingDecisions(decisions).filter((one) => isReleased(one, new Date()))
  const rows = await db.selectFrom('report_releases').select('decision_id').where('report_id', '=', reportId).execute()
  return sent.findLast(({ id }) => rows.some(({ decision_id }) => decision_id === id))?.id
}

/** The copies that the authors of a case have of reports, or will have with the letter. */
export async function givenCopies(
  db: Db,
  decisions: readonly DecisionRow[],
  reportIds: readonly string[],
): Promise<Set<string | null>> {
  const standing = new Set(standingDecisions(decisions).map(({ id }) => id))
  const rows =
    standing.size && reportIds.length
      ? await db
          .selectFrom('released_files')
          .select(['decision_id', 'file_id'])
          .where('report_id', 'in', reportIds)
          .execute()
      : []
  return new Set(rows.filter(({ decision_id }) => standing.has(decision_id)).map(({ file_id }) => file_id))
}

const noteFile = (
  tx: Tx,
  { userId }: Caller,
  subject: string,
  action: 'article.release-file' | 'article.replace-file',
  { assignment_id }: ReviewFileRow,
): Promise<void> => writeAuditEntry(tx, userId, action, subject, { after: { assignmentId: assignment_id } })
