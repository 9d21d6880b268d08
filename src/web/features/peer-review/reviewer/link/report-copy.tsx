import type { OpenReview, OwnReport } from '../../../../../contract/api/open-review.ts'
import { longDate } from '../../../../../contract/rules/text/dates.ts'
import { ANSWER_NAMES, DECISION_NAMES } from '../../../../../contract/rules/peer-review/stages.ts'
import { Written } from './manuscript.tsx'

/** A report as its reviewer has sent it. */
export function ReportCopy({ report }: { report: OwnReport }) {
  const { questions, answers, toAuthors, toEditor, recommendation, submittedAt, isLate } = report
  return (
    <div>
      <p className="muted small">
        Sent on {longDate(submittedAt)}
        {isLate && ', after the decision'}
      </p>
      <dl className="answers">
        {questions.map(({ id, ask }) => {
          const answer = answers[id]
          return (
            answer && (
              <div key={id}>
                <dt>{ask}</dt>
                <dd>{ANSWER_NAMES[answer]}</dd>
              </div>
            )
          )
        })}
        <div>
          <dt>Recommendation</dt>
          <dd>{DECISION_NAMES[recommendation]}</dd>
        </div>
      </dl>
      <h3>To the authors</h3>
      <Written text={toAuthors} />
      {toEditor && (
        <>
          <h3>To the editor only</h3>
          <Written text={toEditor} />
        </>
      )}
    </div>
  )
}

/** In a further round: the reviewer's own reports and what the authors have answered. */
export function EarlierRounds({ review: { earlier } }: { review: OpenReview }) {
  if (!earlier) return null
  return (
    <section aria-labelledby="earlier">
      <h2 id="earlier">From the previous round</h2>
      <p>
        The authors know you as <strong>Reviewer {earlier.label}</strong>: what they reply to this reviewer is for you.
      </p>
      {earlier.reply && (
        <details open>
          <summary>The authors’ reply to the reports</summary>
          <Written text={earlier.reply} />
        </details>
      )}
      {earlier.reports.toReversed().map((report) => (
        <details key={report.round}>
          <summary>Your round {report.round} report</summary>
          <ReportCopy report={report} />
        </details>
      ))}
    </section>
  )
}
