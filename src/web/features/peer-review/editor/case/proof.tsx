import { useState } from 'react'
import { PDF_UNFINISHED } from '../../../../../contract/api/approval.ts'
import { ProofForm } from '../../../../../contract/api/case-forms.ts'
import type { CaseView } from '../../../../../contract/api/case-view.ts'
import { DOCUMENT_TYPES, FILE_MAX_BYTES } from '../../../../../contract/rules/files/file-rules.ts'
import { dayOf } from '../../../../../contract/rules/peer-review/days.ts'
import { monthDay } from '../../../../../contract/rules/peer-review/in-words.ts'
import { browserApi } from '../../../../client/api.ts'
import { OneUpload } from '../../../../ui/files/upload-rows.tsx'
import { useUploads } from '../../../../ui/files/use-uploads.ts'
import { useForm } from '../../../../ui/use-form.ts'
import { DownloadFile } from '../../../../ui/download.tsx'
import type { Part } from './part-tabs.tsx'
import { Section, useCase } from './section.tsx'
import { useSent } from '../../../../ui/use-command.ts'

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

function LastProof({ proof: { file, sentAt, dueOn, answer, answeredAt, corrections } }: { proof: SentProof }) {
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

function ProofUpload() {
  const { view } = useCase()
  const sent = useSent()
  const form = useForm({
    schema: ProofForm,
    initial: { pdfUrl: '' },
    submit: (data) => sent(browserApi.cases.sendProof({ id: view.id, ...data })),
  })
  const uploads = useUploads([], ([file]) => form.set('pdfUrl', file?.url ?? ''))
  const isOnItsWay = uploads.items.some(({ state }) => state === 'uploading' || state === 'pending')
  const { pdfUrl: error } = form.errors
  return (
    <form {...form.formProps}>
      <OneUpload
        uploads={uploads}
        name="pdfUrl"
        label="Proof"
        types={PDF_ONLY}
        maxBytes={FILE_MAX_BYTES}
        hint="The article as it will be published. PDF, up to 10 MB."
        error={error && isOnItsWay ? PDF_UNFINISHED : error}
      />
      <button type="submit" className="btn" aria-disabled={form.sending}>
        {form.sending ? 'Sending...' : 'Send Proof'}
      </button>
    </form>
  )
}
