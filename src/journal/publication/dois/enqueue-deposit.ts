import { isOwnDoi } from '../../../contract/rules/articles/doi.ts'
import { DEPOSIT_MOVES, type DepositReason } from '../../../contract/rules/articles/deposits.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { noteEnqueued } from '../../../platform/database/enqueued.ts'
import type { DepositRow } from '../../../platform/database/extension-tables.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'
import { newId, now } from '../../../platform/ids.ts'

type Deposited = Pick<ArticleRow, 'id' | 'doi' | 'version' | 'origin' | 'source_journal'>

/** True if this journal registers the article's DOI: it is its own, and so is the article. */
export const registersDoi = ({ doi, origin, source_journal }: Omit<Deposited, 'id' | 'version'>): boolean =>
  isOwnDoi(doi) && origin !== 'sample' && source_journal === null

/**
 * Writes the deposit of a public article's metadata, in the transaction of what has happened to it; the article is
 * locked. It takes the place of an earlier deposit that is not registered, and does nothing for an article whose DOI
 * is not this journal's to register. Its content is read when it is sent.
 */
export async function enqueueDeposit(tx: Tx, article: Deposited, reason: DepositReason): Promise<void> {
  if (!registersDoi(article)) return
  const own = { kind: 'article', subject_id: article.id, doi: article.doi!, related_doi: null, relation: null } as const
  await write(tx, article, own, reason)
}

/** The same of published reviews, each with a DOI of its own. */
export async function enqueueReviewDeposits(
  tx: Tx,
  article: Deposited,
  reviews: readonly { id: string; doi: string | null }[],
  reason: DepositReason,
): Promise<void> {
  if (!registersDoi(article)) return
  for (const { id, doi } of reviews) {
    if (doi === null) continue
    const about = { related_doi: article.doi, relation: 'isReviewOf' }
    await write(tx, article, { kind: 'review', subject_id: id, doi, ...about }, reason)
  }
}

async function write(
  tx: Tx,
  { id, version }: Deposited,
  what: Pick<DepositRow, 'kind' | 'subject_id' | 'doi' | 'related_doi' | 'relation'>,
  reason: DepositReason,
): Promise<void> {
  const at = now()
  await tx
    .updateTable('deposits')
    .set({ state: DEPOSIT_MOVES.supersede.to, answered_at: at, claimed_until: null })
    .where('doi', '=', what.doi)
    .where('state', 'in', DEPOSIT_MOVES.supersede.from)
    .execute()
  await tx
    .insertInto('deposits')
    .values({
      ...{ id: newId(), ...what, article_id: id, state: 'waiting', reason, article_version: version },
      ...{ created_at: at, timestamp: null, attempts: 0, next_try_at: at, claimed_until: null, tried_at: null },
      ...{ sent_at: null, answered_at: null, submission_id: null, messages: null, last_error: null },
    })
    .execute()
  noteEnqueued(tx, 'deposits')
}
