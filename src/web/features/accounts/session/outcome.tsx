import { useEffect, useRef, type ReactNode } from 'react'

/** Replaces a form by its result: announced to screen readers, and focused. */
export function Outcome({ bad = false, title, children }: { bad?: boolean; title: string; children?: ReactNode }) {
  const outcome = useRef<HTMLDivElement>(null)
  useEffect(() => outcome.current?.focus(), [])
  return (
    <div
      className={bad ? 'notice bad outcome' : 'notice outcome'}
      role="group"
      tabIndex={-1}
      ref={outcome}
      aria-label={title}
    >
      <strong>{title}</strong>
      {children}
    </div>
  )
}
