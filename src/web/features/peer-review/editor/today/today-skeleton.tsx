import { AreaHead } from '../../../../ui/area-head.tsx'
import { SkeletonLines } from '../../../../ui/states.tsx'

/** The list of today while it is loading. */
export function TodaySkeleton() {
  return (
    <>
      <AreaHead title="Today" note="Loading cases...">
        <div className="figures" aria-hidden="true">
          {[1, 2, 3].map((each) => (
            <div key={each}>
              <span className="sk" />
            </div>
          ))}
        </div>
      </AreaHead>
      <div className="today-loading" aria-hidden="true">
        <div className="bar">
          <SkeletonLines widths={[30]} />
        </div>
        {[70, 50, 80, 60, 70, 50].map((width, index) => (
          <div className="row" key={index}>
            <div>
              <SkeletonLines widths={[width, 40]} />
            </div>
            <span className="sk" />
            <span className="sk" />
            <span className="sk" />
          </div>
        ))}
      </div>
    </>
  )
}
