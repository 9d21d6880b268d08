import type { PreparedDecision } from '../../../../../contract/api/decisions.ts'
import { counted } from '../../../../../contract/rules/text/counted.ts'
import { longDate } from '../../../../../contract/rules/text/dates.ts'
import { dayOf, daysBetween } from '../../../../../contract/rules/peer-review/days.ts'
import { ArrowLeft } from 'lucide-react'
import { Link } from '../../../../ui/link.tsx'
import { PageHead } from '../../../../ui/page-head.tsx'
import { TitleText } from '../../../../ui/title-text.tsx'

/** Which manuscript it is, and how much of the promised time is left. */
export function CaseHead({
  prepared,
  isDecided,
  casePath,
}: {
  prepared: PreparedDecision
  isDecided: boolean
  casePath: string
}) {
  const { number, authors, title, titleText } = prepared
  return (
    <>
      <PageHead title={`Decision: ${titleText}`} />
      <Link className="btn text decision-back" to={casePath}>
        <ArrowLeft className="ic" aria-hidden="true" />
        Case {number}
      </Link>
      <header className="decision-head">
        <div>
          <p className="muted small">
            {number} · {authors}
          </p>
          <h1>Decision</h1>
          <p className="decision-title">
            <TitleText title={title} />
          </p>
        </div>
        {prepared.isFirstDecision && !isDecided && <Clock {...prepared} />}
      </header>
    </>
  )
}

function Clock({ receivedOn, promisedOn }: Pick<PreparedDecision, 'receivedOn' | 'promisedOn'>) {
  const today = dayOf(new Date())
  const [all, gone] = [daysBetween(receivedOn, promisedOn), daysBetween(receivedOn, today)]
  const left = daysBetween(today, promisedOn)
  const state = left < 0 ? 'over' : left <= 7 ? 'soon' : ''
  return (
    <div className="decision-clock">
      <p className={`decision-weeks ${state}`}>
        <progress max={all} value={Math.min(all, Math.max(0, gone))} aria-label={`Day ${gone} of ${all}`} />
        <b>{left < 0 ? `${counted(-left, 'day')} over` : `${counted(left, 'day')} left`}</b>
      </p>
      <p className="muted small">Promised by {longDate(promisedOn)}</p>
    </div>
  )
}
