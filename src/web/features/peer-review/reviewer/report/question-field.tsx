import { useId } from 'react'
import { ANSWER_NAMES, ANSWERS, type ReviewAnswer } from '../../../../../contract/rules/peer-review/stages.ts'
import { FieldError } from '../../../../ui/labelled.tsx'

/** One of the journal's questions with its four answers in one row. */
export function QuestionField({
  id,
  number,
  ask,
  answer,
  error,
  onAnswer,
}: {
  id: string
  number: number
  ask: string
  answer: ReviewAnswer | undefined
  error: string | undefined
  onAnswer: (answer: ReviewAnswer) => void
}) {
  const errorId = `${useId()}-error`
  return (
    <fieldset className={error ? 'q bad' : 'q'} aria-describedby={error ? errorId : undefined}>
      <legend>
        <span className="qn">{number}</span>
        {ask}
      </legend>
      <FieldError id={errorId} error={error} />
      <div className="seg4">
        {ANSWERS.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name={`answers.${id}`}
              value={each}
              checked={answer === each}
              aria-describedby={error ? errorId : undefined}
              onChange={() => onAnswer(each)}
            />
            <span>{ANSWER_NAMES[each]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
