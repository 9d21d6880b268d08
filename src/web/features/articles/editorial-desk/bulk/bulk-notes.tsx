import { useEffect, useRef } from 'react'
import type { BulkChange, BulkOutcome } from '../../../../../contract/api/bulk-articles.ts'
import { counted } from '../../../../../contract/rules/text/plain-text.ts'
import { UndoNote } from '../../../../ui/undo-note.tsx'

/** What was changed together in the last ten minutes, with buttons to undo it; and what was left as it is. */
export function BulkNotes({
  changes,
  outcome,
  busy,
  onUndo,
}: {
  changes: readonly BulkChange[]
  /** Of the last call. */
  outcome: BulkOutcome | null
  busy: boolean
  onUndo: (change: BulkChange) => void
}) {
  const region = useRef<HTMLDivElement>(null)
  // The button that was pressed has disappeared with its bar, its dialog or its note.
  useEffect(() => {
    if (outcome) region.current?.focus()
  }, [outcome])
  // Until the page is loaded again the new one is known by its answer alone.
  const made = outcome?.change
  const shown = made && !changes.some(({ id }) => id === made.id) ? [made, ...changes] : changes
  return (
    <div ref={region} tabIndex={-1} className="bulk-notes" aria-label="Changes of many articles" role="group">
      {outcome && (outcome.left.length > 0 || outcome.message !== made?.message) && (
        <div className="notice" role="status">
          <p>{outcome.message}</p>
          {outcome.left.length > 0 && (
            <>
              <p>{counted(outcome.left.length + outcome.more, 'article')} left as before:</p>
              <ul>
                {outcome.left.map(({ title, reason }, at) => (
                  // Two may have the same title.
                  <li key={at}>
                    {title}. <span className="muted">{reason}</span>
                  </li>
                ))}
                {outcome.more > 0 && <li>{outcome.more} more</li>}
              </ul>
            </>
          )}
        </div>
      )}
      {shown.map((change) => (
        <UndoNote
          key={change.id}
          until={change.until}
          what={`: ${change.message}`}
          busy={busy}
          onUndo={() => onUndo(change)}
        >
          {change.message}
        </UndoNote>
      ))}
    </div>
  )
}
