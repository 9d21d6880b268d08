import type { EditorialMembers } from '../../../contract/api/editorial-members.ts'
import { UtcTime } from '../../ui/local-date.tsx'
import { RichHtml } from '../../ui/rich-html.tsx'

export interface Meanwhile {
  /** The server's sentence. */
  message: string
  /** What is there now. */
  record: EditorialMembers | null
}

/** Somebody else has saved the record while this one was being written: nothing of either is lost unasked. */
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
            <RichHtml html={record.members} className="rich board" />
          </details>
          <button type="button" className="btn" onClick={() => onReplace(record)}>
            Replace it with my version
          </button>
        </>
      )}
    </div>
  )
}
