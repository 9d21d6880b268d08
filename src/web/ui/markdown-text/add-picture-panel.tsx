import { type ReactNode, useEffect, useRef } from 'react'

/** Where a picture is chosen. It takes the focus, and Escape returns to the text. */
export function AddPicturePanel({ id, onClose, children }: { id: string; onClose: () => void; children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.querySelector('button')?.focus(), [])
  return (
    <div
      ref={panel}
      className="panel"
      id={id}
      role="group"
      aria-label="Image"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onClose()
      }}
    >
      <div className="answer">
        {children}
        <button type="button" className="btn text" onClick={onClose}>
          Cancel
        </button>
      </div>
    </div>
  )
}
