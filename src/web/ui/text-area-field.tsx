import type { ReactNode } from 'react'
import { Labelled, type LabelProps } from './labelled.tsx'

/** A labelled multi-line text field in the journal's serif. `under` is shown below it at the right. */
export function TextAreaField({
  name,
  value,
  under = null,
  onChange,
  ...frame
}: {
  name: string
  value: string
  under?: ReactNode
  onChange: (value: string) => void
} & LabelProps) {
  return (
    <Labelled {...frame} under={under}>
      {(control) => (
        <textarea {...control} name={name} value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </Labelled>
  )
}
