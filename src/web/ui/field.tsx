import { CircleAlert } from 'lucide-react'
import { useId, type InputHTMLAttributes, type ReactNode } from 'react'

/**
 * A labelled control: hint between label and control, the error under it with a mark. Validation
 * is ours, with the contract's words, not the browser's bubbles.
 */
export function Field({
  name,
  label,
  hint,
  error,
  onChange,
  ...input
}: {
  name: string
  label: string
  hint?: ReactNode
  error: string | undefined
  onChange: (value: string) => void
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'onChange'>) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={error ? 'field bad' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <input
        {...input}
        id={id}
        name={name}
        className="in"
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p className="err" id={id}>
      <CircleAlert className="ic" aria-hidden="true" />
      {error}
    </p>
  )
}

/** A checkbox with its sentence beside it. */
export function CheckField({
  name,
  checked,
  error,
  onChange,
  children,
}: {
  name: string
  checked: boolean
  error?: string | undefined
  onChange: (checked: boolean) => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className={error ? 'field bad' : 'field'}>
      <label className="check">
        <input
          type="checkbox"
          name={name}
          checked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
