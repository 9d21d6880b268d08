import { Check, CircleAlert, CloudOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { clockTime, localMoment } from '../../../../../contract/rules/text/dates.ts'
import type { DraftContent } from '../../../../../contract/rules/peer-review/report-draft.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import type { Choice, DraftState, OtherText } from './draft-keeper.ts'

const watchConnection = (changed: () => void) => {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Where the text is kept. Only trouble is announced: a line that is read out every few seconds would disturb. */
export function SavedLine({ draft }: { draft: DraftState }) {
  const isOnline = useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => true,
  )
  const trouble = troubleOf(draft, isOnline)
  const Icon = trouble === null ? Check : draft.journal === 'refused' || !draft.onDevice ? CircleAlert : CloudOff
  return (
    <p className={trouble === null ? 'saved aligned small muted tabular' : 'saved aligned small warning-ink tabular'}>
      {(trouble !== null || draft.savedAt) && <Icon className="ic" aria-hidden="true" />}
      <span role="status">{trouble}</span>
      {trouble === null && draft.savedAt && (
        <span>
          {draft.journal === 'saved'
            ? `Saved at ${clockTime(draft.savedAt)}`
            : `Saved on this device; on the server at ${clockTime(draft.savedAt)}`}
        </span>
      )}
    </p>
  )
}

function troubleOf({ journal, onDevice, message, savedAt }: DraftState, isOnline: boolean): string | null {
  if (journal === 'refused') return `${onDevice ? 'Saved on this device only' : 'Not saved'}: ${message}`
  const isAway = journal === 'away' || (!isOnline && journal === 'waiting')
  if (isAway && !onDevice) return 'Not saved: please keep this page open until you are online'
  if (isAway)
    return isOnline ? 'Saved on this device; the server is not responding' : 'Saved on this device; you are offline'
  if (!onDevice) return savedAt ? `Saved at ${clockTime(savedAt)} (no copy on this device)` : 'No copy on this device'
  return null
}

/** Two texts that have come apart, side by side: one of them, or both one after the other. */
export function TwoTexts({
  mine,
  other,
  onChoose,
  onDownload,
  onClose,
}: {
  mine: DraftContent
  other: OtherText
  onChoose: (choice: Choice) => void
  onDownload: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      title="Two versions of your report"
      about={
        other.tab === null
          ? 'It was edited on another device while this one had unsaved changes.'
          : 'Another window of this browser has unsaved changes.'
      }
      onClose={onClose}
    >
      <div className="two-texts letter">
        <Text title="Here, on this page" draft={mine} />
        <Text title={`The other one, saved ${localMoment(other.savedAt)}`} draft={other.content} />
      </div>
      <footer>
        <button type="button" className="btn text" onClick={onDownload}>
          Download Both
        </button>
        <button type="button" className="btn" onClick={() => onChoose('theirs')}>
          Use the Other Version
        </button>
        <button type="button" className="btn" onClick={() => onChoose('mine')}>
          Keep This Version
        </button>
        <button type="button" className="btn solid" onClick={() => onChoose('both')}>
          Keep Both
        </button>
      </footer>
    </Dialog>
  )
}

function Text({ title, draft }: { title: string; draft: DraftContent }) {
  return (
    <section>
      <h3>{title}</h3>
      <p className="hint small muted">To the authors</p>
      <p className="lines">{draft.toAuthors.trim() || 'Nothing yet.'}</p>
      {draft.toEditor.trim() && (
        <>
          <p className="hint small muted">To the editor</p>
          <p className="lines">{draft.toEditor}</p>
        </>
      )}
    </section>
  )
}
