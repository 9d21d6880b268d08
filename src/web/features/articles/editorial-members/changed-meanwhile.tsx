import type { EditorialMembers } from '../../../../contract/api/editorial-members.ts'
import { UtcTime } from '../../../ui/local-date.tsx'
import { RichHtml } from '../../../ui/rich-html.tsx'

export interface Meanwhile {
  /** The server's message. */
  message: string
  /** The current version. */
  record: EditorialMembers | null
}

/**
 * Resolves an edit conflict: someone else has saved the record in the meantime. Nothing is overwritten
 * without asking.
 */
export function ChangedMeanwhile({
  message,
  record,
  onReplace,
}: Meanwhile & { onReplace: (record: EditorialMembers) => void }) {
  return (
    <div className="notice bad meanwhile" role="alert">
      <strong>{message}</strong>
      <p>Your text is still below.</p>
      {record && (
        <>
          <details>
            <summary>
              View the version saved on <UtcTime at={record.updatedAt} />
            </summary>
            <RichHtml html={record.members} className="rich members" />
          </details>
          <button type="button" className="btn" onClick={() => onReplace(record)}>
            Replace it with my version
          </button>
        </>
      )}
    </div>
  )
}
