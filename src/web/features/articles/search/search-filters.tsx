import { SlidersHorizontal, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import {
  changedSearch,
  NO_FILTERS,
  SEARCH_FILTERS,
  type SearchFilter,
  type SearchQuery,
} from '../../../../contract/rules/site/search.ts'
import { Link } from '../../../ui/link.tsx'
import { SLIP_OF_STANDING, SlipMark, type ToldStanding } from '../standing/slip-mark.tsx'
import { StandingStyles } from '../standing/standing-chip.tsx'
import { SEARCH_FORM } from './search-form.tsx'
import type { Facet, ShownAnswer } from './search-data.ts'

const NAMES: Record<SearchFilter, string> = {
  standing: 'Standing',
  category: 'Category',
  year: 'Year',
  volume: 'Volume',
  author: 'Author',
}

/** Of each filter so many values are shown at once; the others are behind a button. */
const SHOWN = 6

const chosenIn = (facets: ShownAnswer['facets']) =>
  SEARCH_FILTERS.flatMap((filter) =>
    facets[filter].filter(({ isChosen }) => isChosen).map((facet) => ({ filter, facet })),
  )

/** The filters, with the number of articles for each value. The check boxes belong to the form of the page. */
export function SearchFilters({ facets }: { facets: ShownAnswer['facets'] }) {
  const on = chosenIn(facets).length
  return (
    <details className="filters" id="search-filters">
      <summary className="folds">
        <SlidersHorizontal className="ic" aria-hidden="true" />
        Filter
        {on > 0 && <span className="on muted">{on} on</span>}
      </summary>
      <div className="facets">
        {SEARCH_FILTERS.map((filter) => (
          <FilterValues key={filter} filter={filter} values={facets[filter]} />
        ))}
        <noscript>
          <button className="btn" form={SEARCH_FORM}>
            Apply Filters
          </button>
        </noscript>
      </div>
    </details>
  )
}

function FilterValues({ filter, values }: { filter: SearchFilter; values: Facet[] }) {
  if (!values.length) return null
  const most = Math.max(...values.map(({ articles }) => articles), 1)
  const value = (facet: Facet) => (
    <FilterValue key={facet.value} filter={filter} facet={facet} {...(filter === 'year' ? { most } : {})} />
  )
  const further = values.slice(SHOWN)
  return (
    <fieldset className={filter === 'year' ? 'years' : undefined}>
      {filter === 'standing' && <StandingStyles />}
      <legend>{NAMES[filter]}</legend>
      {values.slice(0, SHOWN).map(value)}
      {further.length > 0 && (
        <details className="more-values" id={`more-${filter}`} open={further.some(({ isChosen }) => isChosen)}>
          <summary className="folds">{further.length} more</summary>
          {further.map(value)}
        </details>
      )}
    </fieldset>
  )
}

function FilterValue({
  filter,
  facet: { value, name, articles, isChosen },
  most,
}: {
  filter: SearchFilter
  facet: Facet
  /** The longest bar; without it there are no bars. */
  most?: number
}) {
  // A check box that someone has pressed keeps its own state, also when the back button has changed the search.
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.checked = isChosen
  }, [isChosen])
  return (
    <label className="facet">
      <input ref={box} type="checkbox" form={SEARCH_FORM} name={filter} value={value} defaultChecked={isChosen} />
      <span>
        {filter === 'standing' && <SlipMark slip={SLIP_OF_STANDING[value as ToldStanding]} />}
        {name}
      </span>
      {most !== undefined && (
        <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
          <rect width={Math.round((100 * articles) / most)} height="8" />
        </svg>
      )}
      <span className="count muted tabular">
        {articles}
        <span className="sr">{articles === 1 ? ' article' : ' articles'}</span>
      </span>
    </label>
  )
}

/** The filters that are on: each can be removed. */
export function AppliedFilters({ query, facets }: { query: SearchQuery; facets: ShownAnswer['facets'] }) {
  const chosen = chosenIn(facets)
  if (!chosen.length) return null
  const without = (filter: SearchFilter, value: string) =>
    changedSearch(query, { [filter]: query[filter].filter((each) => each !== value) })
  const cleared = query.q ? changedSearch(query, NO_FILTERS) : paths.search
  return (
    <div className="applied cluster small" role="group" aria-label={`${counted(chosen.length, 'filter')} on`}>
      {chosen.map(({ filter, facet: { value, name } }) => (
        <Link
          key={`${filter} ${value}`}
          to={without(filter, value)}
          aria-label={`Remove the filter ${NAMES[filter]}: ${name}`}
          rel="nofollow"
        >
          {name}
          <X className="ic" aria-hidden="true" />
        </Link>
      ))}
      <Link className="clear" to={cleared} rel="nofollow">
        Clear filters
      </Link>
    </div>
  )
}
