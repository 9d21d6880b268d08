import { writeAuditEntry } from '../../audit.ts'
import type { Caller } from '../../call.ts'
import type { Tx } from '../../database/connect.ts'
import { newId, now } from '../../ids.ts'
import type { Cautions } from './cautions.ts'

/**
 * Stores the conflicts of interest of somebody who is being invited, once of each kind: their report does not count as
 * independent unless they are waived. An invitation against the authors' wish is kept with its reason, already waived:
 * that wish alone does not make a report dependent.
 */
export async function keepConflicts(
  tx: Tx,
  { userId }: Caller,
  articleId: string,
  { reviewerId, findings, needsReason, waive }: Cautions & { reviewerId: string; waive: string | null },
): Promise<void> {
  const conflicts = findings.filter(({ weight }) => weight === 'conflict').map(({ kind }) => kind)
  const kinds = [...new Set([...conflicts, ...(needsReason ? (['other'] as const) : [])])]
  if (!kinds.length) return
  const at = now()
  const waived = waive === null ? {} : { waived_by: userId, waived_reason: waive, waived_at: at }
  const computed = { article_id: articleId, reviewer_id: reviewerId, found: 'computed' } as const
  const kept = await tx
    .selectFrom('conflicts')
    .select(['id', 'kind'])
    .where('article_id', '=', articleId)
    .where('reviewer_id', '=', reviewerId)
    .where('found', '=', 'computed')
    .execute()
  for (const kind of kinds.filter((kind) => !kept.some((one) => one.kind === kind))) {
    await tx
      .insertInto('conflicts')
      .values({
        ...{ id: newId(), ...computed, kind, user_id: null, created_at: at },
        ...{ waived_by: null, waived_reason: null, waived_at: null, ...waived },
      })
      .execute()
  }
  if (waive === null) return
  if (conflicts.length) {
    const after = { reviewerId }
    await writeAuditEntry(tx, { actorId: userId, action: 'article.waive-conflict', subject: articleId, after })
  }
  if (!kept.length) return
  await tx
    .updateTable('conflicts')
    .set(waived)
    .where(
      'id',
      'in',
      kept.map(({ id }) => id),
    )
    .where('waived_at', 'is', null)
    .execute()
}
