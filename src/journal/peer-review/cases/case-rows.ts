import { sql } from 'kysely'
import { CASE_MOVES } from '../../../contract/rules/peer-review/case-moves.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import type { CaseRow, DecisionRow, RoundRow, VersionRow } from '../../../platform/database/review-tables.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'
import { notFound } from '../../../platform/errors.ts'

export const findCase = (db: Db, articleId: string): Promise<CaseRow | undefined> =>
  db.selectFrom('review_cases').selectAll().where('article_id', '=', articleId).executeTakeFirst()

/** An article and its case, locked until the transaction ends. */
export interface LockedCase {
  article: ArticleRow
  theCase: CaseRow
}

/**
 * Locks an article and reads its case. Every move of a case and of its assignments locks the article first, so
 * that a decision and a report, or an approval and a withdrawal, run one after the other.
 */
export async function lockCase(tx: Tx, articleId: string): Promise<LockedCase> {
  const article = await lockForUpdate(tx, 'articles', articleId)
  const theCase = article && (await findCase(tx, articleId))
  if (!theCase) throw notFound('Manuscript')
  return { article, theCase }
}

/** Changes what belongs to a case; its lock is held. A manuscript that can no longer be published waits for no issue. */
export async function changeCase(
  tx: Tx,
  articleId: string,
  changes: Partial<Omit<CaseRow, 'article_id'>>,
): Promise<void> {
  await tx.updateTable('review_cases').set(changes).where('article_id', '=', articleId).execute()
  if (changes.stage !== undefined && !(changes.stage in CASE_MOVES.publish.from))
    await tx.deleteFrom('scheduled_articles').where('article_id', '=', articleId).execute()
}

/** The day by which the revision is due that a decision asks for: the one to which it was moved, if it was. */
export const REVISION_DUE_ON = sql<string | null>`coalesce(
  (select due_on from revision_dates where decision_id = decisions.id), decisions.revision_due_on)`.as(
  'revision_due_on',
)

/** The decisions on an article, in the order in which they were made; undone ones and their reversals too. */
export const loadDecisions = (db: Db, articleId: string): Promise<DecisionRow[]> =>
  db
    .selectFrom('decisions')
    .selectAll()
    .select(REVISION_DUE_ON)
    .where('article_id', '=', articleId)
    .orderBy('decided_at')
    .orderBy('id')
    .execute()

/** The versions of a manuscript, the first one first. */
export const loadVersions = (db: Db, articleId: string): Promise<VersionRow[]> =>
  db.selectFrom('manuscript_versions').selectAll().where('article_id', '=', articleId).orderBy('number').execute()

/** The rounds of a case, the first one first. */
export const loadRounds = (db: Db, articleId: string): Promise<RoundRow[]> =>
  db.selectFrom('review_rounds').selectAll().where('article_id', '=', articleId).orderBy('number').execute()

export const openRound = (db: Db, articleId: string): Promise<RoundRow | undefined> =>
  db
    .selectFrom('review_rounds')
    .selectAll()
    .where('article_id', '=', articleId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
