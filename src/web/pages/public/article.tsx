import { useEffect, useRef } from 'react'
import { Link, useLoaderData } from 'react-router'
import type { PublicArticle } from '../../../contract/api/articles.ts'
import { isPublicRole } from '../../../contract/domain/contributor-roles.ts'
import { ApiError } from '../../../contract/domain/api-error.ts'
import { paths } from '../../../contract/domain/paths.ts'
import { ArticleHead } from '../../features/articles/article/article-head.tsx'
import { RemovedArticle } from '../../features/articles/article/removed-article.tsx'
import { ArticleView } from '../../features/articles/article/article-view.tsx'
import { inBrowser, onServer, type LoadArgs } from '../../load.ts'
import { useSession } from '../../client/session.ts'
import { Loaded, type Loadable } from '../../ui/loaded.tsx'
import { failureBoundary } from '../../ui/route-failure.tsx'
import { Failure, SkeletonLines, TryAgain } from '../../ui/states.tsx'
import { TitledPage } from '../../ui/titled-page.tsx'
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
export const ErrorBoundary = failureBoundary((error) => <ServerFailure error={error} />)

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

/**
 * The server renders for everyone and shows no drafts. Their submitter and administrators ask once more as
 * themselves; what their browser hears is final.
 */
function ServerFailure({ error }: { error: ApiError }) {
  const session = useSession()
  const retry = useRetry()
  const asked = useRef(false)
  const hidden = error.statusCode === 404
  useEffect(() => {
    if (!hidden || !session || asked.current) return
    asked.current = true
    retry()
  }, [hidden, session, retry])
  return <ArticleFailure error={error} />
}

function ArticleFailure({ error }: { error: ApiError }) {
  const retry = useRetry()
  if (error.removed) return <RemovedArticle article={error.removed} />
  if (error.statusCode === 404) {
    return (
      <TitledPage title="Post not found">
        <Failure message="It may have been withdrawn, or the address may be mistyped.">
          <WaysOn />
        </Failure>
      </TitledPage>
    )
  }
  if (error.statusCode === 400) {
    return (
      <TitledPage title="Post ID is required">
        <Failure message="The address of the article is incomplete.">
          <WaysOn />
        </Failure>
      </TitledPage>
    )
  }
  return (
    <TitledPage title="Failed to load post details">
      <Failure message="Please try again later.">
        <TryAgain onClick={retry} />
        <WaysOn />
      </Failure>
    </TitledPage>
  )
}

/** People who are signed in have a dashboard to go back to; others have the journal. */
function WaysOn() {
  const session = useSession()
  return (
    <>
      {session && (
        <Link className="btn" to={session.user.role === 'admin' ? paths.admin : paths.dashboard}>
          Back to Dashboard
        </Link>
      )}
      <Link className={session ? 'btn text' : 'btn'} to={paths.articles}>
        Current Articles
      </Link>
      <Link className="btn text" to={paths.home}>
        Go to Home
      </Link>
    </>
  )
}
