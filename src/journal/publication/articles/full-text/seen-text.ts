import type { Caller } from '../../../../platform/call.ts'
import { articlePolicy } from '../../../../contract/rules/articles/article-policy.ts'
import { fileIdOf } from '../../../../contract/rules/files/file-rules.ts'
import { type Db, retrying, type Tx } from '../../../../platform/database/connect.ts'
import type { ArticleRow } from '../../../../platform/database/tables.ts'
import { notFound, refuse } from '../../../../platform/errors.ts'
import { actingOn } from '../../../peer-review/recusal.ts'
import { withStored } from '../../files/stored-files.ts'
import { heldTextId } from '../../issues/held.ts'
import { loadSource } from '../../full-text/stored-text.ts'
import { isInProduction, recordOf } from '../policy.ts'
import { type FullTextResources, type PreparedText, prepareSeenText, type TextToAttach } from './draft.ts'

/** The text that an approval or a correction gives; undefined if it gives none, or names the present one. */
export async function seenText(
  resources: FullTextResources,
  caller: Caller,
  given: { id: string; fullTextUrl?: string | null | undefined; fullTextDigest?: string | undefined },
): Promise<PreparedText | undefined> {
  const { fullTextUrl: url, fullTextDigest: digest } = given
  if (!url) return undefined
  const { db } = resources.database
  const article = await correctable(db, caller, given.id)
  const present = await loadSource(db, given.id)
  if (present && present.id === fileIdOf(url)) return undefined
  return prepareSeenText(resources, caller, { url, digest }, article)
}

/** An article whose files the caller may replace. */
export async function correctable(db: Db, caller: Caller, id: string): Promise<ArticleRow> {
  const article = await db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirst()
  if (!article) throw notFound('Post')
  const record = recordOf(article, null, await isInProduction(db, caller, id))
  refuse(articlePolicy.refusal(await actingOn(db, caller, id), 'correctFiles', record))
  return article
}

export type ArticleResources = FullTextResources & { readonly publicUrl: string }

/**
 * Changes an article in a transaction, with the full text that the call may give. It is converted and its pictures are
 * stored before, because that takes seconds.
 */
export async function withText<T>(
  resources: ArticleResources & { caller: Caller },
  given: { id: string; fullTextUrl?: string | null | undefined; fullTextDigest?: string | undefined },
  change: (tx: Tx, text?: TextToAttach) => Promise<T>,
  /** Violated by others at the same time: another attempt finds what is free. */
  indexes: readonly string[] = [],
): Promise<T> {
  const { database, caller, publicUrl } = resources
  const text = await seenText(resources, caller, given)
  const heldId = text ? await heldTextId(database.db, given.id) : null
  const answer = await withStored(resources, text?.pictures ?? [], (pictures, keep) =>
    retrying(indexes, () =>
      database.transaction((tx) => change(tx, text && { text, pictures, keep, publicUrl, heldId })),
    ),
  )
  return answer as T
}
