import { useEffect, useRef } from 'react'
import type { BulkChange, BulkOutcome } from '../../../../../contract/api/bulk-articles.ts'
import { counted } from '../../../../../contract/rules/text/plain-text.ts'
import { UndoNote } from '../../../../ui/undo-note.tsx'

const leftWords = ({ left, more }: BulkOutcome): string => `${counted(left.length + more, 'article')} left as before`
const wordsOf = (outcome: BulkOutcome): string =>
  outcome.left.length ? `${outcome.message} ${leftWords(outcome)}.` : outcome.message

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
  return (
    <>
      {/* Always there: what comes with its words already in it may not be read out. */}
      <p className="sr" role="status">
        {outcome && wordsOf(outcome)}
      </p>
      <div ref={region} tabIndex={-1} className="bulk-notes" aria-label="Changes of many articles" role="group">
        {outcome && (outcome.left.length > 0 || outcome.message !== outcome.change?.message) && (
          <div className="notice">
            <p>{outcome.message}</p>
            {outcome.left.length > 0 && (
              <>
                <p>{leftWords(outcome)}:</p>
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
        {changes.map((change) => (
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
    </>
  )
}
