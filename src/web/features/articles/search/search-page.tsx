import resultsWhileTyping from '../../../site/document/results-while-typing.ts?worker&url'
import type { PageFailure } from '../../../client/api-error.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import type { SearchQuery } from '../../../../contract/rules/site/search.ts'
import { Failure, TryAgain } from '../../../ui/states.tsx'
import { Link } from '../../../ui/link.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { SearchAnswer, SearchCount, SearchOrder } from './search-answer.tsx'
import type { SearchData } from './search-data.ts'
import { SearchForm } from './search-form.tsx'
import { ResultsSkeleton } from './search-skeleton.tsx'

/**
 * The search page. What follows the typing is in elements with `data-live`, which the page's script fills from the
 * page of the new search; the field is in none of them.
 */
export function SearchPage({ data }: { data: SearchData }) {
  const { query, answer } = data
  return (
    <SearchFrame
      query={query}
      count={<SearchCount data={data} />}
      order={answer && answer.hits.length > 1 && <SearchOrder query={query} />}
    >
      {answer ? <SearchAnswer query={query} answer={answer} /> : <HowToSearch />}
    </SearchFrame>
  )
}

/** A search that failed. The field stays, so that nothing has to be typed again. */
export function SearchFailure({ query, failure }: { query: SearchQuery; failure: PageFailure }) {
  return (
    <SearchFrame query={query}>
      <Failure
        title="The search is not available at the moment"
        message={failure.statusCode === 429 ? failure.message : 'Please try again in a minute.'}
      >
        <TryAgain />
      </Failure>
    </SearchFrame>
  )
}

function SearchFrame({
  query,
  count,
  order,
  children,
}: {
  query: SearchQuery
  count?: React.ReactNode
  order?: React.ReactNode
  children: React.ReactNode
}) {
  return (
    <div className="wrap search">
      {/* Results are no content of their own: only the page itself has an address for indexes. */}
      <PageHead title={query.q ? `${query.q}, search` : 'Search'} path={paths.search} noindex />
      <script async type="module" src={resultsWhileTyping} />
      <header className="search-head">
        <h1>Search</h1>
        <SearchForm query={query} />
      </header>
      <div className="search-bar wrapping">
        <p id="search-count" role="status" data-live="">
          {count}
        </p>
        <div id="search-order" data-live="">
          {order}
        </div>
      </div>
      <div id="search-answer" data-live="">
        {children}
      </div>
      <div className="hits search-skeleton" aria-hidden="true">
        <ResultsSkeleton />
      </div>
      <div id="search-failed" hidden>
        <Failure title="Search is unavailable" message="Please check your connection.">
          <Link className="btn" to={paths.search} data-again="">
            Try Again
          </Link>
        </Failure>
      </div>
    </div>
  )
}
/** Before anything is searched. */
function HowToSearch() {
  return (
    <div className="how-to-search">
      <p>Titles, abstracts, keywords, authors and full texts are searched.</p>
      <ul>
        <li>
          You can abbreviate Latin names: <i lang="la">P. vulgaris</i>.
        </li>
        <li>Use quotation marks for an exact phrase: “salt stress”.</li>
        <li>Small typing mistakes are forgiven.</li>
      </ul>
      <p className="go wrapping">
        <Link to={paths.categories}>Browse categories</Link>
        <Link to={paths.articles}>Current Articles</Link>
        <Link to={paths.archives}>Archives</Link>
      </p>
    </div>
  )
}
