import { isReleased, standingDecisions, stageForAuthors } from '../../../contract/rules/peer-review/undo.ts'
import type { CaseStage } from '../../../contract/rules/peer-review/stages.ts'
import { findArticle } from '../../publication/articles/queries.ts'
import type { LoadedArticle } from '../../publication/articles/present.ts'
import { decisionsOf, findCase, roundsOf, versionsOf } from '../cases/case-rows.ts'
import { grievancesOf, type GrievanceRow } from '../cases/grievances.ts'
import { lastProof, type ProofRow } from '../cases/proofs.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { CaseRow, DecisionRow, ReviewTables, VersionRow } from '../../../platform/database/review-tables.ts'
import { notFound } from '../../../platform/errors.ts'
import { releasedReports, type ReportForAuthors } from './released-reports.ts'

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
  /** The stage as authors may know it; null without a case. */
  stage: CaseStage | null
  /** Decisions that authors know of, in the order in which they were made. */
  decisions: DecisionRow[]
  reports: Map<string, ReportForAuthors[]>
  versions: VersionRow[]
  files: ManuscriptFile[]
  /** When the first reviewers were invited. */
  reviewAt: string | null
  proof: ProofRow | undefined
  grievances: GrievanceRow[]
  messages: Pick<ReviewTables['case_messages'], 'from_side' | 'text' | 'at'>[]
}

/** The records of a manuscript for its submitter; everyone else gets 'not found'. */
export async function manuscriptRecords(db: Db, userId: string, id: string): Promise<ManuscriptRecords> {
  const article = await findArticle(db, id)
  if (!article || article.row.submitter_id !== userId) throw notFound('Manuscript')
  const theCase = await findCase(db, id)
  const made = theCase ? await decisionsOf(db, id) : []
  const at = new Date()
  const decisions = standingDecisions(made).filter((one) => one.kind === 'reopen' || isReleased(one, at))
  const rounds = theCase ? await roundsOf(db, id) : []
  return {
    article,
    theCase,
    stage: theCase ? stageForAuthors(theCase.stage, made, at) : null,
    decisions,
    reports: await releasedReports(
      db,
      decisions.map((decision) => decision.id),
    ),
    versions: theCase ? await versionsOf(db, id) : [],
    files: await filesOf(db, id),
    reviewAt: rounds[0]?.opened_at ?? null,
    proof: await lastProof(db, id),
    grievances: await grievancesOf(db, id),
    messages: await db
      .selectFrom('case_messages')
      .select(['from_side', 'text', 'at'])
      .where('article_id', '=', id)
      .orderBy('at')
      .orderBy('id')
      .execute(),
  }
}

async function filesOf(db: Db, articleId: string): Promise<ManuscriptFile[]> {
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
