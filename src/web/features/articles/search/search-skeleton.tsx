import { PageHead } from '../../../ui/page-head.tsx'
import { SkeletonLines } from '../../../ui/states.tsx'

/** While the page itself is loading. */
export function SearchSkeleton() {
  return (
    <div className="wrap search">
      <PageHead title="Search" />
      <header className="search-head">
        <h1>Search</h1>
        <span className="sk sk-field" />
      </header>
      <p className="muted" role="status">
        Searching...
      </p>
      <div className="hits" aria-hidden="true">
        <ResultsSkeleton />
      </div>
    </div>
  )
}

export const ResultsSkeleton = () =>
  [0, 1, 2].map((row) => (
    <div key={row} className="hit">
      <span className="cover-image mounted" />
      <div className="hit-body">
        <SkeletonLines widths={[30, 90, 50, 100, 80]} />
      </div>
    </div>
  ))
