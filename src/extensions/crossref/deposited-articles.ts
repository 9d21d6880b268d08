import { citationRecord } from '../../contract/rules/articles/citation/record.ts'
import { presentPublicArticle } from '../../journal/publication/articles/present.ts'
import { loadArticles } from '../../journal/publication/articles/queries.ts'
import type { Db } from '../../platform/database/connect.ts'
import { registersDoi } from '../../journal/publication/dois/enqueue-deposit.ts'
import type { Deposited } from './deposit-xml.ts'
import { referencesOfArticles } from './references.ts'

/** What is deposited of these articles, in this order; those that are not public, or not registered here, are left out. */
export async function depositedArticles(db: Db, publicUrl: string, ids: readonly string[]): Promise<Deposited[]> {
  if (!ids.length) return []
  const rows = await db.selectFrom('public_articles').selectAll().where('id', 'in', ids).execute()
  const articles = (await loadArticles(db, rows.filter(registersDoi))).map(presentPublicArticle)
  const references = await referencesOfArticles(
    db,
    articles.map(({ id }) => id),
  )
  const deposited = articles.map((article) => ({
    article,
    record: citationRecord(article, publicUrl),
    references: references.get(article.id) ?? [],
  }))
  const byId = new Map(deposited.map((one) => [one.article.id, one]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
