import { isPublic, type ArticleFlags } from '../../../../contract/domain/article-status.ts'
import { usePrivateFile } from './use-private-file.ts'

/**
 * The address of an article's featured image for whoever sees the article: its public one, or one of their
 * own while the article is not public. Null without an image, and while there is no address yet.
 */
export function useShownImage(article: ArticleFlags & { imageUrl: string | null }): string | null {
  const isSeen = isPublic(article)
  const address = usePrivateFile(isSeen ? null : article.imageUrl)
  return isSeen ? article.imageUrl : address
}
