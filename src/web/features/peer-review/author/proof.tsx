import { useRef, useState } from 'react'
import { ProofAnswer, type Manuscript } from '../../../../contract/api/manuscripts.ts'
import { check } from '../../../../contract/api/errors.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import type { ProofAnswer as Answer } from '../../../../contract/rules/peer-review/stages.ts'
import { browserApi } from '../../../client/api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DownloadFile } from '../../../ui/download.tsx'
import { PrivatePdf } from '../../../ui/files/private-pdf.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { useKeptTexts } from './kept-texts.ts'
import { Paragraphs, Part, SendFailure } from './part.tsx'
import { SavedNote } from './revision-form.tsx'
import { useSending } from './use-sending.ts'

type Proof = NonNullable<Manuscript['proof']>

/** The proof: its pages, and the answer to it. */
export function ProofPart({
  manuscript,
  proof,
  userId,
  onChanged,
}: {
  manuscript: Manuscript
  proof: Proof
  userId: string
  onChanged: (manuscript: Manuscript) => void
}) {
  const { file, sentOn, answer, corrections } = proof
  return (
    <Part title="Proof" aside={<span className="muted small">{longDate(sentOn)}</span>}>
      <p>
        Please read every page: names, affiliations, figures, tables and plant names. Changes of content need the
        editor’s agreement.
      </p>
      <DownloadFile file={file}>Download the PDF</DownloadFile>
      <PrivatePdf url={file.url} name="Pages of the proof" />
      {manuscript.may.answerProof && (
        <AnswerForm manuscript={manuscript} proof={proof} userId={userId} onChanged={onChanged} />
      )}
      {answer === 'approved' && <p>You have approved this proof.</p>}
      {corrections && (
        <>
          <h3>Your corrections</h3>
          <Paragraphs text={corrections} />
        </>
      )}
    </Part>
  )
}

function AnswerForm({
  manuscript: { id },
  proof,
  userId,
  onChanged,
}: {
  manuscript: Manuscript
  proof: Proof
  userId: string
  onChanged: (manuscript: Manuscript) => void
}) {
  const kept = useKeptTexts(userId, `${id}:proof-${proof.id}`)
  const { send, isSending, failure, errors, setErrors } = useSending(onChanged)
  const [isApproving, setApproving] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const corrections = kept.texts.corrections ?? ''

  const answer = async (given: Answer) => {
    const typed = { answer: given, corrections: given === 'corrections' ? corrections : null }
    const found = check(ProofAnswer, typed).errors
    if (found) {
      setErrors(found)
      form.current?.querySelector('textarea')?.focus()
      return
    }
    const sent = given === 'approved' ? 'You have approved the proof' : 'Your corrections have been sent'
    const call = () => browserApi.manuscripts.answerProof({ id, proofId: proof.id, ...typed })
    if (await send(call, sent)) kept.forget()
    setApproving(false)
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void answer('corrections')
      }}
    >
      <TextAreaField
        name="corrections"
        label="Corrections"
        hint="One on each line, with page and line: “Page 2, line 14: Pennisetum in italics.”"
        value={corrections}
        error={errors.corrections}
        under={<SavedNote kept={kept} />}
        onChange={(text) => {
          setErrors({})
          kept.set('corrections', text)
        }}
      />
      <SendFailure message={errors.corrections ? null : failure} />
      <div className="ms-send">
        <button type="submit" className="btn" aria-disabled={isSending}>
          Send corrections
        </button>
        <button
          type="button"
          className="btn solid"
          aria-disabled={isSending}
          onClick={() => (corrections.trim() ? setApproving(true) : void answer('approved'))}
        >
          Approve
        </button>
      </div>
      {isApproving && (
        <ConfirmDialog
          title="Approve without corrections?"
          confirm="Approve"
          onConfirm={() => answer('approved')}
          onClose={() => setApproving(false)}
        >
          <p>You have typed corrections. Approving does not send them.</p>
        </ConfirmDialog>
      )}
    </form>
  )
}
