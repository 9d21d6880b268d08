import { useEffect, type ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import type { useForm } from './use-form.ts'

/** A form in a dialog: closing it discards the input and its errors. */
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
  /** The button's label while saving. */
  saving: string
  /** True if there is nothing to save yet. */
  unready?: boolean
  /** True if saving deletes something permanently. */
  danger?: boolean
  onClose: () => void
  children: ReactNode
}) {
  // A dialog focuses its first control, the close button; here it should be the first field.
  const { ref } = formProps
  useEffect(() => ref.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), [ref])

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
