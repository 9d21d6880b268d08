import type { DecisionChoice } from '../../../../../contract/api/decisions.ts'
import { DECISION_NAMES, type LetterKind } from '../../../../../contract/rules/peer-review/stages.ts'
import { FieldError } from '../../../../ui/labelled.tsx'

/** The decisions that are possible: what each means, and what speaks for or against it. */
export function Choices({
  choices,
  chosen,
  error,
  onChoose,
}: {
  choices: DecisionChoice[]
  chosen: LetterKind | null
  error: string | undefined
  onChoose: (kind: LetterKind) => void
}) {
  return (
    <fieldset className="decision-choices" id="choices" aria-describedby={error ? 'choices-error' : undefined}>
      <legend className="sr">Decision</legend>
      {choices.map(({ kind, about }, index) => (
        <label key={kind} className="decision-choice">
          <input
            type="radio"
            name="decision"
            value={kind}
            checked={kind === chosen}
            aria-describedby={`about-${kind}`}
            aria-keyshortcuts={String(index + 1)}
            onChange={() => onChoose(kind)}
          />
          <span>
            <b>{DECISION_NAMES[kind]}</b>
            <span className="decision-about" id={`about-${kind}`}>
              {about}
            </span>
          </span>
          <kbd aria-hidden="true">{index + 1}</kbd>
        </label>
      ))}
      <FieldError id="choices-error" error={error} />
    </fieldset>
  )
}
