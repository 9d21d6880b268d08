import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import { longDate } from '../../../../../contract/rules/text/dates.ts'
import { DECISION_NAMES } from '../../../../../contract/rules/peer-review/stages.ts'
import { Written } from './manuscript.tsx'

/** The decision as it was sent to the authors, with the reports under their labels. */
export function OutcomeOfRound({ outcome }: { outcome: NonNullable<OpenReview['outcome']> }) {
  const { decision, decidedOn, letter, reports } = outcome
  return (
    <section className="outcome-of" aria-labelledby="outcome">
      <h2 id="outcome">
        {DECISION_NAMES[decision]}, {longDate(decidedOn)}
      </h2>
      <details className="more">
        <summary>The letter to the authors</summary>
        <Written text={letter} />
      </details>
      {reports.map(({ label, text, isOwn }) => (
        <details className="more" key={label}>
          <summary>
            Reviewer {label}
            {isOwn && ' (you)'}
          </summary>
          <Written text={text} />
        </details>
      ))}
    </section>
  )
}
