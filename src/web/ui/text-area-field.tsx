import type { ReactNode } from 'react'
import { Labelled, type LabelProps } from './labelled.tsx'

/** A labelled text of several lines, set in the journal's reading face. `under` stands below it at the right. */
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
