import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { decisionFigures, type DecisionFigures } from '../../../contract/rules/peer-review/figures.ts'
import { firstDecision } from '../../../contract/rules/peer-review/promise.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { recusedArticles } from '../recusal.ts'

/** The first decisions of this year, without manuscripts on which the user is recused. One query. */
export async function figuresOfYear(db: Db, userId: string, now: Date): Promise<DecisionFigures> {
  const year = dayOf(now).slice(0, 4)
  const rows = await db
    .selectFrom('decisions')
    .innerJoin('review_cases', 'review_cases.article_id', 'decisions.article_id')
    .select([
      ...(['decisions.id', 'decisions.article_id', 'decisions.kind', 'decisions.from_stage'] as const),
      ...(['decisions.decided_at', 'decisions.reverses_id'] as const),
      ...(['review_cases.received_on', 'review_cases.promised_on'] as const),
    ])
    .where('decisions.article_id', 'in', (of) =>
      of.selectFrom('decisions as recent').select('recent.article_id').where('recent.decided_at', '>=', year),
    )
    .where('decisions.article_id', 'not in', recusedArticles(userId))
    .orderBy('decisions.decided_at')
    .orderBy('decisions.id')
    .execute()
  const cases = [...Map.groupBy(rows, ({ article_id }) => article_id).values()]
  return decisionFigures(
    cases.flatMap((decisions) => {
      const first = firstDecision(decisions)
      if (!first?.decided_at.startsWith(year)) return []
      const { received_on, promised_on, decided_at, from_stage } = first
      const unread = from_stage === 'screening'
      return { receivedOn: received_on, promisedOn: promised_on, decidedOn: dayOf(decided_at), unread }
    }),
  )
}
