import { useEffect, type ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import type { useForm } from './use-form.ts'

/** A form in a dialog: closing it puts away what was typed and what was said about it. */
export function FormDialog({
  title,
  form: { formProps, sending },
  save,
  saving,
  unready = false,
  danger = false,
  onClose,
  children,
}: {
  title: string
  form: Pick<ReturnType<typeof useForm>, 'formProps' | 'sending'>
  save: string
  /** What the button says meanwhile. */
  saving: string
  /** There is nothing to save yet. */
  unready?: boolean
  /** Saving takes something away for good. */
  danger?: boolean
  onClose: () => void
  children: ReactNode
}) {
  // A dialog gives the keyboard to its first control, which closes it; here one came to type.
  const { ref } = formProps
  useEffect(() => ref.current?.querySelector<HTMLElement>('input')?.focus(), [ref])

  return (
    <Dialog title={title} onClose={onClose}>
      <form {...formProps}>
        <div className="mid">{children}</div>
        <footer>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button
            type="submit"
            className={danger ? 'btn solid-danger' : 'btn solid'}
            disabled={unready}
            aria-disabled={sending}
          >
            {sending ? saving : save}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
