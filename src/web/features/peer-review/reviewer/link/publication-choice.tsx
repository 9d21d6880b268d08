import { useId, useState } from 'react'
import { journal } from '../../../../../contract/journal.ts'
import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import type { PublishChoice } from '../../../../../contract/rules/peer-review/published-reviews.ts'
import { policyPath } from '../../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../../client/api.ts'
import { Link } from '../../../../ui/link.tsx'
import type { Act } from './use-review.ts'

type Asked = NonNullable<OpenReview['publication']>

const LABELS: Record<PublishChoice, string> = {
  named: 'Yes, with my name',
  unsigned: 'Yes, without my name',
  none: 'No',
}

/**
 * Whether a reviewer's reports may be published: nothing is chosen in advance, and each choice counts at once. Once they
 * are published, what is left is to take the name away.
 */
export function PublicationChoice({ asked, sending, act }: { asked: Asked; sending: boolean; act: Act }) {
  const hint = `${useId()}-hint`
  const { choice, printedAs, published } = asked
  /** Shown as chosen while it is being sent. */
  const [pending, setPending] = useState<PublishChoice | null>(null)
  const choose = async (next: PublishChoice) => {
    setPending(next)
    await act(() => browserApi.reviews.answerPublication({ choice: next }))
    setPending(null)
  }
  if (published !== null) {
    return (
      <section aria-label="Publication of your report">
        <p className="notice">
          Your report is published {published === 'named' ? `as by ${printedAs}` : 'without your name'}.
        </p>
        {published === 'named' && (
          <p className="buttons">
            <button type="button" className="btn" aria-disabled={sending} onClick={() => void choose('unsigned')}>
              Take My Name Away
            </button>
          </p>
        )}
      </section>
    )
  }
  const notes: Record<PublishChoice, string> = {
    named: `Printed as ${printedAs}`,
    unsigned: 'Only your letter and the day of the decision appear with the text',
    none: 'Nobody but the authors and the editors reads it',
  }
  return (
    <fieldset aria-describedby={hint}>
      <legend>May we publish your report with the article?</legend>
      <p className="hint small muted" id={hint}>
        Only if the article is published and its authors agree too: the text as the authors receive it, and your answers
        to the questions, under the licence {journal().licence.shortName}. Never your lines to the editor, your
        recommendation or your files. Your answer counts for all rounds, and you can change it until then. Without an
        answer it is not published. <Link to={policyPath('peer-review')}>Peer Review Process</Link>
      </p>
      <div className="opts">
        {(Object.keys(LABELS) as PublishChoice[]).map((each) => (
          <label className="opt" key={each}>
            <input
              type="radio"
              name="publication"
              value={each}
              checked={(pending ?? choice) === each}
              onChange={() => {
                if (!sending) void choose(each)
              }}
            />
            <span>
              <b>{LABELS[each]}</b>
              <span className="d">{notes[each]}</span>
            </span>
          </label>
        ))}
      </div>
      <p className="hint small muted" role="status">
        {choice !== null && pending === null && 'Your answer is saved.'}
      </p>
    </fieldset>
  )
}
