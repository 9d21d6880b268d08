import type { ReactNode } from 'react'
import { REPORT_MARK_NAMES, type ReportMark } from '../../../contract/domain/peer-review/report-marks.ts'

/** A bud opens into a leaf. Shape tells the state, colour only helps. */
const SHAPES: Record<ReportMark, ReactNode> = {
  in: (
    <>
      <path className="b" d="M3 28C3 28 6 14 22 8c2 14-6 22-19 20z" />
      <path d="M3 28C9 22 14 17 20 11" />
    </>
  ),
  late: (
    <>
      <path d="M4 12C6 7 9 6 12 8" />
      <path className="b" d="M12 8c9 1 12 9 8 21-9-4-13-12-8-21z" />
      <path d="M13 11c3 5 5 9 6 14" />
    </>
  ),
  agreed: (
    <>
      <path className="b" d="M3 28C3 28 6 14 22 8c2 14-6 22-19 20z" />
      <path d="M3 28l5-5" />
    </>
  ),
  invited: (
    <>
      <path d="M9 31C9 27 10 25 12 22" />
      <path className="b" d="M12 22C6 16 9 9 16 6c3 7 2 13-4 16z" />
    </>
  ),
  standby: (
    <>
      <path d="M9 31C9 27 10 25 12 22" />
      <path className="b" d="M12 22C6 16 9 9 16 6c3 7 2 13-4 16z" />
    </>
  ),
  declined: <path d="M5 20h16" />,
}

/** The mark of one reviewer, with its state for screen readers. */
export function ReportLeaf({ mark }: { mark: ReportMark }) {
  return (
    <svg className={`lf r-${mark}`} viewBox="0 2 27 31" role="img" aria-label={REPORT_MARK_NAMES[mark]}>
      {SHAPES[mark]}
    </svg>
  )
}
