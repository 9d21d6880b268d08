import type { PublicArticle } from '../../contract/api/articles.ts'
import { isPublic } from '../../contract/rules/articles/article-policy.ts'
import { pageFromSearch } from '../../contract/rules/site/page-numbers.ts'
import { paths } from '../../contract/rules/site/paths.ts'
import type { PageMatter } from '../../platform/http/mount-pages.ts'
import type { Platform } from '../../platform/platform.ts'
import { referencesOf } from '../documents/reference-queries.ts'
import { referenceTags } from './reference-tags.ts'
import { articleLinkHeader } from './signposting.ts'

/**
 * What the page of an article says to programs alone: the links of its header, and on the first page of its text the
 * works that it cites.
 */
export async function pageMatter(
  { database, publicUrl }: Platform,
  answers: ReadonlyMap<string, unknown>,
  { pathname, searchParams }: URL,
): Promise<PageMatter | null> {
  const article = answers.get('articles.details') as PublicArticle | undefined
  if (!article || pathname !== paths.article(article.id) || !isPublic(article)) return null
  const isFirstPage = pageFromSearch(searchParams) === 1
  return {
    link: articleLinkHeader(article, publicUrl),
    head: isFirstPage ? referenceTags(await referencesOf(database.db, article.id)) : '',
  }
}
