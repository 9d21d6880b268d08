import { type Ref, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Article } from '../../../contract/api/articles.ts'
import { PAGE_SIZE, pageFromSearch } from '../../../contract/rules/site/page-numbers.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { useSession } from '../../client/session.ts'
import { isInPeerReview, MyArticleCard, useMyArticles } from '../../features/articles/my-articles/my-articles.tsx'
import { WithdrawDialog } from '../../features/peer-review/author/withdraw.tsx'
import { NeedsYou } from '../../features/peer-review/author/needs-you.tsx'
import { MyReviews } from '../../features/peer-review/reviewer/mine/my-reviews.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Empty, Failure, TryAgain } from '../../ui/states.tsx'
import { TitleText } from '../../ui/title-text.tsx'
import { browserApi } from '../../client/api.ts'
import { useAnswer } from '../../ui/use-answer.ts'
import { StatusMarkLegend } from '../../features/peer-review/shared/status-marks.tsx'
import { CaseTable } from '../../features/peer-review/editor/today/case-table.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/my-articles'

const load = async ({ api, search }: LoadArgs) => {
  const listing = await api.articles.mine({ page: pageFromSearch(search), limit: PAGE_SIZE.myArticles })
  return { ...listing, needsYou: await api.manuscripts.needsYou() }
}

export const clientLoader = inArea(load)
export const HydrateFallback = PresentSkeleton

/** My Articles: the author's own submissions. */
export default function MyArticles({ loaderData: { data: listing, failure } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  if (!failure) {
    return (
      <>
        <Articles listing={listing} />
        <GuestCases />
      </>
    )
  }
  return (
    <>
      <Head note="" />
      <Failure title="Error Loading Posts" message="Failed to fetch articles">
        <TryAgain onClick={() => void revalidate()} />
      </Failure>
    </>
  )
}

function Articles({ listing }: { listing: Awaited<ReturnType<typeof load>> }) {
  const session = useSession()
  const { revalidate } = useRevalidator()
  const { articles, meta, remove } = useMyArticles(listing)
  const [deleting, setDeleting] = useState<Article | null>(null)
  const submit = useRef<HTMLAnchorElement>(null)
  const deleted = useRef(false)

  const confirmed = async (article: Article) => {
    deleted.current = await remove(article)
    setDeleting(null)
  }

  // The delete button disappears with its card: move the focus.
  useEffect(() => {
    if (deleting === null && deleted.current) submit.current?.focus()
    deleted.current = false
  }, [deleting])

  return (
    <>
      <Head note={counted(meta.totalItems, 'article')} submit={submit} />
      <NeedsYou manuscripts={listing.needsYou} />
      {articles.length || (meta.page > 1 && meta.totalItems > 0) ? (
        <ul className="grid3" role="list">
          {articles.map((article) => (
            <li key={article.id}>
              <MyArticleCard article={article} onDelete={setDeleting} />
            </li>
          ))}
        </ul>
      ) : (
        <Empty title="No articles found">
          <p>Your submissions and their status will appear here.</p>
          <Link className="btn solid" to={paths.submit}>
            Create Your First Article
          </Link>
        </Empty>
      )}
      <MyReviews />
      <Pager path={paths.dashboard} meta={meta} label="Pages of your articles" size={7} />
      {deleting && isInPeerReview(deleting) && session && (
        <WithdrawDialog
          id={deleting.id}
          userId={session.user.id}
          onChanged={() => void revalidate()}
          onClose={() => setDeleting(null)}
        >
          <p className="about">
            <TitleText title={deleting.title} />
          </p>
        </WithdrawDialog>
      )}
      {deleting && !isInPeerReview(deleting) && (
        <ConfirmDialog
          title="Delete article"
          confirm="Delete"
          danger
          onConfirm={() => confirmed(deleting)}
          onClose={() => setDeleting(null)}
        >
          <p>Are you sure you want to delete this article?</p>
          <p className="about">
            <TitleText title={deleting.title} />
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Head({ note, submit }: { note: string; submit?: Ref<HTMLAnchorElement> }) {
  return (
    <header className="head wrapping">
      <PageHead title="My Articles" />
      <div>
        <h1>My Articles</h1>
        <p role="status">{note}</p>
      </div>
      <Link className="btn solid" to={paths.submit} ref={submit}>
        Submit New Article
      </Link>
    </header>
  )
}

/** The manuscripts that someone has been asked to edit without being an administrator; most people have none. */
function GuestCases() {
  const { answer } = useAnswer(() => browserApi.caseList.asGuest({}))
  if (!answer?.lines.length) return null
  return (
    <section className="part" aria-labelledby="guest-cases">
      <h2 id="guest-cases">Manuscripts you edit</h2>
      <CaseTable lines={answer.lines} today={new Date().toISOString().slice(0, 10)} />
      <StatusMarkLegend />
    </section>
  )
}
