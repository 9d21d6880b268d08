import { FileText } from 'lucide-react'
import { useState } from 'react'
import { PDF_UNFINISHED } from '../../../../contract/api/approval.ts'
import { ReplacementForm } from '../../../../contract/api/case-forms.ts'
import type { CaseReportFile } from '../../../../contract/api/case-view.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { DOCUMENT_TYPES, FILE_MAX_BYTES, IMAGE_TYPES } from '../../../../contract/rules/files/file-rules.ts'
import { browserApi } from '../../../client/api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { OneUpload } from '../../../ui/files/upload-rows.tsx'
import { useUploads } from '../../../ui/files/use-uploads.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DownloadFile } from '../../../ui/download.tsx'
import { useAct, useSent } from '../../../ui/use-command.ts'

/** What is to be said of a file, besides why its authors do not get it. */
const ABOUT: Record<CaseReportFile['state'], string> = {
  cleaned: '',
  look: 'The authors can get it once you have looked at the copy.',
  'held-back': 'It cannot be released as it is. You can replace it, or leave it out.',
  failed: 'You can have it tried again, replace it, or leave it out.',
  checking: 'Names are being removed from it.',
  delayed: 'Until then it stays with the editors.',
}

/** A file of a report for its editors: as it was sent, the copy for the authors, and what can be done with it. */
export function ReportFileForEditors({ articleId, report }: { articleId: string; report: CaseReportFile }) {
  const { id, file, copy, state, heldBack, providedBy, lookedBy, lookedAt, isGiven } = report
  const [open, setOpen] = useState<'release' | 'replace' | null>(null)
  const { act, busy } = useAct()
  const of = { id: articleId, attachedId: id }
  return (
    <div className="rfile small breakable">
      <p className="rfile-names aligned">
        <FileText className="ic" aria-hidden="true" />
        <DownloadFile file={file}>{file.name}</DownloadFile>
        {copy && (
          <DownloadFile file={copy}>
            Copy for the authors<span className="sr"> of {file.name}</span>
          </DownloadFile>
        )}
      </p>
      {providedBy && <p className="muted small">Provided by {providedBy} in place of the reviewer’s file.</p>}
      {lookedBy && (
        <p className="muted small">
          {lookedBy} looked at the copy on {longDate(lookedAt)} and released it.
        </p>
      )}
      {state !== 'cleaned' && <p className="muted small">{[heldBack, ABOUT[state]].filter(Boolean).join(' ')}</p>}
      {/* Once the authors have it, nothing can be changed any more. */}
      {!isGiven && (
        <p className="rfile-acts aligned">
          {state === 'look' && copy && (
            <button type="button" className="btn" onClick={() => setOpen('release')}>
              Look and Release<span className="sr"> {file.name}</span>
            </button>
          )}
          {(state === 'failed' || state === 'held-back') && (
            <button
              type="button"
              className="btn text"
              aria-disabled={busy}
              onClick={() => void act(() => browserApi.cases.retryFile(of))}
            >
              Try Again<span className="sr"> to clean {file.name}</span>
            </button>
          )}
          <button type="button" className="btn text" onClick={() => setOpen('replace')}>
            Replace<span className="sr"> {file.name}</span>
          </button>
        </p>
      )}
      {open === 'release' && copy && (
        <ConfirmDialog
          title={`Release ${file.name}?`}
          confirm="It names nobody: release it"
          onConfirm={async () => {
            await act(() => browserApi.cases.releaseFile({ ...of, copyId: copy.id }))
            setOpen(null)
          }}
          onClose={() => setOpen(null)}
        >
          <p className="space">{heldBack}</p>
          <p className="space">
            Please look at the whole copy, exactly as the authors would get it: is there a name, a signature,
            handwriting or anything else that tells who the reviewer is?
          </p>
          <p className="space">
            <DownloadFile file={copy} className="btn">
              Download the Copy
            </DownloadFile>
          </p>
          <p className="muted small">
            Your name and the time are recorded. The authors get the copy with the decision, unless you leave it out; if
            they have the report already, only when you send them the file.
          </p>
        </ConfirmDialog>
      )}
      {open === 'replace' && <ReplaceDialog of={of} name={file.name} onClose={() => setOpen(null)} />}
    </div>
  )
}

/** Another file in the place of a reviewer's. */
function ReplaceDialog({
  of,
  name,
  onClose,
}: {
  of: { id: string; attachedId: string }
  name: string
  onClose: () => void
}) {
  const sent = useSent(onClose)
  const form = useForm({
    schema: ReplacementForm,
    initial: { fileUrl: '' },
    submit: (data) => sent(browserApi.cases.replaceFile({ ...of, ...data })),
  })
  const uploads = useUploads([], ([uploaded]) => form.set('fileUrl', uploaded?.url ?? ''))
  const isOnItsWay = uploads.items.some(({ state }) => state === 'uploading' || state === 'pending')
  const { fileUrl: error } = form.errors
  return (
    <FormDialog title={`Replace ${name}`} form={form} save="Replace" saving="Replacing…" onClose={onClose}>
      <OneUpload
        uploads={uploads}
        name="fileUrl"
        label="File for the authors"
        types={{ ...DOCUMENT_TYPES, ...IMAGE_TYPES }}
        maxBytes={FILE_MAX_BYTES}
        hint="Names are removed from it like from the reviewer’s, best from a PDF or DOCX. Up to 10 MB."
        error={error && isOnItsWay ? PDF_UNFINISHED : error}
      />
    </FormDialog>
  )
}
