import { useEffect, useRef, type ReactNode } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import type { KeptTexts } from './kept-texts.ts'
import { SendFailure } from './part.tsx'

/** Asks for one text. What was typed is kept if the dialog is closed or the call fails. */
export function TextDialog({
  title,
  field,
  label,
  hint,
  save,
  danger = false,
  kept,
  error,
  failure,
  isSending,
  onSend,
  onClose,
  children,
}: {
  title: string
  /** The name under which the text is kept. */
  field: string
  label: string
  hint?: string
  save: string
  danger?: boolean
  kept: KeptTexts
  error: string | undefined
  failure: string | null
  isSending: boolean
  onSend: (text: string) => void
  onClose: () => void
  children?: ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  // A dialog focuses its first control, the close button; here it should be the field.
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [error])
  const text = kept.texts[field] ?? ''
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSend(text)
        }}
      >
        <div className="mid">
          {children}
          <TextAreaField
            name={field}
            label={label}
            hint={hint}
            value={text}
            error={error}
            onChange={(value) => kept.set(field, value)}
          />
          <SendFailure message={error ? null : failure} />
        </div>
        <footer>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className={danger ? 'btn solid-danger' : 'btn solid'} aria-disabled={isSending}>
            {save}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
