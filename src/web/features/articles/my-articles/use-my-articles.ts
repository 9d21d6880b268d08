import { useEffect, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { Article } from '../../../../contract/api/articles.ts'
import type { Paged } from '../../../../contract/rules/site/page-numbers.ts'
import { pageHref, paths } from '../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../client/api.ts'
import { failureOf } from '../../../client/api-error.ts'
import { toast } from '../../../ui/toast.ts'

const FAILED = 'Failed to delete article'

/** One page of the author's articles, and their deletion; the list stays visible meanwhile. */
export function useMyArticles({ data, meta }: Paged<Article>) {
  const { page } = meta
  const { revalidate } = useRevalidator()
  const [deleted, setDeleted] = useState<ReadonlySet<string>>(new Set())
  const articles = data.filter(({ id }) => !deleted.has(id))
  const gone = data.length - articles.length

  // After deleting the last article of the last page, go to the page before.
  const navigate = useNavigate()
  const lastPage = data.length === 0 && page > meta.totalPages ? meta.totalPages : null
  useEffect(() => {
    if (lastPage) void navigate(pageHref(paths.dashboard, lastPage), { replace: true })
  }, [lastPage, navigate])

  /**
   * True if the article was deleted. Another tab or an editor may have been first, so the list is reloaded in
   * any case.
   */
  const remove = async ({ id }: Article): Promise<boolean> => {
    try {
      await browserApi.articles.remove({ id })
      setDeleted((before) => new Set([...before, id]))
      toast.success('Article deleted successfully')
      return true
    } catch (error) {
      const { statusCode, message } = failureOf(error)
      // Without a status there was no answer, and the browser's own message is no help.
      toast.error(statusCode && message ? `${FAILED}: ${message}` : FAILED)
      return false
    } finally {
      void revalidate()
    }
  }

  return { articles, meta: { ...meta, totalItems: meta.totalItems - gone }, remove }
}
