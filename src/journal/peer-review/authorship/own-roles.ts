import { creditInOrder, type CreditRole } from '../../../contract/rules/people/credit.ts'
import { NOT_NAMED, NOTHING_TO_CONFIRM } from '../../../contract/rules/peer-review/authorship.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'
import { DomainError } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { loadAuthors, sayRoles } from '../../publication/articles/contributor-rows.ts'
import { hasBeenPublic } from '../../publication/articles/transitions.ts'
import type { ConfirmationOfAuthor } from './confirmations.ts'

/** What an author of the list that counts says of themselves; what is absent stays. */
export interface OwnStatements {
  credit?: readonly CreditRole[] | undefined
  competingInterests?: string | undefined
}

/** Keeps what an author of the list that counts did, and their interests, in their own word. The article is locked. */
export async function stateOwn(
  tx: Tx,
  article: ArticleRow,
  { contributor_id }: ConfirmationOfAuthor,
  { credit, competingInterests }: OwnStatements,
): Promise<void> {
  if (!credit && competingInterests === undefined) return
  const own = (await loadAuthors(tx, [article.id])).find(({ id }) => id === contributor_id)
  if (!own) throw new DomainError('not_found', NOT_NAMED)
  const isSameCredit =
    !credit || (own.credit.join() === creditInOrder(credit).join() && (own.creditSaidBy === 'person' || !credit.length))
  const isSameInterests = competingInterests === undefined || competingInterests === own.competingInterests
  if (isSameCredit && isSameInterests) return
  // What is published changes by a correction.
  if (hasBeenPublic(article)) throw new DomainError('conflict', NOTHING_TO_CONFIRM)
  if (!isSameCredit) await sayRoles(tx, own.id, credit, 'person')
  if (!isSameInterests)
    await tx
      .updateTable('contributors')
      .set({ competing_interests: competingInterests })
      .where('id', '=', own.id)
      .execute()
  // A form that an editor has open does not bring the former roles back.
  await tx
    .updateTable('articles')
    .set({ updated_at: now(), version: article.version + 1 })
    .where('id', '=', article.id)
    .execute()
  const about = { after: { contributorId: own.id } }
  if (!isSameCredit) await writeAuditEntry(tx, null, 'article.state-roles', article.id, about)
  if (!isSameInterests) await writeAuditEntry(tx, null, 'article.state-interests', article.id, about)
}
