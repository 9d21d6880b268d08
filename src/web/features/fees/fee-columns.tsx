import { Download } from 'lucide-react'
import type { FeeRow } from '../../../contract/api/invoices.ts'
import { isAdministrator } from '../../../contract/rules/accounts/access.ts'
import type { FeeTab } from '../../../contract/rules/fees/invoices.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import { browserApi } from '../../client/api.ts'
import { useActor } from '../../client/session.ts'
import type { Column } from '../../ui/data-table.tsx'
import { download } from '../../ui/download.tsx'
import { Link } from '../../ui/link.tsx'
import { TitleText } from '../../ui/title-text.tsx'
import { invoiceInWords, waiverInWords } from './fee-words.ts'

export type FeeAction = 'issue' | 'pay' | 'payments' | 'credit'

const named = (row: FeeRow): string => row.invoice?.number ?? row.manuscript

function Title({ row: { articleId, title, author, manuscript, invoice } }: { row: FeeRow }) {
  // Fees officers open no manuscripts.
  const opensCase = isAdministrator(useActor())
  return (
    <>
      {opensCase ? (
        <Link className="listed-title" to={paths.case(articleId)}>
          <TitleText title={title} />
        </Link>
      ) : (
        <span className="listed-title">
          <TitleText title={title} />
        </span>
      )}
      <span className="small muted block">
        {[invoice?.number ?? manuscript, invoice?.payer ?? author].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}

function State({ invoice }: { invoice: NonNullable<FeeRow['invoice']> }) {
  const { late, words } = invoiceInWords(invoice)
  return (
    <span>
      {late && <b className="error-ink">{late}</b>}
      {words}
    </span>
  )
}

const COLUMNS = {
  title: (head: string): Column<FeeRow> => ({ head, className: 'ttl', cell: (row) => <Title row={row} /> }),
  amount: {
    head: 'Amount',
    className: 'num',
    cell: ({ invoice }) => <span className="fee-sum">{invoice?.total}</span>,
  },
  due: { head: 'Due', className: 'fact', cell: ({ invoice }) => invoice && longDate(invoice.dueOn) },
  state: { head: 'State', className: 'fact', cell: ({ invoice }) => invoice && <State invoice={invoice} /> },
  accepted: { head: 'Accepted', className: 'fact', cell: ({ acceptedOn }) => longDate(acceptedOn) || '–' },
  waiver: {
    head: 'Waiver',
    className: 'fact',
    cell: ({ waiver }) => (
      <span>
        {waiverInWords(waiver) || 'Not asked'}
        {waiver?.answeredAt && <span className="muted">, {longDate(waiver.answeredAt)}</span>}
      </span>
    ),
  },
} satisfies Record<string, Column<FeeRow> | ((head: string) => Column<FeeRow>)>

/** The columns of a list, with the buttons of its rows. */
export function feeColumns(tab: FeeTab, act: (row: FeeRow, what: FeeAction) => void): Column<FeeRow>[] {
  const { title, amount, due, state, accepted, waiver } = COLUMNS
  if (tab === 'waived') return [title('Article'), waiver]
  const actions = (cell: Column<FeeRow>['cell']): Column<FeeRow> => ({ head: 'Actions', className: 'actions', cell })
  if (tab === 'to-invoice') {
    return [
      ...[title('Article'), accepted, waiver],
      actions((row) =>
        row.waiver?.outcome === null ? null : (
          <span className="acts fee-acts">
            <button type="button" className="btn" onClick={() => act(row, 'issue')}>
              Issue Invoice...<span className="sr"> for {named(row)}</span>
            </button>
          </span>
        ),
      ),
    ]
  }
  return [
    ...[title('Article and invoice'), amount, due, state],
    actions((row) => (
      <span className="acts fee-acts">
        {tab === 'to-be-paid' && (
          <button type="button" className="btn" onClick={() => act(row, 'pay')}>
            Mark as Paid<span className="sr"> {named(row)}</span>
          </button>
        )}
        <Pdf number={row.invoice!.number} label="PDF" />
        {row.invoice!.payments.length > 0 && tab !== 'credited' && (
          <button type="button" className="btn text" onClick={() => act(row, 'payments')}>
            Payments...<span className="sr"> of {named(row)}</span>
          </button>
        )}
        {tab === 'credited' ? (
          <Pdf number={row.invoice!.creditedBy!} label="Credit Note" />
        ) : (
          <button type="button" className="btn text" onClick={() => act(row, 'credit')}>
            Credit...<span className="sr"> {named(row)}</span>
          </button>
        )}
      </span>
    )),
  ]
}

function Pdf({ number, label }: { number: string; label: string }) {
  return (
    <button
      type="button"
      className="btn text"
      onClick={() => void download(() => browserApi.invoices.file({ id: number }), `${number}.pdf`)}
    >
      <Download className="ic" aria-hidden="true" />
      {label}
      <span className="sr"> {number}</span>
    </button>
  )
}
