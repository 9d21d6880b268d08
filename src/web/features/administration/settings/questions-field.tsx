import type { ReviewQuestion } from '../../../../contract/journal.ts'
import { QUESTIONS_MAX } from '../../../../contract/rules/settings/value-faults.ts'
import { Field } from '../../../ui/field.tsx'
import { Rows } from '../../../ui/rows.tsx'

/** An id that no question has. */
function freeId(questions: readonly ReviewQuestion[]): string {
  const taken = new Set(questions.map(({ id }) => id))
  let number = questions.length + 1
  while (taken.has(`question-${number}`)) number++
  return `question-${number}`
}

/** The questions that reviewers are asked. Each keeps the id that it got first, because reports name it. */
export function QuestionsField({
  label,
  hint,
  error,
  questions,
  onChange,
}: {
  label: string
  hint: string | undefined
  error: string | undefined
  questions: readonly ReviewQuestion[]
  onChange: (questions: ReviewQuestion[]) => void
}) {
  return (
    <fieldset className="questions">
      <legend className="lab">{label}</legend>
      <Rows
        name="review.questions"
        title="Question"
        add="Add a Question"
        {...(hint !== undefined && { hint })}
        rows={questions}
        most={QUESTIONS_MAX}
        blank={{ id: freeId(questions), ask: '', short: '' }}
        error={error}
        onChange={onChange}
      >
        {({ ask, short }, set, path) => (
          <>
            <Field
              name={`${path}.ask`}
              label="As reviewers read it"
              value={ask}
              onChange={(typed) => set({ ask: typed })}
            />
            <Field name={`${path}.short`} label="In tables" value={short} onChange={(typed) => set({ short: typed })} />
          </>
        )}
      </Rows>
    </fieldset>
  )
}
