import { useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import type { Api } from '../../../contract/api/api.ts'
import type { Article } from '../../../contract/api/articles.ts'
import { MATCHES_MAX } from '../../../contract/rules/articles/article-policy.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../client/api.ts'
import { BulkBar } from '../../features/articles/editorial-desk/bulk/bulk-bar.tsx'
import { BulkDialog } from '../../features/articles/editorial-desk/bulk/bulk-dialog.tsx'
import { BulkNotes } from '../../features/articles/editorial-desk/bulk/bulk-notes.tsx'
import { chosenCsv, listingCsv } from '../../features/articles/editorial-desk/bulk/listing-csv.ts'
import { useBulk } from '../../features/articles/editorial-desk/bulk/use-bulk.ts'
import { type Chosen, useChosen } from '../../features/articles/editorial-desk/bulk/use-chosen.ts'
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
import { CsvButton } from '../../ui/list-csv.tsx'
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
  [['x'], 'Tick the article'],
  [['Shift', 'x'], 'Tick all up to this one'],
  [['u'], 'Undo the last change of many articles'],
  [['Esc'], 'Close the details, clear the ticks'],
]

type Listing = Awaited<ReturnType<Api['articles']['all']>>

const load = async ({ api, search }: LoadArgs) => {
  const [listing, changes] = await Promise.all([
    api.articles.all(listingInput(listingQuery(search))),
    api.bulk.undoable({}),
  ])
  return { listing, changes }
}

export const clientLoader = inArea(load)
export const HydrateFallback = PresentSkeleton

/** Research Listings: all articles in every state, and the editors' actions. */
export default function Listings({ loaderData: { data, failure } }: Route.ComponentProps) {
  const listing = data?.listing
  const query = useQuery(useLocation().search)
  const newest = useQuery(useNewestSearch())
  const { revalidate } = useRevalidator()
  const review = useReview(() => void revalidate())
  useNamedArticle(review)
  const area = useRef<HTMLDivElement>(null)
  const shown = listing?.data ?? NONE
  const total = listing?.meta.totalItems ?? 0
  const chosen = useChosen(query, shown, total)
  const bulk = useBulk(query, chosen, data?.changes ?? [])
  const withRow = (act: (article: Article) => void) => (row: HTMLElement | null) => {
    const article = shown.find(({ id }) => id === row?.dataset.article)
    if (article) act(article)
  }
  const keys = useListShortcuts(area, '.open-row', {
    x: withRow(chosen.toggle),
    X: withRow(chosen.upTo),
    u: bulk.undoLast,
    // Otherwise it closes menus.
    ...(chosen.count ? { Escape: chosen.clear } : {}),
  })
  useLastPage(query, listing)

  return (
    <div ref={area}>
      <AreaHead title="Research Listings" note={listing && found(listing, query)}>
        {total > 0 && <CsvButton table={listingCsv(query)} />}
      </AreaHead>
      <BulkNotes changes={data?.changes ?? []} outcome={bulk.outcome} busy={bulk.busy} onUndo={bulk.undo} />
      <ListingFilters
        query={newest}
        counts={listing?.counts ?? null}
        // An empty list has a message of its own.
        canClear={isNarrowed(newest) && listing?.data.length !== 0}
      />
      {failure ? (
        <LoadFailure message="Failed to fetch articles" />
      ) : (
        <Found listing={data.listing} query={query} review={review} chosen={chosen} />
      )}
      <BulkBar
        chosen={chosen}
        total={total}
        csv={chosen.isAll ? listingCsv(query) : chosenCsv(chosen.articles)}
        onAsk={bulk.ask}
      />
      <KeyboardHint list={KEYS} single="/, j, k, x and u" keys={keys} />
      <ReviewDialogs review={review} />
      {bulk.asked && (
        <BulkDialog
          kind={bulk.asked}
          count={chosen.count}
          meant={bulk.meant()}
          onDone={bulk.done}
          onClose={bulk.dismiss}
        />
      )}
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

const NONE: Listing['data'] = []

function Found({
  listing: { data, meta, held },
  query,
  review,
  chosen,
}: {
  listing: Listing
  query: ListingQuery
  review: Review
  chosen: Chosen
}) {
  const heldFor = useMemo(() => new Map(held.map(({ articleId, issue }) => [articleId, issue])), [held])
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
      <ListingsTable articles={data} held={heldFor} chosen={chosen} review={review} />
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
