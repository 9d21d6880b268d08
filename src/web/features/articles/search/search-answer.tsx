import { Fragment, type ReactNode } from 'react'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { speciesFor } from '../../../../contract/rules/site/plants.ts'
import { latinPieces } from '../../../../contract/rules/text/latin-names.ts'
import {
  changedSearch,
  NO_FILTERS,
  markedPieces,
  searchPath,
  type SearchQuery,
} from '../../../../contract/rules/site/search.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { GoneSheet, NoticeSheet, SlipOnSheet } from '../standing/slip-on-sheet.tsx'
import { Chips } from '../standing/standing-chip.tsx'
import { Link } from '../../../ui/link.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Plant } from '../../../ui/plant.tsx'
import type { Hit, SearchData, ShownAnswer } from './search-data.ts'
import { AppliedFilters, SearchFilters } from './search-filters.tsx'

/** What was found, beside the filters. */
export function SearchAnswer({ query, answer }: { query: SearchQuery; answer: ShownAnswer }) {
  const { hits, meta, facets } = answer
  return (
    <>
      <SearchedInstead query={query} answer={answer} />
      {answer.names.map((name) => (
        <LatinName key={name.typed} name={name} total={meta.totalItems} />
      ))}
      <div className="found">
        <SearchFilters facets={facets} />
        <div>
          <AppliedFilters query={query} facets={facets} />
          {hits.length ? (
            <ol className="hits" role="list">
              {hits.map((hit, index) => (
                <li key={hit.id}>
                  <SearchHit hit={hit} first={index < 2} />
                </li>
              ))}
            </ol>
          ) : (
            <NothingFound query={query} beyond={meta.totalItems > 0} />
          )}
          <Pager path={searchPath({ ...query, page: 1 })} meta={meta} label="Pages of results" size={7} />
        </div>
      </div>
    </>
  )
}

