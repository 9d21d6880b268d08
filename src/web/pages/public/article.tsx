import { useEffect, useRef } from 'react'
import { Link, useLoaderData } from 'react-router'
import type { PublicArticle } from '../../../contract/articles.ts'
import { isPublicRole } from '../../../contract/contributor-roles.ts'
import { ApiError } from '../../../contract/api-error.ts'
import { paths } from '../../../contract/paths.ts'
import { ArticleHead } from '../../features/article/article-head.tsx'
import { RemovedArticle } from '../../features/article/removed-article.tsx'
import { ArticleView } from '../../features/article/article-view.tsx'
import { inBrowser, onServer, type LoadArgs } from '../../load.ts'
import { useSession } from '../../session.ts'
import { Loaded, type Loadable } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { failureBoundary } from '../../ui/route-failure.tsx'
import { Failure, SkeletonLines } from '../../ui/states.tsx'
import { useRetry } from '../../ui/use-retry.ts'

const load = async ({ api, params: { id = '' } }: LoadArgs): Promise<PublicArticle> => {
  if (!id.trim()) throw new ApiError(400, 'Post ID is required')
  const article = await api.articles.details({ id })
  // Reviewers are in the answer for submitters and administrators; the page shows authors alone.
  const contributors = article.contributors.filter((link): link is PublicArticle['contributors'][number] =>
    isPublicRole(link.role),
  )
  return { ...article, contributors }
}

export const loader = onServer(load)
export const clientLoader = inBrowser(load)
export const ErrorBoundary = failureBoundary((error) => <ArticleFailure error={error} />)

/** One article. */
export default function Article() {
  return (
    <Loaded
      data={useLoaderData() as Loadable<PublicArticle>}
      at="article"
      failure={(error) => <ArticleFailure error={error} />}
      skeleton={
        <div className="wrap paper">
          <div className="head">
            <div>
              <SkeletonLines widths={[30, 90, 60, 50, 100, 100, 100, 80]} />
            </div>
          </div>
        </div>
      }
    >
      {(article) => (
        <>
          <ArticleHead article={article} />
          <ArticleView article={article} />
        </>
      )}
    </Loaded>
  )
}

function ArticleFailure({ error }: { error: ApiError }) {
  const session = useSession()
  const retry = useRetry()
  const asked = useRef(false)
  const hidden = error.statusCode === 404

  // The server renders for everyone and shows no drafts. Their submitter and administrators ask
  // again as themselves, once.
  useEffect(() => {
    if (!hidden || !session || asked.current) return
    asked.current = true
    retry()
  }, [hidden, session, retry])

  if (error.removed) return <RemovedArticle article={error.removed} />
  const message = hidden
    ? 'Post not found'
    : error.statusCode === 400
      ? 'Post ID is required'
      : 'Failed to load post details'
  return (
    <div className="wrap section">
      <PageHead title={message} />
      <h1>{message}</h1>
      <Failure
        message={hidden ? 'It may have been withdrawn, or the address may be mistyped.' : 'Please try again later.'}
      >
        <Link className="btn" to={session?.user.role === 'admin' ? paths.admin : paths.dashboard}>
          Back to Dashboard
        </Link>{' '}
        <Link className="btn text" to={paths.articles}>
          Current Articles
        </Link>
      </Failure>
    </div>
  )
}
