import { type FeeRow, InvoiceForm, type InvoiceProposal } from '../../../contract/api/invoices.ts'
import { DUE_DAYS } from '../../../contract/rules/fees/invoices.ts'
import { feeIn } from '../../../contract/rules/fees/money.ts'
import { FEE_SIDE_NAMES, FEE_SIDES, type FeeSide } from '../../../contract/rules/fees/sides.ts'
import { browserApi } from '../../client/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextAreaField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoadFailure, SendFailure, SkeletonLines } from '../../ui/states.tsx'
import { TitleText } from '../../ui/title-text.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { useForm } from '../../ui/use-form.ts'

interface Asked {
  row: FeeRow
  onSent: (message: string) => void
  onClose: () => void
}

/** Issues an invoice: what it says is proposed, and looked at once more. */
export function InvoiceDialog({ row, onSent, onClose }: Asked) {
  const { answer, failed } = useAnswer(() => browserApi.invoices.proposal({ id: row.articleId }), row.articleId)
  if (answer) return <ProposedInvoice row={row} proposal={answer} onSent={onSent} onClose={onClose} />
  return (
    <Dialog title="Issue an invoice" onClose={onClose}>
      <div className="mid">
        {failed ? <LoadFailure message="The invoice could not be prepared" /> : <SkeletonLines widths={[9, 7, 8]} />}
      </div>
    </Dialog>
  )
}

function ProposedInvoice({ row, proposal, onSent, onClose }: Asked & { proposal: InvoiceProposal }) {
  const { fees, sides, side, remains } = proposal
  const form = useForm({
    schema: InvoiceForm,
    initial: {
      ...{ side, reason: proposal.reason, payer: proposal.payer, address: proposal.address, amount: '' },
      dueDays: String(DUE_DAYS),
    },
    input: (values) => ({ ...values, dueDays: Number(values.dueDays || Number.NaN) }),
    submit: async (invoice) => {
      const { number } = await browserApi.invoices.issue({ id: row.articleId, ...invoice })
      onSent(
        number === null ? 'Noted that there is nothing to pay' : `Invoice ${number} issued. The author gets an email`,
      )
    },
    // The dialog shows it.
    onFailure: () => {},
  })
  const chosen = form.values.side
  const fee = feeIn(fees[chosen].amount)
  const isFree = fee === 'free'
  const isPlain = !sides.length || (sides.length === 1 && sides[0] === chosen)
  return (
    <FormDialog
      title="Issue an invoice"
      form={form}
      save={isFree ? 'Note That Nothing Is Due' : 'Issue Invoice'}
      saving="Sending..."
      onClose={onClose}
    >
      <p>
        <TitleText title={row.title} />
      </p>
      <SideField proposal={proposal} chosen={chosen} onChoose={(next) => form.set('side', next)} />
      {!isPlain && (
        <Field
          {...form.text('reason')}
          label="Why this fee applies"
          hint="Kept with the invoice; the author does not see it."
        />
      )}
      {isFree ? (
        <p>There is nothing to pay, so no invoice is issued.</p>
      ) : (
        <>
          {fee === null && (
            <Field
              {...form.text('amount')}
              label="Amount"
              hint={`The promised fee is “${fees[chosen].amount}”. Enter it with its currency, such as EUR 80.`}
            />
          )}
          {remains !== null && (
            <p>
              The fee was reduced. The invoice is of <b>{remains}</b>, unless this fee is lower.
            </p>
          )}
          <Field {...form.text('payer')} label="Payer" hint="A person or an institution." autoComplete="off" />
          <TextAreaField {...form.text('address')} label="Address (optional)" />
          <Field {...form.text('dueDays')} label="Due in days" inputMode="numeric" autoComplete="off" />
          <p className="muted small">
            The author gets an email. An invoice is never changed: it is credited and issued again.
          </p>
        </>
      )}
      <SendFailure form={form} />
    </FormDialog>
  )
}

/** Which of the two promised fees applies. */
function SideField({
  proposal: { fees, sides, countries },
  chosen,
  onChoose,
}: {
  proposal: InvoiceProposal
  chosen: FeeSide
  onChoose: (side: FeeSide) => void
}) {
  const from = countries.length ? `Authors in ${countries.join(', ')}.` : 'The countries of the authors are not known.'
  return (
    <fieldset className="field">
      <legend className="lab">Fee as promised when it was submitted</legend>
      <p className="muted small">
        {from}
        {sides.length > 1 && ' The lower fee is proposed.'}
      </p>
      <div className="opts">
        {FEE_SIDES.map((side) => (
          <label key={side} className="opt">
            <input type="radio" name="side" value={side} checked={chosen === side} onChange={() => onChoose(side)} />
            <span>
              <b>
                {FEE_SIDE_NAMES[side]}: {fees[side].amount}
              </b>
              <span className="d">{fees[side].whom}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
