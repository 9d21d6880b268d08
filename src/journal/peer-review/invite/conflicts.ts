import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { waiveConflicts } from '../cases/declared-conflicts.ts'
import { newId, now } from '../../../platform/ids.ts'
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
  { reviewerId, findings, isOpposed, waive }: Cautions & { reviewerId: string; waive: string | null },
): Promise<void> {
  const conflicts = findings.filter(({ weight }) => weight === 'conflict').map(({ kind }) => kind)
  // What a reviewer has declared is kept with the case already: here it can only be waived.
  const computed = conflicts.filter((kind) => kind !== 'declared')
  const kinds = [...new Set([...computed, ...(isOpposed ? (['other'] as const) : [])])]
  if (!conflicts.length && !isOpposed) return
  const at = now()
  const waived = waive === null ? {} : { waived_by: userId, waived_reason: waive, waived_at: at }
  const ofReviewer = { article_id: articleId, reviewer_id: reviewerId } as const
  const kept = await tx
    .selectFrom('conflicts')
    .select(['id', 'kind', 'found'])
    .where('article_id', '=', articleId)
    .where('reviewer_id', '=', reviewerId)
    .execute()
  const isKept = (kind: string) => kept.some((one) => one.kind === kind && one.found === 'computed')
  for (const kind of kinds.filter((kind) => !isKept(kind))) {
    await tx
      .insertInto('conflicts')
      .values({
        ...{ id: newId(), ...ofReviewer, kind, found: 'computed', text: null, user_id: null, created_at: at },
        ...{ waived_by: null, waived_reason: null, waived_at: null, ...waived },
      })
      .execute()
  }
  if (waive === null) return
  if (conflicts.length) {
    const after = { reviewerId }
    await writeAuditEntry(tx, { actorId: userId, action: 'article.waive-conflict', subject: articleId, after })
  }
  await waiveConflicts(tx, { articleId, reviewerId }, { userId, reason: waive })
}
