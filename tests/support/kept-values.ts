import type { Database } from '../../src/platform/database/connect.ts'
import { articleStatus } from '../../src/contract/rules/articles/article-policy.ts'
import { flagsOf } from '../../src/journal/publication/articles/transitions.ts'
import type { ArticleRow } from '../../src/platform/database/tables.ts'
import { ANALYSER } from '../../src/platform/search-engine/analyser.ts'
import { loadHeads } from '../../src/platform/search-engine/article-heads.ts'

/** A manuscript whose peer review has ended without acceptance counts as rejected. */
const statusOf = (article: Pick<ArticleRow, 'published_at' | 'approved_at' | 'archived_at' | 'closed_at'>) =>
  articleStatus({ ...flagsOf(article), stage: article.closed_at === null ? null : 'declined' })

/** What is kept about articles, and the same recomputed from the articles: a test expects them to be equal. */
export async function keptAndRecomputed({ db }: Database) {
  const articles = await db.selectFrom('articles').selectAll().orderBy('id').execute()
  const heads = await db.selectFrom('article_heads').selectAll().orderBy('article_id').execute()
  const analysed = new Map(
    (
      await loadHeads(
        db,
        articles.map(({ id }) => id),
      )
    ).map((head) => [head.id, head]),
  )
  const counted = (place: 'category_id' | 'volume_id') => {
    const counts: Record<string, number> = {}
    for (const article of articles) {
      if (article[place] === null) continue
      const key = `${article[place]} ${statusOf(article)}`
      counts[key] = (counts[key] ?? 0) + 1
    }
    return counts
  }
  const kept = (rows: { place: string; status: string; articles: number }[]) =>
    Object.fromEntries(
      rows.filter((row) => row.articles !== 0).map((row) => [`${row.place} ${row.status}`, row.articles]),
    )
  return {
    kept: {
      heads: heads.map(
        ({ no: _, word_index: _index, ...head }: (typeof heads)[number] & { word_index?: string }) => head,
      ),
      categories: kept(
        await db.selectFrom('category_counts').select(['category_id as place', 'status', 'articles']).execute(),
      ),
      volumes: kept(
        await db.selectFrom('volume_counts').select(['volume_id as place', 'status', 'articles']).execute(),
      ),
    },
    recomputed: {
      heads: articles.map((article) => {
        const { id, ...made } = analysed.get(article.id)!
        const { category_id, volume_id, created_at } = article
        return {
          article_id: id,
          category_id,
          volume_id,
          created_at,
          status: statusOf(article),
          ...made,
          analyser: ANALYSER,
        }
      }),
      categories: counted('category_id'),
      volumes: counted('volume_id'),
    },
  }
}
