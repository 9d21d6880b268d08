import { useState } from 'react'
import { ManuscriptChange, type Manuscript } from '../../../../contract/api/manuscripts.ts'
import { UPLOADS_UNFINISHED } from '../../../../contract/api/submission.ts'
import { check } from '../../../../contract/api/errors.ts'
import { DOCUMENT_TYPES, FILE_MAX_BYTES } from '../../../../contract/rules/files/file-rules.ts'
import { browserApi } from '../../../client/api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { Field } from '../../../ui/field.tsx'
import { UploadRows } from '../../../ui/files/upload-rows.tsx'
import { useUploads } from '../../../ui/files/use-uploads.ts'
import { RichLineField } from '../../../ui/rich-line/rich-line-field.tsx'
import { LazyRichTextEditor } from '../../../ui/rich-text/lazy-rich-text-editor.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { useUnsaved } from '../../../ui/use-unsaved.ts'
import { Part, SendFailure } from './part.tsx'
import { useSending } from './use-sending.ts'

type Fields = 'title' | 'excerpt' | 'keywords' | 'abstract' | 'comments'

const typedOf = ({ title, content }: Manuscript): Record<Fields, string> => ({
  title,
  excerpt: content.excerpt,
  keywords: content.keywords,
  abstract: content.abstract,
  comments: content.comments ?? '',
})

/** Changes a manuscript before its first check is done. */
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
  const [typed, setTyped] = useState(() => typedOf(manuscript))
  const [files, setFiles] = useState(present)
  const uploads = useUploads(present, setFiles)
  const [version] = useState(content.version)
  const { send, isSending, failure, errors, setErrors } = useSending(onChanged)
  const [isSaved, setSaved] = useState(false)
  const before = typedOf(manuscript)
  const changed = (Object.keys(typed) as Fields[]).filter((field) => typed[field] !== before[field])
  const areFilesChanged = files.map(({ url }) => url).join() !== present.map(({ url }) => url).join()
  const blocker = useUnsaved(!isSaved && (changed.length > 0 || areFilesChanged || uploads.unfinished))

  const text = (name: Fields) => ({
    name,
    value: typed[name],
    error: errors[name],
    onChange: (value: string) => {
      setTyped((all) => ({ ...all, [name]: value }))
      setErrors((all) => Object.fromEntries(Object.entries(all).filter(([field]) => field !== name)))
    },
  })

  const save = async () => {
    const change = {
      version,
      ...Object.fromEntries(changed.map((field) => [field, typed[field]])),
      ...(areFilesChanged ? { files: files.map(({ url }) => url) } : {}),
    }
    const found = uploads.unfinished ? { files: UPLOADS_UNFINISHED } : check(ManuscriptChange, change).errors
    if (found) return setErrors(found)
    const call = () => browserApi.manuscripts.change({ id, ...change })
    if (await send(call, 'Your changes have been saved')) {
      setSaved(true)
      onClose()
    }
  }

  return (
    <Part title="Change your manuscript">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <RichLineField {...text('title')} label="Title" hint="Select a Latin name and press I to set it in italics." />
        <RichLineField {...text('excerpt')} label="Key Message" />
        <Field {...text('keywords')} label="Keywords" hint="With commas between them." autoComplete="off" />
        <LazyRichTextEditor {...text('abstract')} label="Abstract" />
        <TextAreaField {...text('comments')} label="Comments for the editor (optional)" />
        <DropZone
          name="files"
          label="Content files"
          types={DOCUMENT_TYPES}
          maxBytes={FILE_MAX_BYTES}
          hint={`${Object.keys(DOCUMENT_TYPES).join(', ')}. Up to 10 MB each.`}
          multiple
          error={errors.files}
          onFiles={uploads.add}
        />
        <UploadRows items={uploads.items} onRemove={uploads.remove} onRetry={uploads.retry} />
        <SendFailure message={Object.keys(errors).length ? null : failure} />
        <div className="ms-send">
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn solid" aria-disabled={isSending}>
            {isSending ? 'Saving...' : 'Save changes'}
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
