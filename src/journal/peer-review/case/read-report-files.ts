import type { CaseReportFile, CaseFile } from '../../../contract/api/case-view.ts'
import { reportFileState, whyNotForAuthors } from '../../../contract/rules/peer-review/report-files.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { jobStates } from '../../../platform/jobs/queue.ts'
import { givenCopies } from '../cases/report-files.ts'
import { loadNames } from './read-people.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import type { DecisionRow } from '../../../platform/database/review-tables.ts'
import type { FileRow } from '../../../platform/database/tables.ts'

/** The files of reports for their editors, by report; without those that have been replaced. */
export async function readReportFiles(
  db: Db,
  reportIds: readonly string[],
  decisions: readonly DecisionRow[],
): Promise<Map<string, CaseReportFile[]>> {
  if (!reportIds.length) return new Map()
  const attached = await db
    .selectFrom('review_files')
    .selectAll()
    .where('report_id', 'in', reportIds)
    .where('replaced_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const files = await filesById(
    db,
    attached.flatMap(({ file_id, cleaned_file_id }) => [
      file_id,
      ...(cleaned_file_id === null ? [] : [cleaned_file_id]),
    ]),
  )
  const nameOf = await loadNames(
    db,
    attached.flatMap(({ looked_by, provided_by }) => [looked_by, provided_by]),
  )
  const jobs = await jobStates(
    db,
    'cleaning',
    attached.map(({ id }) => id),
  )
  const given = await givenCopies(db, decisions, reportIds)
  const now = new Date()
  const found = attached.flatMap((row): { reportId: string; file: CaseReportFile }[] => {
    const file = files.get(row.file_id)
    if (!file) return []
    const job = jobs.get(row.id) ?? null
    const isLookedAt = row.looked_at_file_id !== null && row.looked_at_file_id === row.cleaned_file_id
    const shown: CaseReportFile = {
      id: row.id,
      file,
      providedBy: row.provided_by === null ? null : nameOf(row.provided_by),
      state: reportFileState(row, job, now),
      copy: row.cleaned_file_id === null ? null : (files.get(row.cleaned_file_id) ?? null),
      heldBack: whyNotForAuthors(row, job, now),
      lookedBy: isLookedAt ? nameOf(row.looked_by) : null,
      lookedAt: isLookedAt ? row.looked_at : null,
      isGiven: row.cleaned_file_id !== null && given.has(row.cleaned_file_id),
    }
    return [{ reportId: row.report_id!, file: shown }]
  })
  return new Map(
    [...Map.groupBy(found, ({ reportId }) => reportId)].map(([id, some]) => [id, some.map(({ file }) => file)]),
  )
}

type FileFacts = Pick<FileRow, 'id' | 'name' | 'bytes' | 'media_type'>

export const presentFile = (row: FileFacts): CaseFile => ({
  id: row.id,
  url: fileUrl(row),
  name: row.name,
  bytes: row.bytes,
  mediaType: row.media_type,
})

/** The manuscripts of an article with the versions that they belong to, in their order. */
export const loadManuscripts = (db: Db, articleId: string): Promise<(FileFacts & { version_id: string | null })[]> =>
  db
    .selectFrom('article_files')
    .innerJoin('files', 'files.id', 'article_files.file_id')
    .select(['files.id', 'files.name', 'files.bytes', 'files.media_type', 'article_files.version_id'])
    .where('article_files.article_id', '=', articleId)
    .where('article_files.kind', '=', 'manuscript')
    .orderBy('article_files.position')
    .execute()

/** The files beside the manuscript, in their order, with what they are. */
export const loadSupplements = (db: Db, articleId: string): Promise<(FileFacts & { title: string })[]> =>
  db
    .selectFrom('supplements')
    .innerJoin('files', 'files.id', 'supplements.file_id')
    .select(['files.id', 'files.name', 'files.bytes', 'files.media_type', 'supplements.title'])
    .where('supplements.article_id', '=', articleId)
    .orderBy('supplements.position')
    .execute()

/** Files by their ids. */
export async function filesById(db: Db, ids: readonly string[]): Promise<Map<string, CaseFile>> {
  const rows = ids.length
    ? await db.selectFrom('files').select(['id', 'name', 'bytes', 'media_type']).where('id', 'in', ids).execute()
    : []
  return new Map(rows.map((row) => [row.id, presentFile(row)]))
}
