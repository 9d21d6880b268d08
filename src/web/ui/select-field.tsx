import { useId, type ReactNode } from 'react'
import { FieldError } from './field.tsx'

/** A labelled choice of one, with a first entry that chooses nothing. */
export function SelectField({
  name,
  label,
  value,
  error,
  hint,
  placeholder,
  options,
  onChange,
}: {
  name: string
  label: string
  value: string
  error?: string | undefined
  hint?: ReactNode
  placeholder: string
  options: readonly { value: string; label: string }[]
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
      <select
        id={id}
        name={name}
        className="in"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={[error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
