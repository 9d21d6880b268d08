import type { ProofQuery } from '../../../contract/api/proof-queries.ts'
import type { AuthorProposal, Manuscript, ReleasedReport } from '../../../contract/api/manuscripts.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { reviewerFileName } from '../../../contract/rules/peer-review/report-files.ts'
import { publicationPolicy } from '../../../contract/rules/peer-review/published-reviews.ts'
import { ANSWER_NAMES, type CaseStage, type ReviewAnswer } from '../../../contract/rules/peer-review/stages.ts'
import { isReleased, stageForAuthors, standingDecisions } from '../../../contract/rules/peer-review/undo.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { CaseRow, DecisionRow, ReviewTables, VersionRow } from '../../../platform/database/review-tables.ts'
import { notFound } from '../../../platform/errors.ts'
import type { LoadedArticle } from '../../publication/articles/present.ts'
import { findArticle } from '../../publication/articles/queries.ts'
import { answersOf, type ConfirmationOfAuthor } from '../authorship/confirmations.ts'
import { presentProposal } from '../authorship/proposals.ts'
import { loadVersions } from '../cases/case-rows.ts'
import { type Promised, promisedToOne } from '../../settings/promised.ts'
import type { GrievanceRow } from '../cases/grievances.ts'
import { filesOfLetters } from '../cases/letter-files.ts'
import { loadCaseWithoutReviewers } from '../cases/load-cases.ts'
import { hasPublishedReviews } from '../published/consent.ts'
import type { ProofRow } from '../cases/proofs.ts'
import { queriesOf } from '../cases/proof-queries.ts'

export interface ManuscriptFile {
  id: string
  name: string
  bytes: number
  versionId: string | null
}

/** Everything that the author's page of a manuscript is made from. Of reviewers only what was released. */
export interface ManuscriptRecords {
  article: LoadedArticle
  theCase: CaseRow | undefined
  promised: Promised
  /** The stage as authors may know it; null without a case. */
  stage: CaseStage | null
  /** Decisions that authors know of, in the order in which they were made. */
  decisions: DecisionRow[]
  reports: Map<string, ReportForAuthors[]>
  /** What went with the letters of these decisions. */
  letterFiles: Awaited<ReturnType<typeof filesOfLetters>>
  versions: VersionRow[]
  files: ManuscriptFile[]
  /** When the first reviewers were invited. */
  reviewAt: string | null
  proof: ProofRow | undefined
  /** The questions at that proof. */
  queries: ProofQuery[]
  grievances: GrievanceRow[]
  /** What those have answered who are named as authors; empty if they were never asked. */
  answers: ConfirmationOfAuthor[]
  proposal: AuthorProposal | null
  messages: Pick<ReviewTables['case_messages'], 'from_side' | 'text' | 'at'>[]
  /** Null where the journal does not ask whether reviews may be published. */
  publication: Manuscript['publication']
}

/** The records of a manuscript for its submitter; everyone else gets 'not found'. */
export async function manuscriptRecords(db: Db, userId: string, id: string): Promise<ManuscriptRecords> {
  const article = await findArticle(db, id)
  if (!article || article.row.submitter_id !== userId) throw notFound('Manuscript')
  return recordsOf(db, article)
}

/** The same without asking who reads it: only for one of its authors. */
export async function recordsOf(db: Db, article: LoadedArticle): Promise<ManuscriptRecords> {
  const { id } = article.row
  const loaded = await loadCaseWithoutReviewers(db, id)
  const at = new Date()
  const made = loaded?.decisions ?? []
  const decisions = standingDecisions(made).filter((one) => one.kind === 'reopen' || isReleased(one, at))
  const stage = loaded ? stageForAuthors(loaded.theCase.stage, made, at) : null
  return {
    article,
    theCase: loaded?.theCase,
    promised: loaded?.promised ?? (await promisedToOne(db, id)),
    stage,
    decisions,
    reports: await releasedReports(
      db,
      decisions.map((decision) => decision.id),
    ),
    letterFiles: await filesOfLetters(
      db,
      decisions.map((decision) => decision.id),
    ),
    versions: loaded ? await loadVersions(db, id) : [],
    files: await loadFiles(db, id),
    reviewAt: loaded?.rounds[0]?.opened_at ?? null,
    proof: loaded?.proofs.at(-1),
    queries: await queriesOf(db, loaded?.proofs.at(-1)?.id),
    grievances: loaded?.grievances ?? [],
    answers: (await answersOf(db, id))?.answers ?? [],
    proposal: await presentProposal(db, id, { isEditor: false }),
    publication: loaded
      ? await publicationFor(
          db,
          loaded.theCase,
          stage,
          article.row.published_at,
          decisions.map((decision) => decision.id),
        )
      : null,
    messages: await db
      .selectFrom('case_messages')
      .select(['from_side', 'text', 'at'])
      .where('article_id', '=', id)
      .orderBy('at')
      .orderBy('id')
      .execute(),
  }
}

