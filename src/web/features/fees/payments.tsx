import type { Invoice } from '../../../contract/api/invoices.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import { browserApi } from '../../client/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/states.tsx'
import { useCommand } from '../../ui/use-command.ts'

/** What was paid of an invoice; what was noted by mistake is taken back. */
export function TakeBackDialog({
  invoice: { number, total, payments },
  onSent,
  onClose,
}: {
  invoice: Invoice
  onSent: (message: string) => void
  onClose: () => void
}) {
  const { run, busy, failure } = useCommand()
  const takeBack = (id: string) =>
    run(async () => {
      await browserApi.invoices.takeBack({ id })
      onSent('The payment was taken back')
    })
  return (
    <Dialog title={`Payments of ${number}`} onClose={onClose}>
      <div className="mid">
        <p>
          The invoice is of {total}. Take a payment back only if it was noted by mistake; the author gets no email of
          that.
        </p>
        <ul className="rows" role="list">
          {payments.map(({ id, amount, receivedOn, reference }) => (
            <li key={id} className="cluster">
              <span>
                <b>{amount}</b>, received {longDate(receivedOn)}
                {reference && `, ${reference}`}
              </span>
              <button type="button" className="btn text" aria-disabled={busy} onClick={() => void takeBack(id)}>
                Take Back<span className="sr"> {amount}</span>
              </button>
            </li>
          ))}
        </ul>
        {failure && <Failure message={failure.message} />}
      </div>
      <footer>
        <button type="button" className="btn" onClick={onClose}>
          Close
        </button>
      </footer>
    </Dialog>
  )
}
