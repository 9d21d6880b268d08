import { useId } from 'react'
import { INTERESTS_REQUIRED, INTERESTS_TEXT_REQUIRED } from '../../../../contract/api/authorship.ts'
import { INTERESTS_MAX } from '../../../../contract/rules/articles/stated-interests.ts'
import { TextAreaField } from '../../../ui/field.tsx'
import { FieldError } from '../../../ui/labelled.tsx'

/** Nothing is chosen at first: 'none' comes from an answer alone. */
export interface TypedInterests {
  answer: 'none' | 'text' | null
  text: string
}

export const typedInterests = (stated: string | null): TypedInterests => ({
  answer: stated === null ? null : stated === '' ? 'none' : 'text',
  text: stated ?? '',
})

export function interestsFault({ answer, text }: TypedInterests): string | undefined {
  if (answer === null) return INTERESTS_REQUIRED
  if (answer === 'text' && !text.trim()) return INTERESTS_TEXT_REQUIRED
  return answer === 'text' && text.trim().length > INTERESTS_MAX
    ? `Please use at most ${INTERESTS_MAX} characters`
    : undefined
}

/** Whether an author has interests of their own that others should know of. */
export function OwnInterests({
  interests: { answer, text },
  error,
  onChange,
}: {
  interests: TypedInterests
  error: string | undefined
  onChange: (interests: TypedInterests) => void
}) {
  const id = useId()
  const isTextWrong = error !== undefined && answer === 'text'
  const option = (value: 'none' | 'text', label: string) => (
    <label className="opt">
      <input
        type="radio"
        name="interests"
        checked={answer === value}
        aria-invalid={error !== undefined && answer === null}
        aria-describedby={error !== undefined && answer === null ? `${id}-error` : undefined}
        onChange={() => onChange({ answer: value, text })}
      />
      <span>
        <b>{label}</b>
      </span>
    </label>
  )
  return (
    <fieldset className="question answer">
      <legend>
        <h2>Do you have competing interests?</h2>
      </legend>
      <p className="hint small muted">
        Funding, posts, patents or relationships in the last three years that others might think influenced this work.
        What you say is printed with your name.
      </p>
      <div className="choices">
        {option('none', 'None')}
        {option('text', 'Yes, I will describe them')}
      </div>
      {error !== undefined && answer === null && <FieldError id={`${id}-error`} error={error} />}
      {answer === 'text' && (
        <TextAreaField
          name="interestsText"
          label="Your competing interests, as they will be printed"
          value={text}
          error={isTextWrong ? error : undefined}
          onChange={(value) => onChange({ answer, text: value })}
        />
      )}
    </fieldset>
  )
}
