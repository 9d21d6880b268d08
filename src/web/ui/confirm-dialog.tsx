import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { useCommand } from './use-command.ts'

/** Asks for confirmation. Stays open, with its buttons disabled, while the action runs, and shows why it failed. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  cancel = 'Cancel',
  danger = false,
  onConfirm,
  onClose,
}: {
  title: string
  children: ReactNode
  confirm: string
  cancel?: string
  danger?: boolean
  onConfirm: () => unknown
  onClose: () => void
}) {
  const { run, busy, failure } = useCommand()
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="mid">
        {children}
        {failure && (
          <p role="alert" className="err aligned small error-ink">
            <CircleAlert className="ic" aria-hidden="true" />
            {failure.statusCode > 0 ? failure.message : 'This could not be sent: there is no connection.'}
          </p>
        )}
      </div>
      <footer>
        <button type="button" className="btn" onClick={onClose}>
          {cancel}
        </button>
        <button
          type="button"
          className={danger ? 'btn solid-danger' : 'btn solid'}
          aria-disabled={busy}
          onClick={() => void run(async () => onConfirm())}
        >
          {confirm}
        </button>
      </footer>
    </Dialog>
  )
}
