import { Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'

/** What was changed a moment ago, with a button to undo it while that is possible. */
export function UndoNote({
  until,
  what,
  busy,
  onUndo,
  children,
}: {
  until: string
  /** What would be undone, for those who do not see the note: 'the change of Volume 3'. */
  what: string
  busy: boolean
  onUndo: () => void
  children: ReactNode
}) {
  const [over, setOver] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setOver(until), Math.max(0, Date.parse(until) - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  if (over === until) return null
  return (
    <div className="notice">
      <p>{children}</p>
      <button type="button" className="btn" aria-disabled={busy} onClick={() => busy || onUndo()}>
        <Undo2 className="ic" aria-hidden="true" />
        Undo<span className="sr"> {what}</span>
      </button>
    </div>
  )
}
