import type { CaseReportFile } from '../../../contract/api/case-view.ts'
import { reportFileState, whyNotForAuthors } from '../../../contract/rules/peer-review/report-files.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { jobStates } from '../../../platform/jobs/queue.ts'
import { filesById } from './read-files.ts'
import { namesOf } from './read-people.ts'

/** The files of reports for their editors, by report; without those that have been replaced. */
export async function readReportFiles(db: Db, reportIds: readonly string[]): Promise<Map<string, CaseReportFile[]>> {
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
  const nameOf = await namesOf(
    db,
    attached.flatMap(({ looked_by, provided_by }) => [looked_by, provided_by]),
  )
  const jobs = await jobStates(
    db,
    'cleaning',
    attached.map(({ id }) => id),
  )
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
    }
    return [{ reportId: row.report_id!, file: shown }]
  })
  return new Map(
    [...Map.groupBy(found, ({ reportId }) => reportId)].map(([id, some]) => [id, some.map(({ file }) => file)]),
  )
}
