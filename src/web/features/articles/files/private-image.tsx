import { type ArticleFlags, isPublic } from '../../../../contract/rules/articles/article-policy.ts'
import { usePrivateFile } from '../../../ui/files/use-private-file.ts'
import { Picture } from '../../../ui/picture.tsx'

/** A private image as it was uploaded. */
export function PrivateImage({ url, alt }: { url: string; alt: string }) {
  const address = usePrivateFile(url)
  return (
    <span className="cover-image mounted whole">
      {address && <Picture url={address} size={null} alt={alt} sizes="" />}
    </span>
  )
}

/**
 * The URL of an article's featured image: the public one, or a private one while the article is not public.
 * Null without an image, and until the URL is loaded.
 */
export function useShownImage(article: ArticleFlags & { imageUrl: string | null }): string | null {
  const isSeen = isPublic(article)
  const address = usePrivateFile(isSeen ? null : article.imageUrl)
  return isSeen ? article.imageUrl : address
}
