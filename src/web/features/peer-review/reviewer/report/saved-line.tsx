import { Check, CircleAlert, CloudOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { clockTime } from '../../../../../contract/rules/text/dates.ts'
import type { Kept } from './draft-keeper.ts'

const watchConnection = (changed: () => void) => {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Where the text is kept. Only trouble is announced: a line that is read out every few seconds would disturb. */
export function SavedLine({ kept }: { kept: Kept }) {
  const isOnline = useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => true,
  )
  const trouble = troubleOf(kept, isOnline)
  const Icon = trouble === null ? Check : kept.journal === 'refused' || !kept.onDevice ? CircleAlert : CloudOff
  return (
    <p className={trouble === null ? 'saved aligned small muted tabular' : 'saved aligned small muted tabular caution'}>
      {(trouble !== null || kept.savedAt) && <Icon className="ic" aria-hidden="true" />}
      <span role="status">{trouble}</span>
      {trouble === null && kept.savedAt && (
        <span>
          {kept.journal === 'saved'
            ? `Saved on this device and with the journal, ${clockTime(kept.savedAt)}`
            : `Saved on this device; with the journal at ${clockTime(kept.savedAt)}`}
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
    return isOnline ? 'Saved on this device; the journal does not answer' : 'Saved on this device; you are offline'
  if (!onDevice) return `${savedAt ? `Saved with the journal, ${clockTime(savedAt)}; t` : 'T'}his browser keeps no copy`
  return null
}
