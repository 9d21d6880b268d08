import { useId } from 'react'
import {
  type Interest,
  INTEREST_REQUIRED,
  INTEREST_TEXT_REQUIRED,
} from '../../../../../contract/rules/peer-review/interests.ts'
import { TextAreaField } from '../../../../ui/field.tsx'
import { FieldError } from '../../../../ui/labelled.tsx'

/** The answer while it is being given: unanswered at first. */
export interface TypedInterest {
  answer: Interest['answer'] | ''
  text: string
}
export const UNANSWERED: TypedInterest = { answer: '', text: '' }

/** The answer, or what is missing. */
export function checkedInterest({ answer, text }: TypedInterest): { interest: Interest } | { missing: string } {
  if (answer === '') return { missing: INTEREST_REQUIRED }
  if (answer === 'none') return { interest: { answer } }
  return text.trim() ? { interest: { answer, text } } : { missing: INTEREST_TEXT_REQUIRED }
}

const CHOICES = [
  { answer: 'none', label: 'No', note: null },
  { answer: 'declared', label: 'Yes, or possibly', note: 'Describe it; the editor will decide whether you can review' },
] as const

/** Whether someone has an interest in the manuscript or its authors. */
export function InterestQuestion({
  value,
  missing,
  onChange,
}: {
  value: TypedInterest
  missing: string | undefined
  onChange: (value: TypedInterest) => void
}) {
  const id = useId()
  const unanswered = missing !== undefined && value.answer === ''
  return (
    <>
      <fieldset
        className={unanswered ? 'bad' : undefined}
        aria-describedby={`${unanswered ? `${id}-error ` : ''}${id}-hint`}
      >
        <legend>Do you have a competing interest?</legend>
        <p className="hint small muted" id={`${id}-hint`}>
          For example: the same institution, joint work in the last four years, family, money, or a competing paper.
        </p>
        <div className="opts">
          {CHOICES.map(({ answer, label, note }) => (
            <label className="opt" key={answer}>
              <input
                type="radio"
                name="interest"
                value={answer}
                checked={value.answer === answer}
                onChange={() => onChange({ ...value, answer })}
              />
              <span>
                <b>{label}</b>
                {note && <span className="d">{note}</span>}
              </span>
            </label>
          ))}
        </div>
        <FieldError id={`${id}-error`} error={unanswered ? missing : undefined} />
      </fieldset>
      {value.answer === 'declared' && (
        <TextAreaField
          name="interestText"
          label="What is it?"
          hint="Only the editor will see this."
          value={value.text}
          error={missing}
          onChange={(text) => onChange({ ...value, text })}
        />
      )}
    </>
  )
}

/** Moves the focus to what is missing. */
export function focusInterest(form: HTMLFormElement | null, { answer }: TypedInterest): void {
  const control = answer === 'declared' ? 'textarea[name=interestText]' : 'input[name=interest]'
  form?.querySelector<HTMLElement>(control)?.focus()
}
