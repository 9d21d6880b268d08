import { useLoaderData, useLocation } from 'react-router'
import { ActivityFrame } from '../../features/activity/activity-frame.tsx'
import { ActivityLog } from '../../features/activity/activity-log.tsx'
import { loadActivity, showsMails, type LoadedActivity } from '../../features/activity/load-activity.ts'
import { mailColumns, Mails } from '../../features/activity/mails.tsx'
import { inArea } from '../../load.ts'
import { TableSkeleton } from '../../ui/data-table.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Loaded, type Loadable } from '../../ui/loaded.tsx'
import { SkeletonLines } from '../../ui/states.tsx'

export const clientLoader = inArea(({ search }) => loadActivity(search))

/** Who did what to the journal, and what the journal wrote to whom. */
export default function Activity() {
  const { search } = useLocation()
  const mails = showsMails(new URLSearchParams(search))
  return (
    <Loaded
      data={useLoaderData() as Loadable<LoadedActivity>}
      at={search}
      failure={() => (
        <ActivityFrame>
          <LoadFailure message={mails ? 'Failed to fetch mails' : 'Failed to fetch activity'} />
        </ActivityFrame>
      )}
      skeleton={<ActivitySkeleton mails={mails} />}
    >
      {(loaded) => ('mails' in loaded ? <Mails mails={loaded.mails} /> : <ActivityLog log={loaded.log} />)}
    </Loaded>
  )
}

export function HydrateFallback() {
  const { search } = useLocation()
  return <ActivitySkeleton mails={showsMails(new URLSearchParams(search))} />
}

function ActivitySkeleton({ mails }: { mails: boolean }) {
  return (
    <ActivityFrame note="Loading...">
      {mails ? (
        <TableSkeleton label="Mails" columns={mailColumns(true)} />
      ) : (
        <ol className="log" role="list" aria-hidden="true">
          {Array.from({ length: 6 }, (_, index) => (
            <li key={index}>
              <SkeletonLines widths={[70, 30]} />
            </li>
          ))}
        </ol>
      )}
    </ActivityFrame>
  )
}
