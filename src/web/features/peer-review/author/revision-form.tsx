import { useState } from 'react'
import { type Manuscript, type ManuscriptWord, Revision } from '../../../../contract/api/manuscripts.ts'
import { UPLOADS_UNFINISHED } from '../../../../contract/api/submission.ts'
import { DOCUMENT_TYPES, FILE_MAX_BYTES } from '../../../../contract/rules/files/file-rules.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../../client/api.ts'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { UploadRows } from '../../../ui/files/upload-rows.tsx'
import { useUploads } from '../../../ui/files/use-uploads.ts'
import { toast } from '../../../ui/toast.ts'
import { SendFailure } from '../../../ui/states.tsx'
import { SavedNote, useUnsentForm } from '../shared/unsent-form.tsx'
import { newWords, WordFields, wordsOf } from './change-form.tsx'
import { ReportText } from './letters.tsx'
import { draftKey, Part } from './part.tsx'

const TO_ALL = 'all'
/** The version of the manuscript whose words were changed first. */
const SEEN = 'seen'
const replyName = (label: string) => `reviewer ${label}`

/**
 * Replies to the reports, the revised files, and new words if any: what a decision has asked for. Kept on this device
 * until it is sent.
 */
export function RevisionForm({
  manuscript,
  userId,
  onChanged,
}: {
  manuscript: Manuscript
  userId: string
  onChanged: (manuscript: Manuscript) => void
}) {
  const { id, letters, content } = manuscript
  const reports = letters[0]?.reports ?? []
  const present = wordsOf(manuscript)
  const hasNewWords = (texts: Record<string, string>) => Object.keys(newWords(texts, present)).length > 0
  const [isOpen, setOpen] = useState(false)
  const form = useUnsentForm({
    initial: present,
    key: draftKey(userId, `${id}:revision-${letters.length}`),
    schema: Revision,
    input: (texts, files) => ({
      files: files.map(({ url }) => url),
      replies: reports.map(({ label }) => ({ label, text: texts[replyName(label)] ?? '' })),
      reply: texts[TO_ALL] ?? '',
      ...(hasNewWords(texts) ? { version: content.version, ...newWords(texts, present) } : {}),
    }),
    also: () => (uploads.unfinished ? { files: UPLOADS_UNFINISHED } : {}),
    send: (revision) => browserApi.manuscripts.revise({ id, ...revision }),
    onSent: (next) => {
      toast.success('Your revision has been sent')
      onChanged(next)
    },
  })
  const uploads = useUploads(form.files, form.setFiles)
  const isNew = hasNewWords(form.values)
  const seen = form.values[SEEN]
  const word = (name: ManuscriptWord) => ({
    ...form.text(name),
    onChange: (value: string) => {
      setOpen(true)
      form.change({ [name]: value, [SEEN]: seen || String(content.version) })
    },
  })
  const takeWhatIsThere = () => {
    setOpen(true)
    form.change({ ...present, [SEEN]: '' })
  }
  const unanswered = reports.filter(({ label }) => !form.values[replyName(label)]?.trim()).length

  return (
    <form {...form.formProps}>
      {reports.length > 0 && (
        <Part title="Reports and your replies" aside={<SavedNote stored={form.stored} />}>
          <p className="muted small">
            Reply to each report, or upload one letter instead. The reviewers may read your replies.
          </p>
          {reports.map((report) => (
            <ReportText
              latinNames={manuscript.latinNames}
              key={report.label}
              report={report}
              reply={
                <TextAreaField
                  {...form.text(replyName(report.label))}
                  label={`Your reply to Reviewer ${report.label}`}
                />
              }
            />
          ))}
        </Part>
      )}
      <Part title="Your revision" aside={reports.length ? undefined : <SavedNote stored={form.stored} />}>
        <DropZone
          name="files"
          label="Revised manuscript"
          types={DOCUMENT_TYPES}
          maxBytes={FILE_MAX_BYTES}
          hint={`${Object.keys(DOCUMENT_TYPES).join(', ')}. Up to 10 MB each. A copy with changes marked helps the editor.`}
          multiple
          error={form.errorOf('files')}
          onFiles={(chosen) => {
            form.clear('files')
            uploads.add(chosen)
          }}
        />
        <UploadRows items={uploads.items} onRemove={uploads.remove} onRetry={uploads.retry} />
        <TextAreaField
          {...form.text(TO_ALL)}
          label={`Reply to the editor${reports.length ? ' and all reviewers' : ''} (optional)`}
          error={form.errors.reply}
        />
      </Part>
      <Part title="Title, abstract and keywords">
        {isNew && seen !== String(content.version) && (
          <div className="notice caution" role="status">
            <p>The manuscript has been changed since you wrote this. What you send replaces what is there now.</p>
            <div className="ms-buttons">
              <button type="button" className="btn" onClick={takeWhatIsThere}>
                Use What Is There Now
              </button>
            </div>
          </div>
        )}
        {isOpen || isNew ? (
          <WordFields text={word} />
        ) : (
          <>
            <p className="muted small">
              Change these only if your revision needs it. The editor sees what has changed.
            </p>
            <div className="ms-buttons">
              <button type="button" className="btn" onClick={() => setOpen(true)}>
                Change Title, Abstract or Keywords
              </button>
            </div>
          </>
        )}
      </Part>
      <SendFailure form={form} />
      <div className="ms-send sticky-bar aligned">
        <p className="muted small">
          {unanswered > 0 &&
            `You have not replied to ${counted(unanswered, 'report')}. You can still send your revision.`}
        </p>
        <button type="submit" className="btn solid" aria-disabled={form.sending}>
          {form.sending ? 'Sending...' : 'Send Revision'}
        </button>
      </div>
    </form>
  )
}
