import type { PublicArticle } from '../../../contract/articles.ts'
export function Citation(_: { article: PublicArticle }) {
  return null
}
