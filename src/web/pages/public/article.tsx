import { useEffect } from 'react'
import { redirect, useRevalidator } from 'react-router'
import { citationRecord } from '../../../contract/rules/articles/citation/record.ts'
import { RESEARCH_ARTICLE } from '../../../contract/rules/articles/notices.ts'
import { pageFromSearch } from '../../../contract/rules/site/page-numbers.ts'
import { HOMES, paths } from '../../../contract/rules/site/paths.ts'
import { isPublic } from '../../../contract/rules/articles/article-policy.ts'
import { ApiError, type PageFailure } from '../../client/api-error.ts'
import { useSession } from '../../client/session.ts'
import {
  articleData,
  type ArticleData,
  nearbyData,
  withCitations,
} from '../../features/articles/article/article-data.ts'
import { ArticleHead, ArticleView, RemovedArticle } from '../../features/articles/article/article-view.tsx'
import { loadText } from '../../features/articles/article/reading/loaded-text.ts'
import { inBrowser, type LoadArgs, onServer } from '../../load.ts'
import { Link } from '../../ui/link.tsx'
import { usePublicUrl } from '../../ui/page-head.tsx'
import { Failure, TryAgain } from '../../ui/states.tsx'
import { TitledPage } from '../../ui/titled-page.tsx'
import { browserApi } from '../../client/api.ts'
import type { Route } from './+types/article'

const load = async ({ api, params: { id = '' }, search, besideData }: LoadArgs) => {
  if (!id.trim()) throw new ApiError(400, 'Post ID is required')
  const part = pageFromSearch(search)
  const [article, text, usage, nearby] = await Promise.all([
    api.articles.details({ id }),
    loadText(api, id, part),
    // The article is complete without these.
    api.usage.article({ id }).catch(() => null),
    api.relatedArticles.get({ id }).catch(() => null),
  ])
  // Without a text the article has one page.
  if (!text && part > 1) throw redirect(paths.article(id))
  // The article is complete without its record, and most have one version.
  const record = article.versionNumber > 1 ? await api.versions.list({ id }).catch(() => null) : null
  const citable = await withCitations(api, articleData(article, usage))
  return {
    nearby: nearby && nearbyData(nearby),
    // A query for notices alone.
    notice: article.type === RESEARCH_ARTICLE ? null : (await api.notices.about({ id })).own,
    article: citable,
    versions: record?.versions ?? [],
    text: text && { ...text, html: besideData(text.html) },
  }
}

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Article({ loaderData: { data, failure } }: Route.ComponentProps) {
  const publicUrl = usePublicUrl()
  useCountedView(data?.article)
  if (failure) return <ArticleFailure failure={failure} />
  const { article, versions, text, nearby, notice } = data
  const record = citationRecord(article, publicUrl)
  return (
    <>
      <ArticleHead article={article} record={record} />
      <ArticleView article={article} record={record} versions={versions} text={text} nearby={nearby} notice={notice} />
    </>
  )
}

function ArticleFailure({ failure: { statusCode, removed, fromServer } }: { failure: PageFailure }) {
  const { revalidate } = useRevalidator()
  const session = useSession()
  // The server does not render drafts. For their submitter and administrators the browser repeats the request
  // with their session; its answer is final.
  const mayBeDraft = Boolean(fromServer && statusCode === 404 && session)
  useEffect(() => {
    if (mayBeDraft) void revalidate()
  }, [mayBeDraft, revalidate])

  if (removed) return <RemovedArticle article={removed} />
  if (statusCode === 404) {
    return (
      <TitledPage title="Post not found">
        <Failure message="It may have been withdrawn, or the address may be mistyped.">
          <WaysOn />
        </Failure>
      </TitledPage>
    )
  }
  if (statusCode === 400) {
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
        <TryAgain onClick={() => void revalidate()} />
        <WaysOn />
      </Failure>
    </TitledPage>
  )
}

/** The way back: the dashboard for people who are signed in, the journal for others. */
function WaysOn() {
  const session = useSession()
  return (
    <>
      {session && (
        <Link className="btn" to={HOMES[session.user.role].home}>
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

/** The page that the server has sent, and counted. */
let sent = typeof window === 'undefined' ? '' : new URL(performance.getEntriesByType('navigation')[0]!.name).pathname

/** Counts the view of an article that React shows in place of another page; the server sees no page of it. */
function useCountedView(article: ArticleData | undefined): void {
  const id = article?.id
  const isSeenByAll = article !== undefined && isPublic(article)
  useEffect(() => {
    if (id === undefined) return
    const isSent = sent === location.pathname
    sent = ''
    // It is no loss to the reader if it is not counted.
    if (!isSent && isSeenByAll) browserApi.usage.viewed({ id }).catch(() => {})
  }, [id, isSeenByAll])
}
