import { useEffect, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { Article } from '../../../../contract/api/articles.ts'
import { articlePolicy, isPublic } from '../../../../contract/rules/articles/article-policy.ts'
import { AUTHOR_STAGES, authorStage } from '../../../../contract/rules/peer-review/author-stage.ts'
import type { Paged } from '../../../../contract/rules/site/page-numbers.ts'
import { pageHref, paths } from '../../../../contract/rules/site/paths.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import { failureOf } from '../../../client/api-error.ts'
import { browserApi } from '../../../client/api.ts'
import { useActor } from '../../../client/session.ts'
import { Link } from '../../../ui/link.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { toast } from '../../../ui/toast.ts'
import { CoverImage } from '../cover-image.tsx'
import { useShownImage } from '../files/private-image.tsx'
import { StatusChip } from '../status-chip.tsx'

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

/** Reviewers may be at work: such a manuscript is withdrawn, and nothing is deleted. */
export const isInPeerReview = ({ stage }: Article): boolean => stage !== null && stage !== 'screening'

/** One of the author's own articles, with its status. */
export function MyArticleCard({ article, onDelete }: { article: Article; onDelete: (article: Article) => void }) {
  const actor = useActor()
  const { id, title, category, createdAt, publishedAt, published, stage } = article
  // The public page shows what is published; a manuscript has a page of its own.
  const address = published ? paths.article(id) : paths.manuscript(id)
  return (
    <>
      <div className="mine">
        <CoverImage article={article} imageUrl={useShownImage(article)} place="own card" />
        <div>
          <StatusChip article={article} word={AUTHOR_STAGES[authorStage(article)]} />
          <p>{category.name}</p>
          <p>{publishedAt ? `Published ${longDate(publishedAt)}` : `Submitted ${longDate(createdAt)}`}</p>
        </div>
        <h2>
          <Link to={address}>
            <TitleText title={title} />
          </Link>
        </h2>
      </div>
      <p className="wrapping pull">
        <Link className="btn text" to={address}>
          View Details<span className="sr">: {plainTitle(title)}</span>
        </Link>
        {isPublic(article) && (
          <Link className="btn text" to={paths.ownRequests(id)}>
            Ask for a Correction<span className="sr">: {plainTitle(title)}</span>
          </Link>
        )}
        {articlePolicy.can(actor, 'withdraw', article) && stage !== 'declined' && stage !== 'withdrawn' && (
          <button type="button" className="btn text danger" onClick={() => onDelete(article)}>
            {isInPeerReview(article) ? 'Withdraw' : 'Delete'}
            <span className="sr">: {plainTitle(title)}</span>
          </button>
        )}
      </p>
    </>
  )
}
