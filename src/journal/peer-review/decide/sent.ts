import type { SentDecision } from '../../../contract/api/decisions.ts'
import type { EmailKind } from '../../../contract/rules/site/email-kinds.ts'
import { releasedAt } from '../../../contract/rules/peer-review/undo.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { DecisionRow } from '../../../platform/database/review-tables.ts'

/** A decision that has been made, as its page shows it: who receives what, and how long it can be undone. */
export async function presentSent(db: Db, decision: DecisionRow): Promise<SentDecision> {
  const by = await db.selectFrom('users').select('full_name').where('id', '=', decision.decided_by).executeTakeFirst()
  const emails = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
    .where('decision_id', '=', decision.id)
    .groupBy('kind')
    .execute()
  const countOf = (kind: EmailKind) => Number(emails.find((one) => one.kind === kind)?.count ?? 0)
  const letterAt = releasedAt(decision.decided_at)
  return {
    id: decision.id,
    kind: decision.kind,
    decidedBy: by?.full_name ?? 'An editor',
    decidedAt: decision.decided_at,
    revisionDueOn: decision.revision_due_on,
    letterAt: letterAt.toISOString(),
    undoSeconds: Math.max(0, Math.ceil((letterAt.getTime() - Date.now()) / 1000)),
    recipients: {
      authors: countOf('author-decision'),
      reporters: countOf('reviewer-outcome'),
      cancelled: countOf('reviewer-cancelled'),
    },
  }
}
