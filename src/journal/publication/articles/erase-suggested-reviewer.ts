import type { Tx } from '../../../platform/database/connect.ts'
import { keepHeads } from '../../../platform/search-engine/article-heads.ts'

/** Removes contributors with the role Reviewer who have one of these addresses (in lower case). */
export async function eraseSuggestedReviewer(tx: Tx, { emails }: { emails: readonly string[] }): Promise<void> {
  if (!emails.length) return
  const found = await tx
    .selectFrom('article_contributors')
    .innerJoin('contributors', 'contributors.id', 'article_contributors.contributor_id')
    .select(['contributors.id', 'article_id'])
    .where('role', '=', 'Reviewer')
    .where('contributors.email', '<>', '')
    .where((where) => where(where.fn<string>('lower', ['contributors.email']), 'in', emails))
    .execute()
  if (!found.length) return
  const ids = found.map(({ id }) => id)
  await tx.deleteFrom('article_contributors').where('contributor_id', 'in', ids).execute()
  await tx.deleteFrom('contributors').where('id', 'in', ids).execute()
  await keepHeads(tx, [...new Set(found.map(({ article_id }) => article_id))])
}
