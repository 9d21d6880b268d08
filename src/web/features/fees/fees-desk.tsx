import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { OutputOf } from '../../../contract/api/endpoint.ts'
import { type fees, WaiverAnswer, type WaiverToAnswer } from '../../../contract/api/fees.ts'
import type { FeesOverview } from '../../../contract/api/invoices.ts'
import { isAdministrator } from '../../../contract/rules/accounts/access.ts'
import { FEE_STAGE_NAMES, WAIVER_KINDS_READ, type WaiverOutcome } from '../../../contract/rules/fees/waivers.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import { browserApi } from '../../client/api.ts'
import { useActor } from '../../client/session.ts'
import { Field, TextAreaField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { Section } from '../../ui/section.tsx'
import { SendFailure } from '../../ui/states.tsx'
import { TitleText } from '../../ui/title-text.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { FeesHead } from './fees-head.tsx'
import { InvoiceLists } from './invoice-lists.tsx'

type Waivers = OutputOf<typeof fees.waivers>

const OUTCOMES: Record<WaiverOutcome, { open: string; title: string; save: string }> = {
  whole: { open: 'Waive All of It...', title: 'Waive the whole fee', save: 'Waive' },
  part: { open: 'Reduce to...', title: 'Reduce the fee', save: 'Reduce' },
  declined: { open: 'Not This Time...', title: 'Decline the request', save: 'Decline' },
}
const ORDER = ['whole', 'part', 'declined'] as const

/** Requests to pay less, of manuscripts that are accepted for good, and what becomes of their fees. */
export function FeesDesk({
  waivers: { toAnswer, totalToAnswer, answered: allAnswered },
  overview,
}: {
  waivers: Waivers
  overview: FeesOverview
}) {
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<{ articleId: string; outcome: WaiverOutcome } | null>(null)
  // Those of accepted manuscripts are among the invoices below.
  const answered = allAnswered.filter(({ stage }) => stage === 'review')
  // As it is now: its author may change it, and another editor answer it, while the dialog is open.
  const request = [...toAnswer, ...allAnswered].find(({ articleId }) => articleId === open?.articleId)
  return (
    <>
      <FeesHead overview={overview} waivers={totalToAnswer} />
      <p className="muted small space">
        Requests to pay less are sealed until a manuscript has been accepted for good, ten minutes after its letter was
        written. Until then nobody who decides learns of them.
      </p>
      {toAnswer.length > 0 && (
        <Section title="Waivers to answer">
          {totalToAnswer > toAnswer.length && (
            <p className="muted small">The oldest {toAnswer.length} are listed. Answer them to see the others.</p>
          )}
          <ul className="waivers" role="list">
            {toAnswer.map((request) => (
              <li key={request.articleId}>
                <RequestHead request={request} />
                <div className="buttons">
                  {ORDER.map((outcome) => (
                    <button
                      key={outcome}
                      type="button"
                      className={outcome === 'declined' ? 'btn text' : 'btn'}
                      onClick={() => setOpen({ articleId: request.articleId, outcome })}
                    >
                      {OUTCOMES[outcome].open}
                    </button>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {answered.length > 0 && (
        <Section title="Answered before the decision">
          <ul className="waivers" role="list">
            {answered.map((request) => (
              <li key={request.articleId}>
                <RequestHead request={request} />
                <p>
                  <b>{outcomeInWords(request)}</b>{' '}
                  <span className="muted">on {longDate(request.waiver.answeredAt!)}</span>
                </p>
                {request.waiver.answer && <p className="lines">{request.waiver.answer}</p>}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <InvoiceLists overview={overview} />
      {open && request && (
        <AnswerDialog
          request={request}
          outcome={open.outcome}
          onChanged={() => void revalidate()}
          onClose={() => setOpen(null)}
          onSent={() => {
            setOpen(null)
            toast.success('Answered. The author gets an email')
            void revalidate()
          }}
        />
      )}
    </>
  )
}

function outcomeInWords({ waiver: { outcome, remains } }: WaiverToAnswer): string {
  if (outcome === 'whole') return 'Waived'
  return outcome === 'part' ? `Reduced to ${remains}` : 'Declined'
}

function RequestHead({ request }: { request: WaiverToAnswer }) {
  const { articleId, title, number, submitter, affiliation, waiver, stage } = request
  // Fees officers open no manuscripts, and who has opened a request no longer opens its case.
  const opensCase = isAdministrator(useActor()) && stage !== 'review'
  return (
    <>
      <h3>
        {opensCase ? (
          <Link to={paths.case(articleId)}>
            <TitleText title={title} />
          </Link>
        ) : (
          <TitleText title={title} />
        )}
      </h3>
      <p className="muted small">
        {[number, submitter, affiliation, `asked ${longDate(waiver.askedAt)}`, FEE_STAGE_NAMES[stage].toLowerCase()]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {stage === 'review' && (
        <p className="muted small">You have opened this request, so you have no part in the decision.</p>
      )}
      <RequestWords request={request} />
    </>
  )
}

/** What is asked, and what was promised. */
function RequestWords({ request: { fees, waiver } }: { request: WaiverToAnswer }) {
  return (
    <>
      <p className="small">
        {WAIVER_KINDS_READ[waiver.kind]}
        {waiver.couldPay && `: ${waiver.couldPay}`}. <span className="muted">Promised: {fees.local.amount} for </span>
        <span className="muted">
          {fees.local.whom}, {fees.international.amount} for {fees.international.whom}.
        </span>
      </p>
      {waiver.reason && <blockquote className="lines">{waiver.reason}</blockquote>}
    </>
  )
}

function AnswerDialog({
  request,
  outcome,
  onChanged,
  onSent,
  onClose,
}: {
  request: WaiverToAnswer
  outcome: WaiverOutcome
  /** The request is no longer what is shown. */
  onChanged: () => void
  onSent: () => void
  onClose: () => void
}) {
  const { articleId, title, waiver, stage } = request
  const form = useForm({
    schema: WaiverAnswer,
    initial: { remains: waiver.couldPay, answer: '' },
    input: ({ remains, answer }) => ({
      ...{ outcome, answer, askedAt: waiver.askedAt },
      remains: outcome === 'part' ? remains : '',
    }),
    submit: async (answer) => {
      await browserApi.fees.answer({ id: articleId, ...answer })
      onSent()
    },
    // The dialog shows it.
    onFailure: ({ statusCode }) => {
      if (statusCode === 409) onChanged()
    },
  })
  return (
    <FormDialog
      title={OUTCOMES[outcome].title}
      form={form}
      save={OUTCOMES[outcome].save}
      saving="Sending..."
      onClose={onClose}
    >
      <p>
        <TitleText title={title} />
      </p>
      <RequestWords request={request} />
      {outcome === 'part' && (
        <Field {...form.text('remains')} label="What remains to be paid" hint="With its currency, such as USD 20." />
      )}
      <TextAreaField
        {...form.text('answer')}
        label={outcome === 'declined' ? 'To the author' : 'To the author (optional)'}
        hint="The email has these words. An answer is for good."
      />
      {outcome !== 'declined' && stage !== 'review' && (
        <p className="muted small">
          {`If this manuscript has an invoice, it is credited with your answer${outcome === 'part' ? ', and another one is issued for what remains' : ''}.`}
        </p>
      )}
      <SendFailure form={form} />
    </FormDialog>
  )
}
