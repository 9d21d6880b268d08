import type { ReactNode } from 'react'
import type { PublicFigures } from '../../../../contract/api/statistics.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { monthAndYear } from '../../../../contract/rules/text/dates.ts'
import { POLICY_LINKS } from '../../../site/site-links.ts'
import { Facts } from '../../../ui/facts.tsx'
import { NavLink } from '../../../ui/link.tsx'
import { RichHtml } from '../../../ui/title-text.tsx'

/** The policy page that shows figures, at the end of its section of this anchor. */
export const WITH_FIGURES = 'peer-review'
const SECTION = 'id="how-long-review-takes"'

/** The policy of peer review, with how long reviews have taken. */
export function PolicyWithFigures({ html, figures }: { html: string; figures: PublicFigures }) {
  const section = html.indexOf(SECTION)
  const next = section < 0 ? -1 : html.indexOf('<h2', section)
  const end = next < 0 ? html.length : next
  return (
    <div>
      <RichHtml html={html.slice(0, end)} />
      {figures.ofSamples && <p>These figures are of sample manuscripts, which were invented.</p>}
      <Facts rows={rowsOf(figures)} />
      <RichHtml html={html.slice(end)} />
    </div>
  )
}

/** Nothing if there is nothing to say a number of. */
const days = (count: number | null, rest = ''): string => (count === null ? '' : `${counted(count, 'day')}${rest}`)

function rowsOf(figures: PublicFigures): [name: string, value: ReactNode][] {
  const { decided, unread, reports, replies, invitationsPerReport, onTimePercent, reportsOnTimePercent } = figures
  const period = `${monthAndYear(figures.from)} to ${monthAndYear(figures.to)}`
  return [
    ['Median time to first decision', days(figures.medianDays, ` (${counted(decided, 'decision')}, ${period})`)],
    ['80% decided within', days(figures.days80)],
    ['Decided by the promised day', onTimePercent === null ? '' : `${onTimePercent}%`],
    ['Returned or declined without review', counted(unread, 'manuscript')],
    ['Median time to reply', days(figures.replyDays, ` (${counted(replies, 'answer')})`)],
    ['Median time to a report', days(figures.reportDays, ` (${counted(reports, 'report')})`)],
    ['Reports on time', reportsOnTimePercent === null ? '' : `${reportsOnTimePercent}%`],
    ['Invitations for each report', invitationsPerReport === null ? '' : String(invitationsPerReport)],
    ...figures.years
      .toReversed()
      .map(({ year, decided, medianDays, days80 }): [string, ReactNode] => [
        `In ${year}`,
        `Median ${days(medianDays)}, 80% within ${days(days80)} (${counted(decided, 'decision')})`,
      ]),
  ]
}

const policyGroupTitle = 'Policies & Guidelines'

/** Navigation between the eight policy pages. */
export function PolicyNav() {
  return (
    <nav className="policy-nav" aria-labelledby="policy-nav">
      <h2 id="policy-nav">{policyGroupTitle}</h2>
      <ul role="list">
        {POLICY_LINKS.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to}>{label}</NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
