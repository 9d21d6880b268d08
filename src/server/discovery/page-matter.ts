import type { PublicArticle } from '../../contract/api/articles.ts'
import { isPublic } from '../../contract/domain/article-status.ts'
import { pageFromSearch } from '../../contract/domain/page-numbers.ts'
import { paths } from '../../contract/domain/paths.ts'
import type { PageMatter } from '../http/mount-pages.ts'
import type { Platform } from '../platform.ts'
import { referencesOf } from '../references/queries.ts'
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
