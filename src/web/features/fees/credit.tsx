import { useState } from 'react'
import type { InvoiceToCredit } from '../../../contract/api/invoices.ts'
import { browserApi } from '../../client/api.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Section } from '../../ui/section.tsx'
import { TitleText } from '../../ui/title-text.tsx'
import { toastFailure } from '../../ui/toast.ts'
import { useCommand } from '../../ui/use-command.ts'
import { CREDIT_WORDS } from './fee-words.ts'

const CREDITED = 'Credited. The author gets an email'

/** Asks before an invoice is taken back. */
export function CreditDialog({
  number,
  title,
  onSent,
  onClose,
}: {
  number: string
  title: string
  onSent: (message: string) => void
  onClose: () => void
}) {
  const [failure, setFailure] = useState('')
  const credit = async () => {
    try {
      await browserApi.invoices.credit({ id: number })
      onSent(CREDITED)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : '')
      toastFailure(error)
    }
  }
  return (
    <ConfirmDialog title={`Credit invoice ${number}`} confirm="Credit" onConfirm={credit} onClose={onClose}>
      <p>
        <TitleText title={title} />
      </p>
      <p>
        A credit note with the next number takes this invoice back, for good. The author gets an email. Afterwards you
        can issue a new invoice from the list “To invoice”.
      </p>
      {failure && <p className="err">{failure}</p>}
    </ConfirmDialog>
  )
}

/** Invoices of manuscripts that are no longer accepted: one press credits each. */
export function ToCredit({
  rows,
  total,
  onDone,
}: {
  rows: readonly InvoiceToCredit[]
  total: number
  onDone: (message: string) => void
}) {
  const { run, busy } = useCommand(toastFailure)
  if (!rows.length) return null
  const credit = (number: string) =>
    run(async () => {
      await browserApi.invoices.credit({ id: number })
      onDone(CREDITED)
    })
  return (
    <Section title="Invoices to credit">
      {total > rows.length && (
        <p className="muted small">
          The oldest {rows.length} of {total} are listed.
        </p>
      )}
      <ul className="rows" role="list">
        {rows.map(({ number, title, total: amount, because }) => (
          <li key={number} className="cluster">
            <span>
              <TitleText title={title} />
              <span className="small muted block">
                {number} · {amount} · {CREDIT_WORDS[because]}
              </span>
            </span>
            <button type="button" className="btn" aria-disabled={busy} onClick={() => void credit(number)}>
              Credit<span className="sr"> {number}</span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
