import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import type { OutputOf } from '../../../../../contract/api/endpoint.ts'
import type { reviewReports } from '../../../../../contract/api/review-reports.ts'

/** What the form needs to know of a review. */
export type ReviewToReport = Pick<OpenReview, 'title' | 'name' | 'reviewer'>

export type ReportSent = OutputOf<typeof reviewReports.send>

export interface ReportFormProps {
  review: ReviewToReport
  onSent: (sent: ReportSent) => void
}
