import type { ReportInWriting } from '../../../../contract/api/review-reports.ts'
import { longDate } from '../../../../contract/domain/dates.ts'
import { TitleText } from '../../../ui/title-text.tsx'
import type { ReviewToReport } from './review-to-report.ts'

/** Which report this is, when it is due, and what has happened meanwhile. */
export function ReportHead({
  review,
  writing,
  isTitled,
}: {
  review: ReviewToReport
  writing: ReportInWriting
  isTitled: boolean
}) {
  return (
    <header>
      {isTitled ? (
        <h2>Your report</h2>
      ) : (
        <>
          <p className="eyebrow">
            Your report{review.dueOn && writing.state === 'open' && `, due ${longDate(review.dueOn)}`}
          </p>
          <h1>
            <TitleText title={review.title} />
          </h1>
        </>
      )}
      {writing.state === 'late' && (
        <p className="notice">
          The editor has already decided. Your report is still welcome: it will be marked as late, and the editor may
          pass it on to the authors. The decision stays as it is.
        </p>
      )}
      {writing.clarify && (
        <div className="notice">
          <strong>The editor asks you to clarify your report</strong>
          <p className="words">{writing.clarify}</p>
        </div>
      )}
      {!writing.maySend && (
        <p className="notice">You are helping with this report. Your colleague, who was invited, sends it.</p>
      )}
    </header>
  )
}
