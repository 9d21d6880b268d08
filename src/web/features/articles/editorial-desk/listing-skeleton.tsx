import { SkeletonLines } from '../../../ui/states.tsx'

/** Rows on their way. */
export function ListingSkeleton() {
  return (
    <div className="tablewrap listing-skeleton" aria-hidden="true">
      {Array.from({ length: 8 }, (_, row) => (
        <div key={row}>
          <SkeletonLines widths={[80]} />
          <SkeletonLines widths={[90, 60]} />
          <SkeletonLines widths={[70]} />
        </div>
      ))}
    </div>
  )
}
