import { useState } from 'react'
import { Link, useLocation, useRevalidator } from 'react-router'
import type { FeeRow, FeesOverview } from '../../../contract/api/invoices.ts'
import { SEARCH_MAX } from '../../../contract/rules/articles/article-policy.ts'
import { FEE_TAB_NAMES, FEE_TABS, type FeeTab } from '../../../contract/rules/fees/invoices.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { FilterForm, FilterText, useAddress } from '../../ui/filter-form.tsx'
import { KEEPS_FOCUS } from '../../ui/go.ts'
import { Pager } from '../../ui/pager.tsx'
import { Empty } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import { CreditDialog, ToCredit } from './credit.tsx'
import { feeColumns, type FeeAction } from './fee-columns.tsx'
import { InvoiceDialog } from './invoice-dialog.tsx'
import { feeFilter } from './load-fees.ts'
import { PaymentForm } from './payment-form.tsx'
import { TakeBackDialog } from './payments.tsx'

const NOTHING: Record<FeeTab, string> = {
  'to-invoice': 'Nothing to invoice',
  'to-be-paid': 'No invoice waits to be paid',
  paid: 'No paid invoices',
  waived: 'No fee was waived or reduced',
  credited: 'No invoice was credited',
}

/** Accepted manuscripts by what has become of their fee. */
export function InvoiceLists({
  overview: { data, meta, counts, toCredit, totalToCredit },
}: {
  overview: FeesOverview
}) {
  const { revalidate } = useRevalidator()
  const { search } = useLocation()
  const address = useAddress()
  const { tab, q } = feeFilter(new URLSearchParams(search))
  const [open, setOpen] = useState<{ row: FeeRow; what: FeeAction } | null>(null)
  const close = () => setOpen(null)
  const done = (message: string) => {
    close()
    toast.success(message)
    void revalidate()
  }
  const paying = open?.what === 'pay' ? open.row.id : null
  return (
    <>
      <ToCredit rows={toCredit} total={totalToCredit} onDone={done} />
      <nav className="tabs" aria-label="Fees by state">
        <ul role="list">
          {FEE_TABS.map((each) => (
            <li key={each}>
              <Link
                to={address({ tab: each })}
                state={KEEPS_FOCUS}
                preventScrollReset
                aria-current={each === tab ? 'page' : undefined}
                onClick={close}
              >
                {FEE_TAB_NAMES[each]} <span className="n">{counts[each]}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <FilterForm label="Find an invoice" keep={['tab']}>
        {(present) => <FilterText name="q" label="Title, author or number" present={present} maxLength={SEARCH_MAX} />}
      </FilterForm>
      {data.length ? (
        <DataTable
          label={FEE_TAB_NAMES[tab]}
          columns={feeColumns(tab, (row, what) => setOpen({ row, what }))}
          rows={data}
          under={(row) =>
            row.id === paying &&
            row.invoice && (
              <PaymentForm
                key={row.id}
                invoice={row.invoice}
                onClose={close}
                onChanged={() => void revalidate()}
                onSent={() => done('Noted. The author gets a receipt')}
              />
            )
          }
        />
      ) : (
        <Empty title={q ? 'Nothing found' : NOTHING[tab]}>{q && <p>Try a different search, or another list.</p>}</Empty>
      )}
      <Pager path={address({})} meta={meta} label="Pages of fees" />
      <p className="muted small fee-note">
        Numbers follow each other without a gap. An invoice is never changed: it is credited and issued again.
      </p>
      {open?.what === 'issue' && <InvoiceDialog row={open.row} onClose={close} onSent={done} />}
      {open?.what === 'credit' && open.row.invoice && (
        <CreditDialog number={open.row.invoice.number} title={open.row.title} onClose={close} onSent={done} />
      )}
      {open?.what === 'payments' && open.row.invoice && (
        <TakeBackDialog invoice={open.row.invoice} onClose={close} onSent={done} />
      )}
    </>
  )
}
