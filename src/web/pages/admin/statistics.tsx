import { ArrowLeft } from 'lucide-react'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { isAdministrator } from '../../../contract/rules/accounts/access.ts'
import { useActor } from '../../client/session.ts'
import type { figures } from '../../../contract/api/statistics.ts'
import type { OutputOf } from '../../../contract/api/endpoint.ts'
import { inDesk } from '../../in-desk.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { Link } from '../../ui/link.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { Facts } from '../../ui/facts.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/statistics'

export const clientLoader = inDesk(({ api }) => api.figures.readAll())
export const HydrateFallback = PresentSkeleton

/** How peer review goes, by year, for editors. */
export default function AdminFigures({ loaderData: { data: figures, failure } }: Route.ComponentProps) {
  return (
    <>
      <AreaHead
        title="Review Statistics"
        note={
          figures &&
          `${counted(figures.openCases, 'open case')}, ${figures.late || 'none'} later than promised. Your own manuscripts are excluded.`
        }
      />
      <Link className="btn text pull" to={isAdministrator(useActor()) ? paths.admin : paths.desk}>
        <ArrowLeft className="ic" aria-hidden="true" />
        Today
      </Link>
      {failure ? <LoadFailure message="Failed to fetch figures" /> : <YearFigures years={figures.years} />}
    </>
  )
}

export type AllFigures = OutputOf<typeof figures.readAll>
type Year = AllFigures['years'][number]

const NONE = '–'
const days = (count: number | null): string => (count === null ? NONE : counted(count, 'day'))
const share = (percent: number | null): string => (percent === null ? NONE : `${percent}%`)

/** A figure, with the number of things that it is counted from. */
const of = (figure: string, count: number, noun: string): string =>
  figure === NONE ? NONE : `${figure} (${counted(count, noun)})`

/** The figures of peer review, the newest year first. */
function YearFigures({ years: all }: Pick<AllFigures, 'years'>) {
  const years = all.filter(({ decided, unread, published }) => decided + unread + published > 0)
  if (!years.length) {
    return (
      <div className="empty">
        <p>No decisions yet.</p>
        <p>Figures will appear here after the first decision.</p>
      </div>
    )
  }
  return years.toSorted((a, b) => b.year - a.year).map((year) => <OneYear key={year.year} year={year} />)
}

function OneYear({ year }: { year: Year }) {
  const { decided, reports, replies, invitations, published } = year
  return (
    <section className="year-figures" aria-labelledby={`year-${year.year}`}>
      <h2 id={`year-${year.year}`}>{year.year}</h2>
      <Facts
        rows={[
          ['Median to first decision', of(days(year.medianDays), decided, 'decision')],
          ['80% decided within', of(days(year.days80), decided, 'decision')],
          ['Decided on time', of(share(year.onTimePercent), decided, 'decision')],
          ['Desk-rejected or returned', counted(year.unread, 'manuscript')],
          ['Median time to reply', of(days(year.replyDays), replies, 'answer')],
          ['Median time to report', of(days(year.reportDays), reports, 'report')],
          ['Reports on time', of(share(year.reportsOnTimePercent), reports, 'report')],
          [
            'Invitations for each report',
            year.invitationsPerReport === null ? NONE : of(`${year.invitationsPerReport}`, invitations, 'invitation'),
          ],
          ['Published', counted(published, 'article')],
          [
            'By editors, board members or reviewers',
            year.endogenyPercent === null ? NONE : of(`${year.endogenyPercent}%`, year.endogenous, 'article'),
          ],
        ]}
      />
    </section>
  )
}
