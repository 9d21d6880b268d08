import { type ArticleFlags, isPublic } from '../../../../contract/rules/articles/article-policy.ts'
import { fileIdOf } from '../../../../contract/rules/files/file-rules.ts'
import { Picture } from '../../../ui/picture.tsx'
import { browserApi } from '../../../client/api.ts'
import { useAnswer } from '../../../ui/use-answer.ts'

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

/**
 * A short-lived URL of a private file, for elements that cannot send a token. Null until it is loaded, and if
 * loading fails.
 */
export function usePrivateFile(url: string | null): string | null {
  const id = (url === null ? undefined : fileIdOf(url)) ?? ''
  const { answer, of } = useAnswer(async () => (id === '' ? null : browserApi.files.link({ id })), id)
  return of === id ? (answer?.url ?? null) : null
}
