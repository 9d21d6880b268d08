import { useLoaderData, useLocation } from 'react-router'
import { counted } from '../../../contract/domain/counted.ts'
import { ActivityFrame } from '../../features/activity/activity-frame.tsx'
import { ActivityLog } from '../../features/activity/activity-log.tsx'
import { loadActivity, showsMails, type LoadedActivity } from '../../features/activity/load-activity.ts'
import { emailColumns, Emails } from '../../features/activity/emails.tsx'
import { inArea } from '../../load.ts'
import { TableSkeleton } from '../../ui/data-table.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Loaded, type Loadable } from '../../ui/loaded.tsx'
import { SkeletonLines } from '../../ui/states.tsx'

export const clientLoader = inArea(({ search }) => loadActivity(search))

/**
 * Who did what to the journal, and what the journal wrote to whom. The frame with its filters stays
 * while the list under it loads: what is being typed into them is not lost.
 */
export default function Activity() {
  const { search } = useLocation()
  const data = useLoaderData() as Loadable<LoadedActivity>
  const mails = showsMails(new URLSearchParams(search))
  return (
    <ActivityFrame
      note={
        <Loaded data={data} at={search} skeleton={LOADING} failure={() => null}>
          {activityNote}
        </Loaded>
      }
    >
      <Loaded
        data={data}
        at={search}
        failure={() => <LoadFailure message={mails ? 'Failed to fetch emails' : 'Failed to fetch activity'} />}
        skeleton={<ListSkeleton mails={mails} />}
      >
        {(loaded) => ('mails' in loaded ? <Emails mails={loaded.mails} /> : <ActivityLog log={loaded.log} />)}
      </Loaded>
    </ActivityFrame>
  )
}

export function HydrateFallback() {
  const { search } = useLocation()
  return (
    <ActivityFrame note={LOADING}>
      <ListSkeleton mails={showsMails(new URLSearchParams(search))} />
    </ActivityFrame>
  )
}

const LOADING = 'Loading...'

const activityNote = (loaded: LoadedActivity): string =>
  'mails' in loaded
    ? counted(loaded.mails.meta.totalItems, 'email')
    : counted(loaded.log.meta.totalItems, 'entry', 'entries')

function ListSkeleton({ mails }: { mails: boolean }) {
  if (mails) return <TableSkeleton label="Emails" columns={emailColumns(true)} />
  return (
    <ol className="log" role="list" aria-hidden="true">
      {Array.from({ length: 6 }, (_, index) => (
        <li key={index}>
          <SkeletonLines widths={[70, 30]} />
        </li>
      ))}
    </ol>
  )
}
