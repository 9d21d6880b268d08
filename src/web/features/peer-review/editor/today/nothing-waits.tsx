import type { Today } from '../../../../../contract/api/case-list.ts'
import { longDate } from '../../../../../contract/rules/text/dates.ts'
import { paths } from '../../../../../contract/rules/site/paths.ts'
import { Link } from '../../../../ui/link.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { todayHref, type TodayQuery } from './today-query.ts'

/** Above the cases of others, when no editor has to act; or why a search has found none. */
export function NothingWaits({ today, query }: { today: Today; query: TodayQuery }) {
  if (query.find !== '') {
    return (
      <Empty title="No cases found">
        <p>Closed cases are in Research Listings.</p>
        <Link className="btn" to={todayHref({ ...query, find: '' })}>
          Show all
        </Link>
      </Empty>
    )
  }
  const { nextReportOn } = today
  return (
    <div className="rest">
      <Empty title={query.scope === 'mine' ? 'Nothing waits for you' : 'Nothing waits for an editor'}>
        <p>
          {nextReportOn && `The next report is due on ${longDate(nextReportOn)}. `}
          New manuscripts and late reports will appear here.
        </p>
        <Link className="btn" to={paths.adminListings}>
          Research Listings
        </Link>
      </Empty>
    </div>
  )
}
