import { useEffect } from 'react'
import { PaymentForm as Form, type Invoice } from '../../../contract/api/invoices.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { browserApi } from '../../client/api.ts'
import { Field } from '../../ui/field.tsx'
import { SendFailure } from '../../ui/states.tsx'
import { useForm } from '../../ui/use-form.ts'

/** Notes a payment below the row of its invoice: what is left is proposed. */
export function PaymentForm({
  invoice: { number, currency, left, paidMinor },
  onSent,
  onChanged,
  onClose,
}: {
  invoice: Invoice
  onSent: () => void
  /** The invoice is no longer what is shown. */
  onChanged: () => void
  onClose: () => void
}) {
  const form = useForm({
    schema: Form,
    initial: { receivedOn: dayOf(new Date()), amount: left ?? '', reference: '' },
    input: (values) => ({ ...values, seenPaid: paidMinor }),
    submit: async (payment) => {
      await browserApi.invoices.pay({ id: number, ...payment })
      onSent()
    },
    // The form shows it.
    onFailure: ({ statusCode }) => {
      if (statusCode === 409) onChanged()
    },
  })
  const { ref } = form.formProps
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref])
  return (
    <form
      {...form.formProps}
      className="pay-form"
      aria-label={`Payment of invoice ${number}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <Field {...form.text('receivedOn')} label="Received on" type="date" />
      <Field {...form.text('amount')} label={`Amount, ${currency}`} inputMode="decimal" autoComplete="off" />
      <Field {...form.text('reference')} label="Bank reference" autoComplete="off" />
      <p className="buttons">
        <button type="button" className="btn text" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="btn solid" aria-disabled={form.sending}>
          {form.sending ? 'Saving...' : 'Save and Send Receipt'}
        </button>
      </p>
      <SendFailure form={form} />
    </form>
  )
}
