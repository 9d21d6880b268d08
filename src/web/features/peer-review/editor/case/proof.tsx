import { useState } from 'react'
import { PDF_UNFINISHED } from '../../../../../contract/api/approval.ts'
import { ProofForm } from '../../../../../contract/api/case-forms.ts'
import type { CaseView } from '../../../../../contract/api/case-view.ts'
import { type ProofQuery, QUERIES_MAX } from '../../../../../contract/api/proof-queries.ts'
import { DOCUMENT_TYPES, FILE_MAX_BYTES, FULL_TEXT_TYPES } from '../../../../../contract/rules/files/file-rules.ts'
import { dayOf } from '../../../../../contract/rules/peer-review/days.ts'
import { monthDay } from '../../../../../contract/rules/peer-review/in-words.ts'
import { browserApi } from '../../../../client/api.ts'
import { Field, SelectField, TextAreaField } from '../../../../ui/field.tsx'
import { MadePdfField, useMadePdf } from '../../../../ui/files/made-pdf.tsx'
import { OneUpload } from '../../../../ui/files/upload-rows.tsx'
import { useUploads } from '../../../../ui/files/use-uploads.ts'
import { Rows } from '../../../../ui/rows.tsx'
import { useForm } from '../../../../ui/use-form.ts'
import { DownloadFile } from '../../../../ui/download.tsx'
import type { Part } from './part-tabs.tsx'
import { Section, useCase } from './section.tsx'
import { useAct, useSent } from '../../../../ui/use-command.ts'
import { GivenAnswer, QueryFrame } from '../../shared/proof-query.tsx'

const PDF_ONLY = { pdf: DOCUMENT_TYPES.pdf }

/** An accepted manuscript has a proof until it is published. */
export const isInProduction = ({ stage, article }: CaseView): boolean => stage === 'accepted' && !article.isPublished

/** The proof of an accepted manuscript, from sending it to publication. */
export function Proof({ shown }: { shown: Part }) {
  const { view } = useCase()
  const last = view.proofs.at(-1)
  return (
    <Section part="proof" shown={shown}>
      {view.undo ? (
        <p className="muted">The letter of acceptance has not been sent yet. Once it has, you can send the proof.</p>
      ) : (
        <>
          {last ? <LastProof proof={last} /> : <p className="muted">No proof has been sent yet.</p>}
          {/* A new form for each proof. */}
          <NextProof key={view.proofs.length} last={last} />
        </>
      )}
    </Section>
  )
}

type SentProof = CaseView['proofs'][number]

function LastProof({ proof }: { proof: SentProof }) {
  const { file, sentAt, dueOn, answer, answeredAt, corrections, queries } = proof
  const { now, isGuest, publish } = useCase()
  const answeredOn = monthDay(answeredAt ?? sentAt, now)
  return (
    <>
      <p>
        {`Sent ${monthDay(sentAt, now)}. `}
        {answer === 'approved' && <strong>Approved by the author {answeredOn}.</strong>}
        {answer === 'corrections' && <strong>The author asked for corrections {answeredOn}.</strong>}
        {answer === null &&
          (dueOn < dayOf(now) ? (
            <strong>No answer yet; it was due {monthDay(dueOn, now)}.</strong>
          ) : (
            `The author’s answer is due ${monthDay(dueOn, now)}.`
          ))}
      </p>
      {corrections && (
        <div className="only">
          <p className="k">Corrections</p>
          <p className="lines breakable">{corrections}</p>
        </div>
      )}
      {queries.map((query) => (
        <QueryOfEditor key={query.position} proofId={proof.id} query={query} />
      ))}
      <p className="buttons">
        <DownloadFile file={file}>
          Download the proof<span className="sr">: {file.name}</span>
        </DownloadFile>
        {!isGuest && answer === null && (
          <button type="button" className="btn" onClick={publish}>
            Publish Without an Answer
          </button>
        )}
      </p>
      {isGuest && answer === 'approved' && (
        <p className="muted small">An editor of the journal publishes the article.</p>
      )}
    </>
  )
}

/** A question with its answer; an editor settles it once whatever it asks for is done. */
function QueryOfEditor({ proofId, query }: { proofId: string; query: ProofQuery }) {
  const { view } = useCase()
  const { act, busy } = useAct()
  const { position, answer, isSettled } = query
  return (
    <QueryFrame query={query}>
      <GivenAnswer answer={answer} />
      {answer !== null && !isSettled && (
        <button
          type="button"
          className="btn"
          aria-disabled={busy}
          onClick={() => void act(() => browserApi.cases.settleQuery({ id: view.id, proofId, position }))}
        >
          Settle<span className="sr"> question {position + 1}</span>
        </button>
      )}
    </QueryFrame>
  )
}

/** Open where a proof is to be sent; one that is with the author, or approved, can be replaced. */
function NextProof({ last }: { last: SentProof | undefined }) {
  const [replacing, setReplacing] = useState(false)
  if (replacing || !last || last.answer === 'corrections') return <ProofUpload />
  return (
    <button type="button" className="btn text" onClick={() => setReplacing(true)}>
      Replace This Proof
    </button>
  )
}

interface TypedQuery {
  page: string
  anchor: string
  question: string
}
const NO_QUERY: TypedQuery = { page: '', anchor: '', question: '' }
const TEXT_TYPES = new Set<string>(Object.values(FULL_TEXT_TYPES))

function ProofUpload() {
  const { view, isGuest } = useCase()
  const sent = useSent()
  const texts = (view.versions.at(-1)?.files ?? []).filter(({ mediaType }) => TEXT_TYPES.has(mediaType))
  const [textUrl, setTextUrl] = useState('')
  const textUploads = useUploads([], () => {})
  const uploadedText = textUploads.items.find((item) => item.state === 'success')?.url
  const made = useMadePdf({ id: view.id, purpose: 'proof', fullTextUrl: uploadedText ?? (textUrl || null) })
  const form = useForm({
    schema: ProofForm,
    initial: { pdfUrl: '', queries: [] as TypedQuery[] },
    input: ({ pdfUrl, queries }) => ({
      pdfUrl: made.pdf?.file.url ?? pdfUrl,
      queries: queries.map(({ page, ...query }) => ({ ...query, page: page.trim() ? Number(page) : null })),
    }),
    submit: (data) => sent(browserApi.cases.sendProof({ id: view.id, ...data })),
  })
  const uploads = useUploads([], ([file]) => form.set('pdfUrl', file?.url ?? ''))
  const isOnItsWay = uploads.items.some(({ state }) => state === 'uploading' || state === 'pending')
  const { pdfUrl: error } = form.errors
  return (
    <form {...form.formProps}>
      {!isGuest && (
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
