import { useState, type ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

/** Asks for confirmation. Stays open, with its buttons disabled, while the action runs. */
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
  onConfirm: () => Promise<void> | void
  onClose: () => void
}) {
  const [busy, setBusy] = useState(false)
  const act = async () => {
    if (busy) return
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="mid">{children}</div>
      <footer>
        <button type="button" className="btn" onClick={onClose}>
          {cancel}
        </button>
        <button
          type="button"
          className={danger ? 'btn solid-danger' : 'btn solid'}
          aria-disabled={busy}
          onClick={() => void act()}
        >
          {confirm}
        </button>
      </footer>
    </Dialog>
  )
}
