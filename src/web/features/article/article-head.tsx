import type { PublicArticle } from '../../../contract/articles.ts'
export function ArticleHead(_: { article: PublicArticle }) {
  return null
}
