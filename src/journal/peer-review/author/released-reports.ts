import type { ReleasedReport } from '../../../contract/api/manuscripts.ts'
import { fileUrl } from '../../../contract/rules/files/file-url.ts'
import { ANSWER_NAMES, type ReviewAnswer } from '../../../contract/rules/peer-review/stages.ts'
import type { Db } from '../../../platform/database/connect.ts'

export type ReportForAuthors = ReleasedReport

/**
 * What authors get of the reports that were released with these decisions, by decision. The query reads nothing
 * else of a reviewer or of a review; the order is that of the labels, which are random.
 */
export async function releasedReports(
  db: Db,
  decisionIds: readonly string[],
): Promise<Map<string, ReportForAuthors[]>> {
  if (!decisionIds.length) return new Map()
  const rows = await db
    .selectFrom('report_releases as release')
    .innerJoin('review_reports as report', 'report.id', 'release.report_id')
    .innerJoin('review_assignments as assignment', 'assignment.id', 'report.assignment_id')
    .leftJoin('files', 'files.id', 'release.cleaned_file_id')
    .select(['release.decision_id', 'release.text', 'report.form', 'report.answers', 'assignment.label'])
    .select(['files.id as file_id', 'files.name as file_name'])
    .where('release.decision_id', 'in', decisionIds)
    .orderBy('assignment.label')
    .orderBy('report.version')
    .execute()
  const released = rows.map(({ decision_id, label, text, form, answers, file_id, file_name }) => ({
    decisionId: decision_id,
    report: { label, text, answers: answersInWords(form, answers), file: fileOf(label, file_id, file_name) },
  }))
  return new Map(
    [...Map.groupBy(released, ({ decisionId }) => decisionId)].map(([id, some]) => [id, some.map((one) => one.report)]),
  )
}

/** The questions as they were asked, each with its answer. */
function answersInWords(form: string, given: string): ReleasedReport['answers'] {
  const questions = JSON.parse(form) as { id: string; ask: string }[]
  const answers = JSON.parse(given) as Partial<Record<string, ReviewAnswer>>
  return questions.flatMap(({ id, ask }) => {
    const answer = answers[id]
    return answer === undefined ? [] : [{ question: ask, answer: ANSWER_NAMES[answer] }]
  })
}

/** A reviewer may have put their own name into the file's: authors see the label instead. */
function fileOf(label: string, id: string | null, name: string | null): ReleasedReport['file'] {
  if (id === null) return null
  const extension = /\.[a-z\d]{1,5}$/i.exec(name ?? '')?.[0] ?? ''
  const shown = `Reviewer ${label}${extension}`
  return { url: fileUrl({ id, name: shown }), name: shown }
}
