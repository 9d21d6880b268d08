import { useState } from 'react'
import { type Manuscript, ManuscriptChange } from '../../../../contract/api/manuscripts.ts'
import { UPLOADS_UNFINISHED } from '../../../../contract/api/submission.ts'
import { DOCUMENT_TYPES, FILE_MAX_BYTES } from '../../../../contract/rules/files/file-rules.ts'
import { browserApi } from '../../../client/api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { Field, TextAreaField } from '../../../ui/field.tsx'
import { UploadRows } from '../../../ui/files/upload-rows.tsx'
import { useUploads } from '../../../ui/files/use-uploads.ts'
import { RichTextField } from '../../../ui/rich-text/rich-text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { SendFailure } from '../../../ui/states.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { useUnsaved } from '../../../ui/use-unsaved.ts'
import { Part } from './part.tsx'

type Fields = 'title' | 'excerpt' | 'keywords' | 'abstract' | 'comments'

const typedOf = ({ title, content }: Manuscript): Record<Fields, string> => ({
  title,
  excerpt: content.excerpt,
  keywords: content.keywords,
  abstract: content.abstract,
  comments: content.comments ?? '',
})

/** Changes a manuscript before its initial check is done. */
export function ChangeForm({
  manuscript,
  onChanged,
  onClose,
}: {
  manuscript: Manuscript
  onChanged: (manuscript: Manuscript) => void
  onClose: () => void
}) {
  const { id, content, versions } = manuscript
  const present = versions[0]?.files ?? []
  const [files, setFiles] = useState(present)
  const uploads = useUploads(present, setFiles)
  const [version] = useState(content.version)
  const [isSaved, setSaved] = useState(false)
  const before = typedOf(manuscript)
  const areFilesChanged = files.map(({ url }) => url).join() !== present.map(({ url }) => url).join()
  const changedIn = (typed: typeof before) =>
    (Object.keys(typed) as Fields[]).filter((field) => typed[field] !== before[field])
  const form = useForm({
    schema: ManuscriptChange,
    initial: before,
    input: (typed) => ({
      version,
      ...Object.fromEntries(changedIn(typed).map((field) => [field, typed[field]])),
      ...(areFilesChanged ? { files: files.map(({ url }) => url) } : {}),
    }),
    also: () => (uploads.unfinished ? { files: UPLOADS_UNFINISHED } : {}),
    submit: async (change) => {
      const next = await browserApi.manuscripts.change({ id, ...change })
      toast.success('Your changes have been saved')
      onChanged(next)
      setSaved(true)
      onClose()
    },
    // The form shows it.
    onFailure: () => {},
  })
  const { text, errorOf } = form
  const isChanged = changedIn(form.values).length > 0 || areFilesChanged || uploads.unfinished
  const blocker = useUnsaved(!isSaved && isChanged)

  return (
    <Part title="Change your manuscript">
      <form {...form.formProps}>
        <RichTextField line {...text('title')} label="Title" hint="Select a Latin name and press I for italics." />
        <RichTextField line {...text('excerpt')} label="Key Message" />
        <Field {...text('keywords')} label="Keywords" hint="With commas between them." autoComplete="off" />
        <RichTextField {...text('abstract')} label="Abstract" />
        <TextAreaField {...text('comments')} label="Comments for the editor (optional)" />
        <DropZone
          name="files"
          label="Content files"
          types={DOCUMENT_TYPES}
          maxBytes={FILE_MAX_BYTES}
          hint={`${Object.keys(DOCUMENT_TYPES).join(', ')}. Up to 10 MB each.`}
          multiple
          error={errorOf('files')}
          onFiles={(chosen) => {
            form.clear('files')
            uploads.add(chosen)
          }}
        />
        <UploadRows items={uploads.items} onRemove={uploads.remove} onRetry={uploads.retry} />
        <SendFailure form={form} stays="What you typed is still here." />
        <div className="ms-send sticky-bar aligned">
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn solid" aria-disabled={form.sending}>
            {form.sending ? 'Saving...' : 'Save Changes'}
          </button>
        </div>
      </form>
      {blocker.state === 'blocked' && (
        <ConfirmDialog
          title="Leave without saving?"
          confirm="Leave"
          cancel="Stay"
          onConfirm={() => blocker.proceed()}
          onClose={() => blocker.reset()}
        >
          <p>Your changes have not been saved.</p>
        </ConfirmDialog>
      )}
    </Part>
  )
}
