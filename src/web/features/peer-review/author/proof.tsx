import { useRef, useState } from 'react'
import { type Manuscript, ProofAnswer } from '../../../../contract/api/manuscripts.ts'
import type { ProofAnswer as Answer } from '../../../../contract/rules/peer-review/stages.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../client/api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DownloadFile } from '../../../ui/download.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { PrivatePdf } from '../../../ui/files/private-pdf.tsx'
import { toast } from '../../../ui/toast.ts'
import { SendFailure } from '../../../ui/states.tsx'
import { SavedNote, useUnsentForm, draftKey } from '../shared/unsent-form.tsx'
import { Section } from '../../../ui/section.tsx'
import { Paragraphs } from './letters.tsx'

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
    <Section title="Proof" aside={<span className="muted small">{longDate(sentOn)}</span>}>
      <p>
        Please read every page: names, affiliations, figures, tables and plant names. Changes to the content need the
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
    </Section>
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
  const given = useRef<Answer>('corrections')
  const form = useUnsentForm({
    key: draftKey(userId, `${id}:proof-${proof.id}`),
    schema: ProofAnswer,
    input: ({ corrections = '' }) => ({
      answer: given.current,
      corrections: given.current === 'corrections' ? corrections : null,
    }),
    send: (answer) => browserApi.manuscripts.answerProof({ id, proofId: proof.id, ...answer }),
    onSent: (next) => {
      toast.success(given.current === 'approved' ? 'You have approved the proof' : 'Your corrections have been sent')
      onChanged(next)
    },
  })
  const [isApproving, setApproving] = useState(false)

  const answer = async (chosen: Answer) => {
    given.current = chosen
    await form.send()
    setApproving(false)
  }

  return (
    <form
      {...form.formProps}
      onSubmit={(event) => {
        event.preventDefault()
        void answer('corrections')
      }}
    >
      <TextAreaField
        {...form.text('corrections')}
        label="Corrections"
        hint="One on each line, with page and line: “Page 2, line 14: Pennisetum in italics.”"
        under={<SavedNote stored={form.stored} />}
      />
      <SendFailure form={form} />
      <div className="sticky-bar aligned">
        <button type="submit" className="btn" aria-disabled={form.sending}>
          Send Corrections
        </button>
        <button type="button" className="btn solid" aria-disabled={form.sending} onClick={() => setApproving(true)}>
          Approve
        </button>
      </div>
      {isApproving && (
        <ConfirmDialog
          title="Approve the proof?"
          confirm="Approve"
          onConfirm={() => answer('approved')}
          onClose={() => setApproving(false)}
        >
          <p>
            {form.values.corrections?.trim()
              ? 'You have typed corrections. Approving does not send them, and the article is published without them.'
              : 'The article will be published as it is in this proof.'}
          </p>
        </ConfirmDialog>
      )}
    </form>
  )
}
