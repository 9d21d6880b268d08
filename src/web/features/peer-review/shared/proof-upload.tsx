import { useState } from 'react'
import { PDF_UNFINISHED } from '../../../../contract/api/approval.ts'
import { ProofForm } from '../../../../contract/api/case-forms.ts'
import type { CaseFile } from '../../../../contract/api/case-view.ts'
import { QUERIES_MAX } from '../../../../contract/api/proof-queries.ts'
import { DOCUMENT_TYPES, FILE_MAX_BYTES, FULL_TEXT_TYPES } from '../../../../contract/rules/files/file-rules.ts'
import { browserApi } from '../../../client/api.ts'
import { Field, SelectField, TextAreaField } from '../../../ui/field.tsx'
import { MadePdfField, useMadePdf } from '../../../ui/files/made-pdf.tsx'
import { OneUpload } from '../../../ui/files/upload-rows.tsx'
import { useUploads } from '../../../ui/files/use-uploads.ts'
import { Rows } from '../../../ui/rows.tsx'
import { useSent } from '../../../ui/use-command.ts'
import { useForm } from '../../../ui/use-form.ts'

const PDF_ONLY = { pdf: DOCUMENT_TYPES.pdf }

interface TypedQuery {
  page: string
  anchor: string
  question: string
}
const NO_QUERY: TypedQuery = { page: '', anchor: '', question: '' }
const TEXT_TYPES = new Set<string>(Object.values(FULL_TEXT_TYPES))

/** Sends a proof: an uploaded PDF, or one that the journal makes from a text, with questions to the authors. */
export function ProofUpload({
  id,
  files,
  mayTypeset,
}: {
  id: string
  /** Of the manuscript as it was accepted. */
  files: readonly CaseFile[]
  mayTypeset: boolean
}) {
  const sent = useSent()
  const texts = files.filter(({ mediaType }) => TEXT_TYPES.has(mediaType))
  const [textUrl, setTextUrl] = useState('')
  const textUploads = useUploads([], () => {})
  const uploadedText = textUploads.items.find((item) => item.state === 'success')?.url
  const made = useMadePdf({ id, purpose: 'proof', fullTextUrl: uploadedText ?? (textUrl || null) })
  const form = useForm({
    schema: ProofForm,
    initial: { pdfUrl: '', queries: [] as TypedQuery[] },
    input: ({ pdfUrl, queries }) => ({
      pdfUrl: made.pdf?.file.url ?? pdfUrl,
      queries: queries.map(({ page, ...query }) => ({ ...query, page: page.trim() ? Number(page) : null })),
    }),
    submit: (data) => sent(browserApi.cases.sendProof({ id, ...data })),
  })
  const uploads = useUploads([], ([file]) => form.set('pdfUrl', file?.url ?? ''))
  const isOnItsWay = uploads.items.some(({ state }) => state === 'uploading' || state === 'pending')
  const { pdfUrl: error } = form.errors
  return (
    <form {...form.formProps}>
      {mayTypeset && (
        <>
          {!made.pdf && texts.length > 0 && (
            <SelectField
              name="text"
              label="Text"
              value={textUrl}
              placeholder="The newest text of the article"
              options={texts.map(({ url, name }) => ({ value: url, label: name }))}
              onChange={setTextUrl}
            />
          )}
          {!made.pdf && (
            <OneUpload
              uploads={textUploads}
              name="fullTextUrl"
              label="Another text (DOCX or JATS XML), optional"
              types={FULL_TEXT_TYPES}
              maxBytes={FILE_MAX_BYTES}
              hint="If the manuscript was edited after it was accepted."
            />
          )}
          <MadePdfField
            made={made}
            label="Make the Proof from the Text"
            hint="Typeset in the look of the journal, fit for archives (PDF/A-2a). You can look at it before you send it."
          />
        </>
      )}
      {!made.pdf && (
        <OneUpload
          uploads={uploads}
          name="pdfUrl"
          label="Proof"
          types={PDF_ONLY}
          maxBytes={FILE_MAX_BYTES}
          hint="The article as it will be published. PDF, up to 10 MB."
          error={error && isOnItsWay ? PDF_UNFINISHED : error}
        />
      )}
      <h3 className="proof-ask">Questions to the authors</h3>
      <p className="muted small">They stand beside their passages. The proof can be approved once all are answered.</p>
      <Rows
        name="queries"
        title="Question"
        add="Add Question"
        rows={form.values.queries}
        most={QUERIES_MAX}
        blank={NO_QUERY}
        error={form.errors.queries}
        onChange={(queries) => form.set('queries', queries)}
      >
        {(row, set, path) => (
          <>
            <Field
              name={`${path}.page`}
              label="Page (optional)"
              inputMode="numeric"
              autoComplete="off"
              value={row.page}
              error={form.errors[`${path}.page`]}
              onChange={(page) => set({ page })}
            />
            <Field
              name={`${path}.anchor`}
              label="Words of the passage (optional)"
              autoComplete="off"
              value={row.anchor}
              error={form.errors[`${path}.anchor`]}
              onChange={(anchor) => set({ anchor })}
            />
            <TextAreaField
              name={`${path}.question`}
              label="Question"
              value={row.question}
              error={form.errors[`${path}.question`]}
              onChange={(question) => set({ question })}
            />
          </>
        )}
      </Rows>
      <button type="submit" className="btn" aria-disabled={form.sending}>
        {form.sending ? 'Sending...' : 'Send Proof'}
      </button>
    </form>
  )
}
