import { Crosshair } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { counted } from '../../../../contract/rules/text/plain-text.ts'

/** What is not published yet, who sees it, and the one button that publishes it. */
export function PressBar({
  count,
  busy,
  onPublish,
  onDiscard,
}: {
  count: number
  busy: boolean
  onPublish: () => void
  onDiscard: () => void
}) {
  const latest = useRef(onPublish)
  latest.current = count && !busy ? onPublish : () => {}
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  return (
    <div className="press">
      <p role="status">
        {count > 0 && (
          <>
            <Crosshair className="ic" aria-hidden="true" />
            <span>
              <b>{counted(count, 'change')} not published.</b> Only you see {count === 1 ? 'it' : 'them'}.
            </span>
          </>
        )}
      </p>
      {count > 0 ? (
        <>
          <button type="button" className="btn text" disabled={busy} onClick={onDiscard}>
            Discard
          </button>
          <button type="submit" className="btn solid" disabled={busy}>
            {busy ? 'Publishing…' : 'Publish'}
            <span className="sr"> {counted(count, 'change')}</span>
          </button>
          <span className="keyhint" aria-hidden="true">
            <kbd>Ctrl</kbd> <kbd>Enter</kbd>
          </span>
        </>
      ) : (
        <p className="muted small">Nothing differs from what is published.</p>
      )}
    </div>
  )
}
