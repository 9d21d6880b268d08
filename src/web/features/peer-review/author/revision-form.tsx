import { Check } from 'lucide-react'
import { useRef } from 'react'
import { Revision, type Manuscript } from '../../../../contract/api/manuscripts.ts'
import { UPLOADS_UNFINISHED } from '../../../../contract/api/submission.ts'
import { check } from '../../../../contract/api/errors.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { DOCUMENT_TYPES, FILE_MAX_BYTES } from '../../../../contract/rules/files/file-rules.ts'
import { browserApi } from '../../../client/api.ts'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { UploadRows } from '../../../ui/files/upload-rows.tsx'
import { useUploads } from '../../../ui/files/use-uploads.ts'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { useKeptTexts, type KeptTexts } from './kept-texts.ts'
import { ReportText } from './letters.tsx'
import { Part, SendFailure } from './part.tsx'
import { useSending } from './use-sending.ts'

const TO_ALL = 'all'
const replyName = (label: string) => `reviewer ${label}`

/** Replies to the reports and the revised files: what a decision has asked for. Kept on this device until it is sent. */
export function RevisionForm({
  manuscript,
  userId,
  onChanged,
}: {
  manuscript: Manuscript
  userId: string
  onChanged: (manuscript: Manuscript) => void
}) {
  const { id, letters } = manuscript
  const reports = letters[0]?.reports ?? []
  const kept = useKeptTexts(userId, `${id}:revision-${letters.length}`)
  const uploads = useUploads(kept.files, kept.setFiles)
  const { send, isSending, failure, errors, setErrors } = useSending(onChanged)
  const form = useRef<HTMLFormElement>(null)
  const unanswered = reports.filter(({ label }) => !kept.texts[replyName(label)]?.trim()).length

  const submit = async () => {
    const revision = {
      files: kept.files.map(({ url }) => url),
      replies: reports.map(({ label }) => ({ label, text: kept.texts[replyName(label)] ?? '' })),
      reply: kept.texts[TO_ALL] ?? '',
    }
    const found = uploads.unfinished ? { files: UPLOADS_UNFINISHED } : check(Revision, revision).errors
    if (found) {
      setErrors(found)
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    if (await send(() => browserApi.manuscripts.revise({ id, ...revision }), 'Your revision has been sent'))
      kept.forget()
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {reports.length > 0 && (
        <Part title="Reports and your replies" aside={<SavedNote kept={kept} />}>
          <p className="muted small">
            Reply to each report, or upload one letter instead. The reviewers may read your replies.
          </p>
          {reports.map((report) => (
            <ReportText
              key={report.label}
              report={report}
              reply={
                <TextAreaField
                  name={replyName(report.label)}
                  label={`Your reply to Reviewer ${report.label}`}
                  value={kept.texts[replyName(report.label)] ?? ''}
                  onChange={(text) => kept.set(replyName(report.label), text)}
                />
              }
            />
          ))}
        </Part>
      )}
      <Part title="Your revision" aside={reports.length ? undefined : <SavedNote kept={kept} />}>
        <DropZone
          name="files"
          label="Revised manuscript"
          types={DOCUMENT_TYPES}
          maxBytes={FILE_MAX_BYTES}
          hint={`${Object.keys(DOCUMENT_TYPES).join(', ')}. Up to 10 MB each. A copy with changes marked helps the editor.`}
          multiple
          error={errors.files}
          onFiles={(chosen) => {
            setErrors({})
            uploads.add(chosen)
          }}
        />
        <UploadRows items={uploads.items} onRemove={uploads.remove} onRetry={uploads.retry} />
        <TextAreaField
          name={TO_ALL}
          label={`Reply to the editor${reports.length ? ' and all reviewers' : ''} (optional)`}
          value={kept.texts[TO_ALL] ?? ''}
          error={errors.reply}
          onChange={(text) => kept.set(TO_ALL, text)}
        />
      </Part>
      <SendFailure message={Object.keys(errors).length ? null : failure} />
      <div className="ms-send">
        <p className="muted small">
          {unanswered > 0 && `${counted(unanswered, 'report')} without a reply. You can still send.`}
        </p>
        <button type="submit" className="btn solid" aria-disabled={isSending}>
          {isSending ? 'Sending...' : 'Send revision'}
        </button>
      </div>
    </form>
  )
}

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Whether what was typed is safe on this device. */
export function SavedNote({ kept }: { kept: KeptTexts }) {
  if (kept.isRefused) return <p className="ms-saved">There is no room on this device to keep what you type.</p>
  if (!kept.savedAt) return null
  return (
    <p className="ms-saved">
      <Check className="ic" aria-hidden="true" />
      Saved on this device, {TIME.format(kept.savedAt)}
    </p>
  )
}
