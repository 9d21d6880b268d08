import { BULK_MANY, BULK_NONE, bulkCounts, type BulkForm } from '../../../../contract/api/bulk-articles.ts'
import { MATCHES_MAX } from '../../../../contract/rules/articles/article-policy.ts'
import type { Actor } from '../../../../contract/rules/accounts/access.ts'
import type { Db } from '../../../../platform/database/connect.ts'
import { DomainError, invalid } from '../../../../platform/errors.ts'
import { recusedIds } from '../../../peer-review/recusal.ts'
import { IDS_AT_ONCE } from '../../bulk-changes.ts'
import { idsThatMatch } from '../listing.ts'

/**
 * The articles that are meant, in one order for everybody, so that two changes at once wait for each other. Those that are
 * gone, and those from which the editor is recused, are not among them, and nobody learns which.
 */
export async function chosenIds(
  db: Db,
  editor: Actor,
  { ids, matching }: Pick<BulkForm, 'ids' | 'matching'>,
): Promise<string[]> {
  if ((ids === undefined) === (matching === undefined)) throw invalid('ids', 'Please choose articles')
  const found = ids === undefined ? await thoseThatMatch(db, editor, matching!) : await thoseOf(db, editor, ids)
  if (!found.length) throw new DomainError('conflict', BULK_NONE)
  return found.toSorted()
}

async function thoseThatMatch(
  db: Db,
  editor: Actor,
  { seen, ...listing }: NonNullable<BulkForm['matching']>,
): Promise<string[]> {
  const found = await idsThatMatch(db, editor, listing)
  if (found === null || found.length > MATCHES_MAX) throw new DomainError('conflict', BULK_MANY)
  if (found.length !== seen) throw new DomainError('conflict', bulkCounts(found.length))
  return found
}

async function thoseOf(db: Db, editor: Actor, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids)]
  const hidden = new Set(await recusedIds(db, editor.userId))
  const found: string[] = []
  for (let at = 0; at < wanted.length; at += IDS_AT_ONCE) {
    const some = wanted.slice(at, at + IDS_AT_ONCE)
    const rows = await db.selectFrom('articles').select('id').where('id', 'in', some).execute()
    for (const { id } of rows) if (!hidden.has(id)) found.push(id)
  }
  return found
}
