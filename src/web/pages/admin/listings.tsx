import { useEffect, useMemo, useRef } from 'react'
import { useLoaderData, useLocation, useNavigate, useRevalidator } from 'react-router'
import type { Api } from '../../../contract/api/api.ts'
import { counted } from '../../../contract/domain/counted.ts'
import { slidingWindow } from '../../ui/pager-window.ts'
import { KeyboardHint } from '../../features/articles/editorial-desk/keyboard-hint.tsx'
import { ClearFilters, ListingFilters } from '../../features/articles/editorial-desk/listing-filters.tsx'
import {
  isNarrowed,
  listingHref,
  listingInput,
  listingQuery,
  type ListingQuery,
} from '../../features/articles/editorial-desk/listing-query.ts'
import { ListingSkeleton } from '../../features/articles/editorial-desk/listing-skeleton.tsx'
import { ListingsTable } from '../../features/articles/editorial-desk/listings-table.tsx'
import { ReviewDialogs } from '../../features/articles/editorial-desk/review-dialogs.tsx'
import { useListKeys } from '../../features/articles/editorial-desk/use-list-keys.ts'
import { useReview, type Review } from '../../features/articles/editorial-desk/use-review.ts'
import { useSettled } from '../../features/articles/editorial-desk/use-settled.ts'
import { inArea, type LoadArgs } from '../../load.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Empty, Failure, TryAgain } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'

/** The admin list shows five page numbers. */
const PAGER_SIZE = 5

type Listing = Awaited<ReturnType<Api['articles']['all']>>

const load = ({ api, search }: LoadArgs): Promise<Listing> => api.articles.all(listingInput(listingQuery(search)))

export const clientLoader = inArea(load)

/** Research Listings: every article in every state, and what editors decide about them. */
export default function Listings() {
  const { search } = useLocation()
  const query = useMemo(() => listingQuery(new URLSearchParams(search)), [search])
  const { revalidate } = useRevalidator()
  const { value: listing, error, pending } = useSettled(useLoaderData() as { loading: Promise<Listing> })
  const review = useReview(() => void revalidate())
  const area = useRef<HTMLDivElement>(null)
  const keys = useListKeys(area)
  const failed = error !== null && !pending
  useLastPage(query, pending ? null : listing)

  useEffect(() => {
    if (!failed) return
    toast.error('Failed to fetch articles', { id: 'articles' })
    return () => toast.dismiss('articles')
  }, [failed, error])

  return (
    <div ref={area} aria-busy={pending}>
      <Head note={failed ? '' : listing && found(listing, query)} />
      <ListingFilters
        query={query}
        counts={listing?.counts ?? null}
        // An empty list says it itself.
        canClear={isNarrowed(query) && listing?.data.length !== 0}
      />
      {failed ? (
        <Failure message="Failed to fetch articles">
          <TryAgain onClick={() => void revalidate()} />
        </Failure>
      ) : listing ? (
        <Found listing={listing} query={query} review={review} />
      ) : (
        <ListingSkeleton />
      )}
      <KeyboardHint keys={keys} />
      <ReviewDialogs review={review} />
    </div>
  )
}

/** Shown by the server and until the first answer: the server knows no reader. */
export function HydrateFallback() {
  return (
    <>
      <Head note={null} />
      <ListingSkeleton />
    </>
  )
}

function Head({ note }: { note: string | null }) {
  return (
    <header className="head">
      <PageHead title="Research Listings" />
      <div>
        <h1>Research Listings</h1>
        <p role="status">{note ?? 'Loading articles...'}</p>
      </div>
    </header>
  )
}

/** How many there are, or how many the filters leave. */
function found({ meta: { totalItems }, counts }: Listing, query: ListingQuery): string {
  const articles = counted(totalItems, 'article')
  if (isNarrowed(query)) return `${articles} found`
  return counts.pending ? `${articles}, ${counts.pending} pending` : articles
}

function Found({ listing: { data, meta }, query, review }: { listing: Listing; query: ListingQuery; review: Review }) {
  // A page beyond the end: the last one is on its way.
  if (!data.length && meta.totalItems > 0) return <ListingSkeleton />
  if (!data.length) {
    return isNarrowed(query) ? (
      <Empty title="No articles found">
        <p>No matches. Try removing a filter.</p>
        <ClearFilters query={query} className="btn" />
      </Empty>
    ) : (
      <Empty title="No articles found">
        <p>New submissions will appear here.</p>
      </Empty>
    )
  }
  return (
    <>
      <ListingsTable articles={data} review={review} />
      <Pager
        path={listingHref({ ...query, page: 1 })}
        page={meta.page}
        totalPages={meta.totalPages}
        items={slidingWindow(meta.page, meta.totalPages, PAGER_SIZE)}
        label="Pages of articles"
      />
    </>
  )
}

/** A page beyond the end, as when its last article has gone, gives way to the last one. */
function useLastPage(query: ListingQuery, listing: Listing | null) {
  const navigate = useNavigate()
  const last = listing === null ? query.page : Math.max(1, listing.meta.totalPages)
  useEffect(() => {
    if (query.page > last) {
      void navigate(listingHref({ ...query, page: last }), { replace: true })
    }
  }, [navigate, query, last])
}
