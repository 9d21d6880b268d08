import { useId } from 'react'
import {
  DECISION_NAMES,
  RECOMMENDATIONS,
  type Recommendation,
} from '../../../../../contract/rules/peer-review/stages.ts'
import { FieldError } from '../../../../ui/labelled.tsx'

const MEANINGS: Record<Recommendation, string> = {
  accept: 'Ready, or small corrections of language',
  minor: 'The editor can check the changes',
  major: 'I may need to read it again',
  decline: 'Should not be published here',
}

/** What the reviewer recommends to the editor; nothing is chosen in advance. */
export function RecommendationField({
  chosen,
  error,
  onChoose,
}: {
  chosen: Recommendation | null
  error: string | undefined
  onChoose: (recommendation: Recommendation) => void
}) {
  const errorId = `${useId()}-error`
  return (
    <fieldset className={error ? 'rec4 bad' : 'rec4'} aria-describedby={error ? errorId : undefined}>
      <legend className="lab">Recommendation to the editor</legend>
      <FieldError id={errorId} error={error} />
      <div className="opts">
        {RECOMMENDATIONS.map((each) => (
          <label className="opt" key={each}>
            <input
              type="radio"
              name="recommendation"
              value={each}
              checked={chosen === each}
              aria-describedby={error ? errorId : undefined}
              onChange={() => onChoose(each)}
            />
            <span>
              <b>{DECISION_NAMES[each]}</b>
              <span className="d">{MEANINGS[each]}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
