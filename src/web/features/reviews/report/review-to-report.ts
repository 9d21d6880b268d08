import type { ReactNode } from 'react'
import type { OutputOf } from '../../../../contract/api/endpoint.ts'
import type { reviewReports } from '../../../../contract/api/review-reports.ts'

/** What the form needs to know of a review. */
export interface ReviewToReport {
  title: string
  dueOn: string | null
  /** The reviewer's name, which the text to the authors should not contain. */
  name: string
}

export type ReportSent = OutputOf<typeof reviewReports.send>

export interface ReportFormProps {
  review: ReviewToReport
  /** True where the page itself shows the title. */
  isTitled?: boolean
  /** Shown beside the form where there is room for both. */
  manuscript?: ReactNode
  onSent: (sent: ReportSent) => void
}
