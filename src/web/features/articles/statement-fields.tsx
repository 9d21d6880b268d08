import { useId, useRef, useState } from 'react'
import {
  answerIn,
  DECLARATIONS,
  type Statement,
  STATEMENT_NAMES,
  STATEMENTS,
} from '../../../contract/rules/articles/statements.ts'
import { TextAreaField } from '../../ui/field.tsx'

interface Fields {
  values: Record<Statement, string>
  errors: Record<string, string>
  onChange: (statement: Statement, value: string) => void
}

/**
 * A question for each statement of an article: none, or a text. `isAsked`: its authors answer, and may answer all that is
 * open with none at once. `noteFor`: why a question is open.
 */
export function StatementFields({
  values,
  errors,
  onChange,
  isAsked = false,
  noteFor = () => '',
}: Fields & { isAsked?: boolean; noteFor?: (statement: Statement) => string }) {
  const open = DECLARATIONS.filter((name) => !answerIn(name, values[name]))
  return (
    <div className="statements">
      {isAsked && (
        <div className="cluster">
          <p className="muted small" role="status">
            {DECLARATIONS.length - open.length} of {DECLARATIONS.length} answered. We print only what you say: a
            question left open is never printed as “none”.
          </p>
          <button
            type="button"
            className="btn"
            aria-disabled={!open.length}
            onClick={() => open.forEach((name) => onChange(name, STATEMENTS[name].none!))}
          >
            Nothing to Declare
          </button>
        </div>
      )}
      {STATEMENT_NAMES.map((name) => {
        const field = {
          name,
          value: values[name],
          error: errors[name],
          onChange: (value: string) => onChange(name, value),
        }
        return STATEMENTS[name].none === null ? (
          <TextAreaField
            key={name}
            {...field}
            label={`${STATEMENTS[name].label} (optional)`}
            hint={STATEMENTS[name].hint}
          />
        ) : (
          <Declaration key={name} {...field} note={answerIn(name, values[name]) ? '' : noteFor(name)} />
        )
      })}
    </div>
  )
}

/** None, in the words that will be printed, or a text. What was written stays while none is chosen. */
function Declaration({
  name,
  value,
  error,
  note,
  onChange,
}: {
  name: Statement
  value: string
  error: string | undefined
  note: string
  onChange: (value: string) => void
}) {
  const id = useId()
  const { label, hint, none } = STATEMENTS[name]
  const answer = answerIn(name, value)
  const [isWriting, setWriting] = useState(false)
  const written = useRef('')
  const describes = answer === 'text' || (answer === null && isWriting)
  const radio = (words: string, checked: boolean, choose: () => void) => (
    <label className="check">
      <input type="radio" name={`${id}-answer`} checked={checked} onChange={choose} />
      <span>{words}</span>
    </label>
  )
  return (
    <fieldset aria-describedby={`${id}-hint`}>
      <legend className="lab">{label}</legend>
      <p className="hint small muted" id={`${id}-hint`}>
        {hint} {note}
      </p>
      <div className="cluster">
        {radio(none!, answer === 'none', () => {
          written.current = value
          onChange(none!)
        })}
        {radio('I will describe it', describes, () => {
          setWriting(true)
          onChange(written.current)
        })}
      </div>
      {describes && (
        <TextAreaField
          name={name}
          label={`${label}, as it will be printed`}
          value={value}
          error={error}
          onChange={(text) => {
            setWriting(true)
            onChange(text)
          }}
        />
      )}
    </fieldset>
  )
}
