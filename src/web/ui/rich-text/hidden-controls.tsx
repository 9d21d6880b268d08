import type { Ref } from 'react'
import { PICTURE_TYPES } from './read-picture.ts'

/** The platform's choice of a file, opened by the toolbar. */
export function PictureChooser({ ref, onChoose }: { ref: Ref<HTMLInputElement>; onChoose: (files: File[]) => void }) {
  return (
    <input
      ref={ref}
      type="file"
      accept={PICTURE_TYPES.join()}
      aria-label="Image file"
      hidden
      onChange={(event) => {
        onChoose([...(event.target.files ?? [])])
        // The same file may be chosen again.
        event.target.value = ''
      }}
    />
  )
}

/**
 * The form's own control of the field's name: its value is the text, and what focuses it, a failed
 * check for example, comes to the editor.
 */
export function FormControl({
  name,
  value,
  readOnly,
  onFocus,
  onChange,
}: {
  name: string
  value: string
  readOnly: boolean
  onFocus: () => void
  onChange: (html: string) => void
}) {
  return (
    <textarea
      className="sr"
      name={name}
      value={value}
      readOnly={readOnly}
      tabIndex={-1}
      aria-hidden="true"
      onFocus={onFocus}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
