import { useState } from 'react'
import type { ImportRow } from '../../../../../contract/api/reviewers.ts'
import { counted } from '../../../../../contract/rules/text/counted.ts'
import { browserApi } from '../../../../client/api.ts'
import { isApiError } from '../../../../client/api-error.ts'
import { toastFailure } from '../../../../ui/call-failure.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { TextAreaField } from '../../../../ui/text-area-field.tsx'
import { toast } from '../../../../ui/toast.ts'

/** Adds several reviewers from pasted lines, after showing what was understood of each. */
export function ImportDialog({ onAdded, onClose }: { onAdded: () => void; onClose: () => void }) {
  const [lines, setLines] = useState('')
  const [rows, setRows] = useState<ImportRow[] | null>(null)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const ready = rows?.filter(({ problem }) => problem === null).length ?? 0

  const work = async (call: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await call()
    } catch (failure) {
      toastFailure(failure)
      if (isApiError(failure)) setError(failure.errors.lines)
    } finally {
      setBusy(false)
    }
  }
  const preview = () => work(async () => setRows(await browserApi.reviewers.previewImport({ lines })))
  const add = () =>
    work(async () => {
      const { added } = await browserApi.reviewers.import({ lines })
      toast.success(`${counted(added, 'reviewer')} added`)
      onAdded()
    })

  return (
    <Dialog title="Add several reviewers" onClose={onClose}>
      <div className="mid">
        <TextAreaField
          name="lines"
          label="One person per line"
          hint="Name <email>, Affiliation; expertise, expertise. Rows copied from a spreadsheet work too."
          value={lines}
          error={error}
          onChange={(typed) => {
            setLines(typed)
            setRows(null)
            setError(undefined)
          }}
        />
        <div role="status">{rows && <p>{`${ready} of ${counted(rows.length, 'line')} can be added.`}</p>}</div>
        {rows && rows.length > 0 && (
          // Scrolled with the keyboard, too.
          <ul className="import-preview" role="list" aria-label="What was understood" tabIndex={0}>
            {rows.map(({ fullName, email, affiliation, expertise, problem }, at) => (
              <li key={at}>
                <strong>{fullName || 'No name'}</strong> {email}
                <span className="muted small block">{[affiliation, expertise].filter(Boolean).join(' · ')}</span>
                {problem && <span className="err">{problem}</span>}
              </li>
            ))}
          </ul>
        )}
      </div>
      <footer>
        <button type="button" className="btn" onClick={onClose}>
          Cancel
        </button>
        {rows ? (
          <button type="button" className="btn solid" disabled={!ready} aria-disabled={busy} onClick={() => void add()}>
            Add {counted(ready, 'reviewer')}
          </button>
        ) : (
          <button
            type="button"
            className="btn solid"
            disabled={!lines.trim()}
            aria-disabled={busy}
            onClick={() => void preview()}
          >
            Preview
          </button>
        )}
      </footer>
    </Dialog>
  )
}
