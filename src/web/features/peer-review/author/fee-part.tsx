import { useState } from 'react'
import type { FeeOfManuscript, Waiver } from '../../../../contract/api/fees.ts'
import { WaiverForm } from '../../../../contract/api/waiver-form.ts'
import { WAIVER_KINDS } from '../../../../contract/rules/fees/waivers.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../client/api.ts'
import { NO_WAIVER, StoredWaiver, type TypedWaiver, WaiverFields, waiverKey } from '../../../site/waiver-fields.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Section } from '../../../ui/section.tsx'
import { Failure, SendFailure } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.ts'
import { useAnswer } from '../../../ui/use-answer.ts'
import { useForm } from '../../../ui/use-form.ts'
import { useStoredDraft } from '../../../ui/use-stored-draft.ts'
import { Paragraphs } from './letters.tsx'
import { OwnInvoices } from './own-invoices.tsx'

/** The fee that the manuscript was promised, and the request to pay less: for its submitter alone. */
export function FeePart({ id, userId }: { id: string; userId: string }) {
  const { answer, failed, tryAgain } = useAnswer(() => browserApi.fees.own({ id }), id)
  const [sent, setSent] = useState<FeeOfManuscript | null>(null)
  const [isAsking, setAsking] = useState(false)
  const fee = sent ?? answer
  if (!fee && failed) {
    return (
      <Section title="Publication fee">
        <Failure message="The fee could not be loaded.">
          <button type="button" className="btn" onClick={tryAgain}>
            Try Again
          </button>
        </Failure>
      </Section>
    )
  }
  if (!fee || (!fee.mayAsk && !fee.waiver && !fee.invoices.length)) return null
  const { fees, waiver } = fee
  return (
    <Section title="Publication fee">
      <p>
        {fees.local.amount} for {fees.local.whom}, {fees.international.amount} for {fees.international.whom}, due only
        after acceptance. <span className="muted">As of the day you submitted, {longDate(fee.submittedOn)}.</span>
      </p>
      {fee.paymentFirst && (
        <p>
          Your article is published once the fee is paid or waived; where there is no fee for you, nothing waits for it.
        </p>
      )}
      {waiver && <Asked waiver={waiver} hasFee={fee.mayAsk || fee.invoices.length > 0} hasOfficer={fee.hasOfficer} />}
      <OwnInvoices invoices={fee.invoices} />
      {fee.mayAsk && (
        <div className="buttons">
          <button type="button" className="btn" onClick={() => setAsking(true)}>
            {waiver ? 'Change Your Request...' : 'I Cannot Pay the Full Fee...'}
          </button>
        </div>
      )}
      {isAsking && (
        <AskDialog
          {...{ id, userId, waiver, hasOfficer: fee.hasOfficer }}
          onClose={() => setAsking(false)}
          onSent={(fee) => {
            setAsking(false)
            toast.success('Your request has been received')
            setSent(fee)
          }}
        />
      )}
    </Section>
  )
}

function Asked({ waiver, hasFee, hasOfficer }: { waiver: Waiver; hasFee: boolean; hasOfficer: boolean }) {
  const { kind, couldPay, askedAt, outcome, remains, answer, answeredAt } = waiver
  if (outcome === null) {
    return (
      <p role="status">
        You asked on {longDate(askedAt)}: {WAIVER_KINDS[kind].toLowerCase().replace(/^i\b/, 'I')}
        {couldPay && `, ${couldPay}`}.{' '}
        {!hasFee
          ? 'There is no fee to pay, so nothing more is needed.'
          : hasOfficer
            ? 'You get an email with our answer.'
            : 'You get an email with our answer, after acceptance.'}
      </p>
    )
  }
  const words = {
    whole: 'The whole fee is waived: there is nothing to pay.',
    part: `The fee is reduced. What remains to be paid is ${remains}.`,
    declined: 'We cannot waive the fee this time.',
  }[outcome]
  return (
    <>
      <p role="status">
        <b>{words}</b> <span className="muted">Answered on {longDate(answeredAt!)}.</span>
      </p>
      {answer && <Paragraphs text={answer} />}
    </>
  )
}

function AskDialog({
  id,
  userId,
  waiver,
  hasOfficer,
  onSent,
  onClose,
}: {
  id: string
  userId: string
  waiver: Waiver | null
  hasOfficer: boolean
  onSent: (fee: FeeOfManuscript) => void
  onClose: () => void
}) {
  const before: TypedWaiver = waiver ?? NO_WAIVER
  const { kind, couldPay, reason } = before
  const stored = useStoredDraft(waiverKey(userId, id), StoredWaiver, { kind, couldPay, reason })
  const form = useForm({
    schema: WaiverForm,
    initial: stored.value,
    draft: { value: stored.value, change: stored.change },
    submit: async (sent) => {
      const fee = await browserApi.fees.ask({ id, ...sent })
      stored.clear()
      onSent(fee)
    },
    // The dialog shows it.
    onFailure: () => {},
  })
  return (
    <FormDialog title="I cannot pay the full fee" form={form} save="Send" saving="Sending..." onClose={onClose}>
      <WaiverFields typed={form.values} errors={form.errors} hasOfficer={hasOfficer} change={form.change} />
      <SendFailure form={form} />
    </FormDialog>
  )
}
