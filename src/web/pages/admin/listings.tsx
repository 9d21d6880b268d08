import { useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import type { Api } from '../../../contract/api/api.ts'
import { MATCHES_MAX } from '../../../contract/rules/articles/article-policy.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../client/api.ts'
import { ClearFilters, ListingFilters } from '../../features/articles/editorial-desk/listing-filters.tsx'
import {
  isNarrowed,
  listingHref,
  listingInput,
  listingQuery,
  type ListingQuery,
} from '../../features/articles/editorial-desk/listing-query.ts'
import { ListingsTable } from '../../features/articles/editorial-desk/listings-table.tsx'
import { ReviewDialogs } from '../../features/articles/editorial-desk/review-dialogs.tsx'
import { type Review, useReview } from '../../features/articles/editorial-desk/use-review.ts'
import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { KeyboardHint, type KeyList } from '../../ui/keyboard-hint.tsx'
import { useNewestSearch } from '../../ui/go.ts'
import { Pager } from '../../ui/pager.tsx'
import { Empty, LoadFailure } from '../../ui/states.tsx'
import { toastFailure } from '../../ui/toast.ts'
import { useListShortcuts } from '../../ui/use-shortcuts.ts'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/listings'

const KEYS: KeyList = [
  [['/'], 'Search'],
  [['j', 'k'], 'Next and previous article'],
  [['Enter'], 'Open the details'],
  [['Esc'], 'Close the details'],
]

type Listing = Awaited<ReturnType<Api['articles']['all']>>

const load = ({ api, search }: LoadArgs): Promise<Listing> => api.articles.all(listingInput(listingQuery(search)))

export const clientLoader = inArea(load)
export const HydrateFallback = PresentSkeleton

/** Research Listings: all articles in every state, and the editors' actions. */
export default function Listings({ loaderData: { data: listing, failure } }: Route.ComponentProps) {
  const query = useQuery(useLocation().search)
  const newest = useQuery(useNewestSearch())
  const { revalidate } = useRevalidator()
  const review = useReview(() => void revalidate())
  useNamedArticle(review)
  const area = useRef<HTMLDivElement>(null)
  const keys = useListShortcuts(area)
  useLastPage(query, listing)

  return (
    <div ref={area}>
      <AreaHead title="Research Listings" note={listing && found(listing, query)} />
      <ListingFilters
        query={newest}
        counts={listing?.counts ?? null}
        // An empty list has a message of its own.
        canClear={isNarrowed(newest) && listing?.data.length !== 0}
      />
      {failure ? (
        <LoadFailure message="Failed to fetch articles" />
      ) : (
        <Found listing={listing} query={query} review={review} />
      )}
      <KeyboardHint list={KEYS} single="/, j and k" keys={keys} />
      <ReviewDialogs review={review} />
    </div>
  )
}

const useQuery = (search: string): ListingQuery => useMemo(() => listingQuery(new URLSearchParams(search)), [search])

/** Opens the details of the article that the address names, as links from its peer review do. */
function useNamedArticle({ view }: Review) {
  const id = new URLSearchParams(useLocation().search).get('article')
  useEffect(() => {
    if (id === null) return
    let isLeft = false
    browserApi.articles.details({ id }).then(
      (article) => {
        if (!isLeft && 'version' in article) view(article)
      },
      (error: unknown) => {
        if (!isLeft) toastFailure(error)
      },
    )
    return () => {
      isLeft = true
    }
  }, [id, view])
}

/** The number of articles, or of those that match the filters. */
function found({ meta: { totalItems }, counts, limited }: Listing, query: ListingQuery): string {
  const articles = counted(totalItems, 'article')
  if (limited) return `More than ${counted(MATCHES_MAX, 'article')} match. Those that were added last are shown.`
  if (isNarrowed(query)) return `${articles} found`
  return counts.pending ? `${articles}, ${counts.pending} pending` : articles
}

function Found({ listing: { data, meta }, query, review }: { listing: Listing; query: ListingQuery; review: Review }) {
  // A page beyond the end: the last one is being loaded.
  if (!data.length && meta.totalItems > 0) return null
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
      <Pager path={listingHref({ ...query, page: 1 })} meta={meta} label="Pages of articles" />
    </>
  )
}

/** Redirects from a page beyond the end, as after deleting its last article, to the last page. */
function useLastPage(query: ListingQuery, listing: Listing | undefined) {
  const navigate = useNavigate()
  const last = listing === undefined ? query.page : Math.max(1, listing.meta.totalPages)
  useEffect(() => {
    if (query.page > last) {
      void navigate(listingHref({ ...query, page: last }), { replace: true })
    }
  }, [navigate, query, last])
}
