import {
  answerIn,
  type Statement,
  STATEMENT_NAMES,
  type Statements,
} from '../../../contract/rules/articles/statements.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { StatementAnswerRow } from '../../../platform/database/declaration-tables.ts'

/** Keeps who has answered these statements; one that is empty has no answer any more. */
export async function saveAnswers(
  tx: Tx,
  { articleId, by, at }: { articleId: string; by: string; at: string },
  statements: Partial<Statements>,
): Promise<void> {
  for (const statement of STATEMENT_NAMES) {
    if (!(statement in statements)) continue
    const answer = answerIn(statement, statements[statement] ?? null)
    await tx
      .deleteFrom('statement_answers')
      .where('article_id', '=', articleId)
      .where('statement', '=', statement)
      .execute()
    if (!answer) continue
    await tx
      .insertInto('statement_answers')
      .values({ article_id: articleId, statement, answer, answered_by: by, at })
      .execute()
  }
}

/** The answers of articles, in the order of the statements. */
export async function loadAnswers(db: Db, articleIds: readonly string[]): Promise<StatementAnswerRow[]> {
  if (!articleIds.length) return []
  const rows = await db.selectFrom('statement_answers').selectAll().where('article_id', 'in', articleIds).execute()
  const order = (name: Statement) => STATEMENT_NAMES.indexOf(name)
  return rows.sort((one, other) => order(one.statement) - order(other.statement))
}
