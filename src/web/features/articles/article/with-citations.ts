import type { Api } from '../../../../contract/api/api.ts'
import { isPublic } from '../../../../contract/rules/articles/article-policy.ts'
import type { ArticleData } from './article-data.ts'
import type { CitableArticle } from './citation.tsx'

/**
 * Adds the references to a public article. Only the rendering reads them: they are not enumerable, so they do not travel
 * with the page's data, beside the markup that was made from them.
 */
export async function withCitations(api: Api, article: ArticleData): Promise<CitableArticle> {
  if (!isPublic(article)) return article
  const formatted = await api.citations.get({ id: article.id }).then(
    (answer) => answer.formatted,
    () => null,
  )
  // That there are none does travel: the page in the browser must be the same.
  return Object.defineProperty(article, 'formatted', { value: formatted, enumerable: formatted === null })
}
