import { Check } from 'lucide-react'
import { clockTime } from '../../contract/rules/text/dates.ts'

/** Whether what was typed is safe on this device. */
export function SavedNote({
  stored: { isRefused, savedAt },
}: {
  stored: { isRefused: boolean; savedAt: Date | null }
}) {
  if (isRefused)
    return <p className="muted small aligned tabular">Your browser’s storage is full, so what you type is not saved.</p>
  if (!savedAt) return null
  return (
    <p className="muted small aligned tabular">
      <Check className="ic" aria-hidden="true" />
      Saved on this device, {clockTime(savedAt)}
    </p>
  )
}