/**
 * Authors are asked where the journal publishes reviews now, or did when reviewers were invited whose reports they have: what
 * reviewers do, and have not been released, changes nothing here.
 */
async function publicationFor(
  db: Db,
  { article_id, publish_answer, closed_at, stage }: CaseRow,
  shown: CaseStage | null,
  publishedAt: string | null,
  decisionIds: readonly string[],
): Promise<ManuscriptRecords['publication']> {
  const isPublished = publishedAt !== null && (await hasPublishedReviews(db, article_id))
  // A decision that can still be undone has ended nothing that authors know of.
  const isOver = closed_at !== null && shown === stage && stage !== 'accepted'
  if (isOver && !isPublished) return null
  const isAsked = publish_answer !== null || publicationPolicy() === 'reports'
  if (!isAsked && !(await hasReportsToPublish(db, decisionIds))) return null
  return { answer: publish_answer, isPublished }
}

const hasReportsToPublish = async (db: Db, decisionIds: readonly string[]): Promise<boolean> =>
  decisionIds.length > 0 &&
  (await db
    .selectFrom('report_releases as release')
    .innerJoin('review_reports as report', 'report.id', 'release.report_id')
    .innerJoin('review_assignments as assignment', 'assignment.id', 'report.assignment_id')
    .select('release.report_id')
    .where('release.decision_id', 'in', decisionIds)
    .where('assignment.publication', '=', 'reports')
    .executeTakeFirst()) !== undefined

async function loadFiles(db: Db, articleId: string): Promise<ManuscriptFile[]> {
  const rows = await db
    .selectFrom('article_files')
    .innerJoin('files', 'files.id', 'article_files.file_id')
    .select(['files.id', 'files.name', 'files.bytes', 'article_files.version_id'])
    .where('article_files.article_id', '=', articleId)
    .where('article_files.kind', '=', 'manuscript')
    .orderBy('article_files.position')
    .execute()
  return rows.map(({ version_id, ...file }) => ({ ...file, versionId: version_id }))
}

type ReportForAuthors = ReleasedReport

/**
 * What authors get of the reports that were released with these decisions, by decision. The query reads nothing
 * else of a reviewer or of a review; the order is that of the labels, which are random.
 */
async function releasedReports(db: Db, decisionIds: readonly string[]): Promise<Map<string, ReportForAuthors[]>> {
  if (!decisionIds.length) return new Map()
  const rows = await db
    .selectFrom('report_releases as release')
    .innerJoin('review_reports as report', 'report.id', 'release.report_id')
    .innerJoin('review_assignments as assignment', 'assignment.id', 'report.assignment_id')
    .select(['release.decision_id', 'release.text', 'report.form', 'report.answers', 'assignment.label', 'report_id'])
    .where('release.decision_id', 'in', decisionIds)
    .orderBy('assignment.label')
    .orderBy('report.version')
    .execute()
  const given = await db
    .selectFrom('released_files as given')
    .innerJoin('files', 'files.id', 'given.file_id')
    .select(['given.decision_id', 'given.report_id', 'files.id', 'files.name'])
    .where('given.decision_id', 'in', decisionIds)
    .orderBy('files.created_at')
    .orderBy('files.id')
    .execute()
  const released = rows.map(({ decision_id, report_id, label, text, form, answers }) => ({
    decisionId: decision_id,
    report: {
      ...{ label, text, answers: answersInWords(form, answers) },
      files: given
        .filter((file) => file.decision_id === decision_id && file.report_id === report_id)
        .map((file, at) => namedForAuthors(label, file, at)),
    },
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
function namedForAuthors(label: string, { id, name }: { id: string; name: string }, at: number) {
  const shown = `${reviewerFileName(label, at)}${/\.[a-z\d]{1,5}$/i.exec(name)?.[0] ?? ''}`
  return { url: fileUrl({ id, name: shown }), name: shown }
}
