import type { Ref } from 'react'
import { PICTURE_TYPES } from './read-picture.ts'

/** The file input that the toolbar opens. */
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
        // Allows choosing the same file again.
        event.target.value = ''
      }}
    />
  )
}

/**
 * The form control of the field: its value is the text, and focusing it (after a failed validation, for
 * example) focuses the editor.
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
