import { Check, CircleAlert, CloudOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { clockTime } from '../../../contract/rules/text/dates.ts'
import type { DraftState } from './draft-sync.ts'

type Kept = Pick<DraftState<unknown>, 'journal' | 'onDevice' | 'message' | 'savedAt'>

const watchConnection = (changed: () => void) => {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Where the text is kept. Only trouble is announced: a line that is read out every few seconds would disturb. */
export function SavedLine({ draft }: { draft: Kept }) {
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

function troubleOf({ journal, onDevice, message, savedAt }: Kept, isOnline: boolean): string | null {
  if (journal === 'refused') return `${onDevice ? 'Saved on this device only' : 'Not saved'}: ${message}`
  const isAway = journal === 'away' || (!isOnline && journal === 'waiting')
  if (isAway && !onDevice) return 'Not saved: please keep this page open until you are online'
  if (isAway)
    return isOnline ? 'Saved on this device; the server is not responding' : 'Saved on this device; you are offline'
  if (!onDevice) return savedAt ? `Saved at ${clockTime(savedAt)} (no copy on this device)` : 'No copy on this device'
  return null
}
