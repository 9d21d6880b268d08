import type { InputHTMLAttributes } from 'react'
import { Labelled, type LabelProps } from './labelled.tsx'

/** A labelled text input. */
export function Field({
  name,
  label,
  hint,
  error,
  onChange,
  ...input
}: {
  name: string
  onChange: (value: string) => void
} & LabelProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'onChange'>) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(control) => <input {...input} {...control} name={name} onChange={(event) => onChange(event.target.value)} />}
    </Labelled>
  )
}
