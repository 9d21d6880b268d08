import { useId, type ReactNode } from 'react'
import { FieldError } from './labelled.tsx'

/** A checkbox with its label. */
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
