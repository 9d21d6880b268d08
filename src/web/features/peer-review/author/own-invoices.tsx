import { Download } from 'lucide-react'
import type { FeeOfManuscript } from '../../../../contract/api/fees.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../client/api.ts'
import { download } from '../../../ui/download.tsx'

type OwnInvoice = FeeOfManuscript['invoices'][number]

/** What its author has to know of an invoice. */
export function ownInvoiceInWords({ state, total, dueOn, paid, left }: OwnInvoice): string {
  const due = `due ${longDate(dueOn)}`
  return {
    open: `${total}, ${due}`,
    overdue: `${paid ? `${paid} paid, ${left} left` : total}; it was ${due}`,
    'part paid': `${paid} paid, ${left} left, ${due}`,
    paid: `${total}, paid. Thank you`,
    overpaid: `${paid} paid, more than was due. We will write to you about it`,
    credited: `${total}, taken back. Please do not pay it`,
    'credit note': total,
  }[state]
}

/** The invoices of a manuscript, each as a file to download. */
export function OwnInvoices({ invoices }: { invoices: readonly OwnInvoice[] }) {
  if (!invoices.length) return null
  return (
    <ul className="rows" role="list">
      {invoices.map((invoice) => (
        <li key={invoice.number} className="cluster">
          <span>
            <b>
              {invoice.state === 'credit note' ? 'Credit note' : 'Invoice'} {invoice.number}
            </b>
            : {ownInvoiceInWords(invoice)}.
          </span>
          <button
            type="button"
            className="btn text"
            onClick={() =>
              void download(() => browserApi.invoices.file({ id: invoice.number }), `${invoice.number}.pdf`)
            }
          >
            <Download className="ic" aria-hidden="true" />
            Download PDF<span className="sr"> of {invoice.number}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
