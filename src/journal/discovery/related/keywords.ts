import { keywordSlug } from '../../../contract/rules/articles/keywords.ts'
import { publicArticlesOf } from '../../publication/articles/queries.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { idsOnPage, type Order, type Page } from '../../../platform/database/list-pages.ts'
import { notFound } from '../../../platform/errors.ts'

const NEWEST: Order = [
  ['published_at', 'desc'],
  ['id', 'desc'],
]

/** The public articles with a keyword, newest first; unknown keywords are not found. */
export async function articlesWithKeyword(db: Db, asked: string, page: Page) {
  const slug = keywordSlug(asked)
  const spellings = slug === undefined ? [] : await spellingsOf(db, slug)
  const name = spellings[0]?.label
  if (slug === undefined || name === undefined) throw notFound('Keyword')
  const total = spellings.reduce((sum, { articles }) => sum + articles, 0)
  const { ids, meta } = await idsOnPage(withKeyword(db, slug).select('articles.id'), NEWEST, page, total)
  return { data: await publicArticlesOf(db, ids), meta, keyword: { slug, name } }
}

const withKeyword = (db: Db, slug: string) =>
  db
    .selectFrom('article_terms')
    .innerJoin('public_articles as articles', 'articles.id', 'article_terms.article_id')
    .where('article_terms.kind', '=', 'keyword')
    .where('article_terms.key', '=', slug)

/** How public articles spell a keyword, the most frequent spelling first. */
async function spellingsOf(db: Db, slug: string) {
  const spellings = await withKeyword(db, slug)
    .select((select) => ['article_terms.label', select.fn.countAll<number>().as('articles')])
    .groupBy('article_terms.label')
    .execute()
  // Sorted here, because the databases collate capitals differently.
  return spellings.sort((one, other) => other.articles - one.articles || (one.label < other.label ? -1 : 1))
}
