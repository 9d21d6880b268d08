import { PageHead } from '../../../../ui/page-head.tsx'
import { SkeletonLines } from '../../../../ui/states.tsx'

/** The shape of a case while it is loading: head, manuscript at the left, parts at the right. */
export function CaseSkeleton() {
  return (
    <div className="case" role="status" aria-label="Loading the case">
      <PageHead title="Case" />
      <header className="case-head">
        <div className="wide">
          <SkeletonLines widths={[30, 70, 40]} />
        </div>
      </header>
      <div className="ptabs" />
      <div className="ms">
        <div className="ms-bar aligned small" />
        <div className="pages">
          <div className="pg mounted">
            <SkeletonLines widths={[80, 60, 100, 100, 90, 100, 70]} />
          </div>
        </div>
      </div>
      <div className="cside">
        <SkeletonLines widths={[100, 40, 100, 90, 100, 60, 30, 100, 80]} />
      </div>
    </div>
  )
}
