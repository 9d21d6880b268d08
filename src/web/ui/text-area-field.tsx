import { useId, type ReactNode } from 'react'
import { FieldError } from './field.tsx'

/** A labelled text of several lines, set in the journal's reading face. `under` stands below it at the right. */
export function TextAreaField({
  name,
  label,
  value,
  error,
  hint,
  under,
  onChange,
}: {
  name: string
  label: string
  value: string
  error?: string | undefined
  hint?: ReactNode
  under?: ReactNode
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div className={error ? 'field bad' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <textarea
        id={id}
        name={name}
        className="in"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={[error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="under">
        <FieldError id={`${id}-error`} error={error} />
        {under}
      </div>
    </div>
  )
}
