import { useState } from 'react'
import {
  type Manuscript,
  MANUSCRIPT_WORDS,
  ManuscriptChange,
  type ManuscriptWord,
} from '../../../../contract/api/manuscripts.ts'
import { UPLOADS_UNFINISHED } from '../../../../contract/api/submission.ts'
import { DOCUMENT_TYPES, FILE_MAX_BYTES } from '../../../../contract/rules/files/file-rules.ts'
import { browserApi } from '../../../client/api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { UploadRows } from '../../../ui/files/upload-rows.tsx'
import { useUploads } from '../../../ui/files/use-uploads.ts'
import { KeywordsField } from '../../../ui/keywords-field.tsx'
import { RichTextField } from '../../../ui/rich-text/rich-text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { SendFailure } from '../../../ui/states.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { useUnsaved } from '../../../ui/use-unsaved.ts'
import { Section } from '../../../ui/section.tsx'

type Words = Record<ManuscriptWord, string>
type Fields = keyof Words | 'comments'

export const wordsOf = ({ title, content: { excerpt, keywords, abstract } }: Manuscript): Words => ({
  ...{ title, excerpt, keywords, abstract },
})

/** Of the words that were typed those that differ from what is there. */
export const newWords = (typed: Partial<Words>, present: Words): Partial<Words> =>
  Object.fromEntries(
    MANUSCRIPT_WORDS.filter((word) => (typed[word] ?? present[word]) !== present[word]).map((word) => [
      word,
      typed[word],
    ]),
  )

/** The words of a manuscript beside its files. */
export function WordFields({
  text,
}: {
  text: (word: ManuscriptWord) => {
    name: string
    value: string
    error: string | undefined
    onChange: (value: string) => void
  }
}) {
  return (
    <>
      <RichTextField line {...text('title')} label="Title" hint="Select a Latin name and press I for italics." />
      <RichTextField line {...text('excerpt')} label="Key Message" />
      <KeywordsField {...text('keywords')} label="Keywords" hint="Press Enter or type a comma after each." />
      <RichTextField {...text('abstract')} label="Abstract" />
    </>
  )
}

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
  const before: Record<Fields, string> = { ...wordsOf(manuscript), comments: content.comments ?? '' }
  const areFilesChanged = files.map(({ url }) => url).join() !== present.map(({ url }) => url).join()
  const changedIn = (typed: typeof before) => ({
    ...newWords(typed, before),
    ...(typed.comments === before.comments ? {} : { comments: typed.comments }),
  })
  const form = useForm({
    schema: ManuscriptChange,
    initial: before,
    input: (typed) => ({
      version,
      ...changedIn(typed),
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
  const isChanged = Object.keys(changedIn(form.values)).length > 0 || areFilesChanged || uploads.unfinished
  const blocker = useUnsaved(!isSaved && isChanged)

  return (
    <Section title="Change your manuscript">
      <form {...form.formProps}>
        <WordFields text={text} />
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
        <div className="sticky-bar aligned">
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
    </Section>
  )
}
