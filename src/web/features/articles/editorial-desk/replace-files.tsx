import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { PDF_UNFINISHED } from '../../../../contract/api/approval.ts'
import {
  FILES_REQUIRED,
  FilesForm,
  FULL_TEXT_FAILED,
  FULL_TEXT_UNFINISHED,
} from '../../../../contract/api/full-texts.ts'
import type { ProducedArticle } from '../../../../contract/api/production.ts'
import { browserApi } from '../../../client/api.ts'
import { Field } from '../../../ui/field.tsx'
import { useUploads } from '../../../ui/files/use-uploads.ts'
import { Section } from '../../../ui/section.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'
import { FinalPdf } from './final-pdf.tsx'
import { FullTextField, useTextPreview } from './full-text-field.tsx'
import { Refused } from './part.tsx'

/** What readers have of a published article as files, and the form by which production gives them others. */
export function ReplaceFiles({ article }: { article: ProducedArticle }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title="Full text and PDF">
      <p className="muted">
        {article.hasText ? 'Readers have a full text and a PDF.' : 'Readers have a PDF, and no full text yet.'}
      </p>
      {isOpen ? (
        <FilesOf article={article} onDone={() => setOpen(false)} />
      ) : (
        <button type="button" className="btn" onClick={() => setOpen(true)}>
          {article.hasText ? 'Replace the Files...' : 'Add a Full Text...'}
        </button>
      )}
    </Section>
  )
}

function FilesOf({ article, onDone }: { article: ProducedArticle; onDone: () => void }) {
  const { articleId: id, version, hasText } = article
  const { revalidate } = useRevalidator()
  const textUploads = useUploads([], () => {})
  const uploads = useUploads([], () => {})
  const { text, tryAgain } = useTextPreview(id, textUploads)
  const pdf = uploads.items.find((item) => item.state === 'success')?.url
  const form = useForm({
    schema: FilesForm,
    initial: { reason: '' },
    input: ({ reason }) => ({
      ...{ version, reason },
      ...(text.state === 'ready' ? { fullTextUrl: text.url, fullTextDigest: text.preview.digest } : {}),
      ...(pdf === undefined ? {} : { pdfUrl: pdf }),
    }),
    also: () => ({
      ...(textUploads.items.length > 0 && text.state !== 'ready'
        ? { fullTextUrl: text.state === 'failed' ? FULL_TEXT_FAILED : FULL_TEXT_UNFINISHED }
        : {}),
      ...(uploads.items.length > 0 && pdf === undefined ? { pdfUrl: PDF_UNFINISHED } : {}),
      ...(textUploads.items.length || uploads.items.length ? {} : { fullTextUrl: FILES_REQUIRED }),
    }),
    submit: async (files) => {
      toast.success((await browserApi.fullTextDrafts.replace({ id, ...files })).message)
      onDone()
      await revalidate()
    },
    onFailure: ({ statusCode }) => {
      toast.error('The files could not be published')
      // Refreshes what has been changed meanwhile.
      if (statusCode === 409) return revalidate()
    },
  })
  return (
    <form {...form.formProps}>
      <FullTextField
        uploads={textUploads}
        text={text}
        tryAgain={tryAgain}
        error={form.errors.fullTextUrl}
        onChange={() => form.clear('fullTextUrl')}
      />
      <FinalPdf
        uploads={uploads}
        label="PDF in place of the present one, optional"
        error={form.errors.pdfUrl}
        onChange={() => form.clear('pdfUrl')}
      />
      <Field
        {...form.text('reason')}
        label="Reason"
        autoComplete="off"
        hint="Authors get it by email, and readers see it with the versions of the article."
      />
      <p className="muted small space">
        {hasText && 'What readers had stays as a former version. '}
        If data, results or conclusions change, ask a managing editor for a notice.
      </p>
      <Refused failure={form.failure} />
      <p className="buttons">
        <button type="button" className="btn" onClick={onDone}>
          Cancel
        </button>
        <button type="submit" className="btn solid" aria-disabled={form.sending}>
          {form.sending ? 'Publishing...' : 'Publish the Files'}
        </button>
      </p>
    </form>
  )
}
