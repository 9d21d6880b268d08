import { useLocation } from 'react-router'
import type { FeesOverview } from '../../../contract/api/invoices.ts'
import { browserApi } from '../../client/api.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { saveText } from '../../ui/download.tsx'
import { toastFailure } from '../../ui/toast.ts'
import { useCommand } from '../../ui/use-command.ts'
import { amountsInWords, workInWords } from './fee-words.ts'
import { feeFilter } from './load-fees.ts'

/** What there is to do, what was paid, and the list on the screen as a table. */
export function FeesHead({ overview: { figures, counts }, waivers }: { overview: FeesOverview; waivers: number }) {
  const { search } = useLocation()
  const { run, busy } = useCommand(toastFailure)
  const paid = amountsInWords('Paid this year', figures.paidThisYear)
  const open = amountsInWords('To be paid', figures.toBePaid)
  const save = () =>
    run(async () => {
      const { text, name } = await browserApi.invoices.table(feeFilter(new URLSearchParams(search)))
      saveText(text, name, 'text/csv')
    })
  return (
    <>
      <AreaHead title="Fees" note={workInWords(waivers, figures.overdue, counts['to-invoice'])}>
        <button type="button" className="btn" aria-disabled={busy} onClick={() => void save()}>
          Download CSV
        </button>
      </AreaHead>
      <dl className="sums">
        {[
          paid,
          open,
          { label: `Waived or reduced, of ${figures.accepted} accepted`, figure: String(counts.waived) },
        ].map(({ label, figure }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
