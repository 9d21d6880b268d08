import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  ARTICLE_SORTS,
  ARTICLE_STATUSES,
  type ArticleSort,
  type ArticleStatus,
  SEARCH_MAX,
} from '../../../../contract/rules/articles/article-policy.ts'
import { CASE_STAGES, type CaseStage, STAGE_NAMES } from '../../../../contract/rules/peer-review/stages.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../client/api.ts'
import { SelectField } from '../../../ui/field.tsx'
import { KEEPS_FOCUS } from '../../../ui/go.ts'
import { toast } from '../../../ui/toast.ts'
import { useAnswer } from '../../../ui/use-answer.ts'
import { useSearchTyping } from '../../../ui/use-search-typing.ts'
import { STATUS_WORDS } from '../status-chip.tsx'
import { FIRST_SORT, listingHref, type ListingQuery } from './listing-query.ts'

const SORT_WORDS: Record<ArticleSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  title: 'Title',
  author: 'Author',
}
const OTHER_SORTS = ARTICLE_SORTS.filter((sort) => sort !== FIRST_SORT).map((sort) => ({
  value: sort,
  label: SORT_WORDS[sort],
}))

const STAGES = CASE_STAGES.map((stage) => ({ value: stage, label: STAGE_NAMES[stage] }))

/**
 * The filters and sorting of the list. Every change navigates to a URL of its own, starting at page 1.
 * `query` includes a pending navigation, so that a filter that was just cleared does not reappear.
 */
export function ListingFilters({
  query,
  counts,
  canClear,
}: {
  query: ListingQuery
  counts: Record<ArticleStatus, number> | null
  canClear: boolean
}) {
  const navigate = useNavigate()
  const categories = useCategories()
  const show = (change: Partial<ListingQuery>, replace = false) => {
    void navigate(listingHref({ ...query, page: 1, ...change }), {
      replace,
      preventScrollReset: true,
      state: KEEPS_FOCUS,
    })
  }
  const search = useSearchTyping(query.q, (q, replace) => show({ q }, replace))

  return (
    <div>
      <nav aria-label="Status" className="tabs">
        <ul role="list">
          {[null, ...ARTICLE_STATUSES].map((status) => (
            <li key={status}>
              <Link
                to={listingHref({ ...query, status, page: 1 })}
                state={KEEPS_FOCUS}
                preventScrollReset
                aria-current={query.status === status ? 'page' : undefined}
              >
                {status === null ? 'All' : STATUS_WORDS[status]}{' '}
                {counts && <span className="n">{status === null ? sum(counts) : counts[status]}</span>}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <form className="filters" role="search" action={paths.adminListings} onSubmit={search.onSubmit}>
        <div className="field">
          <label htmlFor="listing-search">Search by title or author</label>
          <input
            id="listing-search"
            className="in"
            type="search"
            name="q"
            maxLength={SEARCH_MAX}
            autoComplete="off"
            spellCheck={false}
            aria-keyshortcuts="/"
            value={search.typed}
            onChange={(event) => search.type(event.target.value)}
            onBlur={search.rest}
          />
        </div>
        <SelectField
          name="stage"
          label="Peer review"
          value={query.stage ?? ''}
          placeholder="Any stage"
          options={STAGES}
          onChange={(stage) => show({ stage: (stage || null) as CaseStage | null })}
        />
        <SelectField
          name="category"
          label="Category"
          value={query.category ?? ''}
          placeholder="All categories"
          options={categories}
          onChange={(category) => show({ category: category || null })}
        />
        <SelectField
          name="sort"
          label="Order"
          value={query.sort === FIRST_SORT ? '' : query.sort}
          placeholder={SORT_WORDS[FIRST_SORT]}
          options={OTHER_SORTS}
          onChange={(sort) => show({ sort: (sort || FIRST_SORT) as ArticleSort })}
        />
        {canClear && <ClearFilters query={query} className="btn text" />}
      </form>
    </div>
  )
}

/** Clears all filters but keeps the sorting. */
export function ClearFilters({ query: { sort }, className }: { query: ListingQuery; className: string }) {
  return (
    <Link
      className={className}
      to={listingHref({ status: null, stage: null, category: null, q: '', sort, page: 1 })}
      preventScrollReset
    >
      Clear filters
    </Link>
  )
}

const sum = (counts: Record<ArticleStatus, number>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)

function useCategories() {
  const { answer, failed } = useAnswer(() => browserApi.categories.list({}))
  useEffect(() => {
    if (failed) toast.error('Failed to load categories', { id: 'categories' })
  }, [failed])
  return (answer ?? [])
    .map(({ id, name }) => ({ value: id, label: name }))
    .sort((a, b) => a.label.localeCompare(b.label))
}
