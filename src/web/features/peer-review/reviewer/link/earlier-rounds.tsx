import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import { ReportCopy } from './report-copy.tsx'
import { Written } from './manuscript.tsx'

/** In a further round: the reviewer's own reports and what the authors have answered. */
export function EarlierRounds({ review: { earlier } }: { review: OpenReview }) {
  if (!earlier) return null
  return (
    <section className="earlier" aria-labelledby="earlier">
      <h2 id="earlier">From the round before</h2>
      {earlier.reply && (
        <details className="more" open>
          <summary>The authors’ reply to the reports</summary>
          <Written text={earlier.reply} />
        </details>
      )}
      {earlier.reports.toReversed().map((report) => (
        <details className="more" key={report.round}>
          <summary>Your report, round {report.round}</summary>
          <ReportCopy report={report} />
        </details>
      ))}
    </section>
  )
}
