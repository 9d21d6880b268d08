import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { backupWarning } from '../../../contract/domain/backups.ts'
import { browserApi } from '../../client/api.ts'
import { useAnswer } from '../../ui/use-answer.ts'

/** On Today: that there is no young copy of the journal, and what to do. Nothing is shown while there is one. */
export function BackupNotice() {
  const { answer } = useAnswer(() => browserApi.backups.state({}))
  const [now] = useState(() => Date.now())
  const warning = answer && backupWarning(answer, now)
  if (!warning) return null
  return (
    <p className="notice caution backup-notice">
      <TriangleAlert className="ic" aria-hidden="true" />
      <span>{warning}</span>
    </p>
  )
}