/** How many articles there are, with which words. */
export function SearchCount({ data: { query, answer } }: { data: SearchData }) {
  if (!answer) return null
  const { meta, limited, words, corrected } = answer
  const searched = corrected || meta.totalItems === 0 ? [] : words
  return (
    <>
      <b>
        {limited && 'More than '}
        {meta.totalItems === 0 ? 'No results' : counted(meta.totalItems, 'result')}
      </b>
      {searched.length > 0 && (
        <span className="muted">
          {' for '}
          {searched.map((word, index) => (
            <span key={word}>
              {index > 0 && (index === searched.length - 1 ? ' and ' : ', ')}
              {/^[“"]/.test(word) ? word : `“${word}”`}
            </span>
          ))}
        </span>
      )}
      {corrected && (
        <span className="muted">
          {' for '}“{corrected.to}”
        </span>
      )}
      {query.page > 1 && meta.totalPages > 1 && <span className="muted">, page {query.page}</span>}
    </>
  )
}

const SORTS = { best: 'Best match', newest: 'Newest', oldest: 'Oldest' } as const

export function SearchOrder({ query }: { query: SearchQuery }) {
  return (
    <nav className="sort cluster small" aria-label="Sort by">
      <span className="muted" aria-hidden="true">
        Sort by
      </span>
      {(Object.keys(SORTS) as (keyof typeof SORTS)[]).map((sort) => (
        <Link
          key={sort}
          to={changedSearch(query, { sort })}
          aria-current={sort === query.sort ? 'true' : undefined}
          rel="nofollow"
        >
          {SORTS[sort]}
        </Link>
      ))}
    </nav>
  )
}

function SearchedInstead({ query, answer: { corrected } }: { query: SearchQuery; answer: ShownAnswer }) {
  if (!corrected) return null
  return (
    <p className="instead">
      Showing results for <Link to={changedSearch(query, { q: corrected.to })}>{corrected.to}</Link>
      <span className="muted">
        Search instead for{' '}
        <Link to={changedSearch(query, { exact: true })} rel="nofollow">
          {corrected.from}
        </Link>
      </span>
    </p>
  )
}

/** What an abbreviated name may stand for: all of them are searched, and one can be chosen. */
function LatinName({ name: { typed, names }, total }: { name: ShownAnswer['names'][number]; total: number }) {
  if (names.length < 2 && names[0] === typed) return null
  return (
    <div className="names" role="group" aria-label={`What ${typed} can mean`}>
      <p>
        “<i lang="la">{typed}</i>” can mean{' '}
        {names.length > 1
          ? `several species.${total > 0 ? ' Choose one to narrow the results.' : ''}`
          : 'this species:'}
      </p>
      <ul className="wrapping" role="list">
        {names.map((each) => (
          <li key={each}>
            <Link to={`${paths.search}?${new URLSearchParams({ q: `"${each}"` })}`}>
              <i lang="la">{each}</i>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function NothingFound({ query, beyond }: { query: SearchQuery; beyond: boolean }) {
  const isFiltered = changedSearch(query, NO_FILTERS) !== changedSearch(query, {})
  const [title, advice] = beyond
    ? ['No more results', 'Go to the first page']
    : isFiltered
      ? ['No results with these filters', 'Try removing a filter.']
      : [null, 'Check the spelling, or try just the genus, a synonym or a broader term.']
  return (
    <div className="none cluster">
      <div className="bare">
        <Plant seed="nothing-found" species="grass" />
      </div>
      <div>
        <h2>{title ?? <>No results for “{query.q}”</>}</h2>
        <p className="muted">{advice}</p>
        <ul className="wrapping" role="list">
          {beyond && (
            <li>
              <Link to={changedSearch(query, {})}>First page</Link>
            </li>
          )}
          <li>
            <Link to={paths.categories}>Browse categories</Link>
          </li>
          <li>
            <Link to={paths.articles}>Current Articles</Link>
          </li>
        </ul>
      </div>
    </div>
  )
}

/** An article that was found: its plant, what it is, and the places where the words are. */
function SearchHit({ hit, first }: { hit: Hit; first: boolean }) {
  const { id, title, category, volume, date, authors, isSample, passages, morePassages, standing, notice } = hit
  return (
    <article className="hit">
      {notice ? (
        <NoticeSheet kind={notice} />
      ) : standing === 'removed' ? (
        <GoneSheet />
      ) : (
        <div className="cover-image mounted">
          <Plant seed={id} species={speciesFor(category.name)} strap eager={first} />
          <SlipOnSheet standing={standing} />
        </div>
      )}
      <div className="hit-body">
        <p className="hit-top cluster small muted">
          <Chips notice={notice} standing={standing} />
          <Link to={paths.category(category.id)}>{category.name}</Link>
          {volume && <span>{volume.name}</span>}
          <time dateTime={date}>{longDate(date)}</time>
          {isSample && <span>Sample</span>}
        </p>
        <h2>
          <Link to={paths.article(id)}>
            <MarkedText text={title} />
          </Link>
        </h2>
        <p className="by small">{authors}</p>
        {passages.length > 0 && (
          <ul className="passages" role="list">
            {passages.map(({ section, text, href }, index) => (
              <li key={index}>
                <Link to={href}>
                  <span className="place">{section ? `in ${section}` : 'in the text'}</span>
                  <span className="pas">
                    <MarkedText text={text} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
        {morePassages > 0 && (
          <p className="more-passages small">
            <Link to={paths.article(id)}>{counted(morePassages, 'more passage')} in this article</Link>
          </p>
        )}
      </div>
    </article>
  )
}

/** A title or passage in which the words that were searched are marked, without trusting any HTML. */
function MarkedText({ text }: { text: string }) {
  const pieces = markedPieces(text)
  const latin = latinPieces(pieces)
  return pieces.map(({ text: piece, marks }, index) => (
    <Fragment key={index}>
      {marks.reduceRight<ReactNode>(
        (inner, Mark) => (
          <Mark lang={Mark === 'i' && latin[index] ? 'la' : undefined}>{inner}</Mark>
        ),
        piece,
      )}
    </Fragment>
  ))
}
