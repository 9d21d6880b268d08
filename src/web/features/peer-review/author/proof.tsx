import { useRef, useState } from 'react'
import { type Manuscript, ProofAnswer } from '../../../../contract/api/manuscripts.ts'
import type { ProofAnswer as Answer } from '../../../../contract/rules/peer-review/stages.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../client/api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DownloadFile } from '../../../ui/download.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { PrivatePdf } from '../../../ui/files/private-pdf.tsx'
import { toast } from '../../../ui/toast.ts'
import { SendFailure } from '../../../ui/states.tsx'
import { useUnsentForm, draftKey } from '../shared/unsent-form.tsx'
import { Section } from '../../../ui/section.tsx'
import { SavedNote } from '../../../ui/saved-note.tsx'
import { besidePages, QueryToAnswer } from '../shared/proof-query.tsx'
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
  const { file, sentOn, answer, corrections, queries } = proof
  return (
    <Section title="Proof" aside={<span className="muted small">{longDate(sentOn)}</span>}>
      <p>
        Please read every page: names, affiliations, figures, tables and plant names. Changes to the content need the
        editor’s agreement.
      </p>
      <DownloadFile file={file}>Download the PDF</DownloadFile>
      {queries.length > 0 && (
        <p>
          The editor has put {counted(queries.length, 'question')} at passages of the proof. You find{' '}
          {queries.length === 1 ? 'it at its page' : 'them at their pages'}.
        </p>
      )}
      <div className="proof-pages">
        <PrivatePdf
          url={file.url}
          name="Pages of the proof"
          beside={besidePages(queries, (query) => (
            <QueryToAnswer
              key={query.position}
              query={query}
              draftKey={draftKey(userId, `${manuscript.id}:query-${proof.id}-${query.position}`)}
              mayAnswer={manuscript.may.answerProof && answer === null}
              send={async (given) =>
                onChanged(
                  await browserApi.manuscripts.answerQuery({
                    ...{ id: manuscript.id, proofId: proof.id, position: query.position, answer: given },
                  }),
                )
              }
            />
          ))}
        />
      </div>
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
  const open = proof.queries.filter(({ answer: given }) => given === null).length

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
      {open > 0 && (
        <p className="muted" id="open-questions">
          {`Please answer the ${open === proof.queries.length ? '' : 'other '}${open === 1 ? 'question' : `${open} questions`} above. Then you can approve the proof.`}
        </p>
      )}
      <div className="sticky-bar aligned">
        <button type="submit" className="btn" aria-disabled={form.sending}>
          Send Corrections
        </button>
        <button
          type="button"
          className="btn solid"
          aria-disabled={form.sending || open > 0}
          aria-describedby={open > 0 ? 'open-questions' : undefined}
          onClick={() => (open > 0 ? focusOpen() : setApproving(true))}
        >
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

/** Leads to the first question without an answer. */
function focusOpen(): void {
  const open = [...document.querySelectorAll<HTMLTextAreaElement>('.proof-query textarea')]
  ;(open.find(({ value }) => !value.trim()) ?? open[0])?.focus()
}
