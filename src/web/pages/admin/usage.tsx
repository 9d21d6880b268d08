import {
  loadUsage,
  monthName,
  UsageFilters,
  UsageOverview,
} from '../../features/administration/usage/usage-overview.tsx'
import { inArea } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/usage'

export const clientLoader = inArea(({ search }) => loadUsage(search))
export const HydrateFallback = PresentSkeleton

/** How the journal and its articles are read, for editors. */
export default function Usage({ loaderData: { data: usage, failure } }: Route.ComponentProps) {
  return (
    <>
      <AreaHead
        title="Readership"
        note={
          usage &&
          `${monthName(usage.period.from)} to ${monthName(usage.period.to)}. Robots and double clicks are not counted, and no data about readers is stored.`
        }
      />
      <UsageFilters period={usage?.period} />
      {failure ? <LoadFailure message="Failed to fetch the usage" /> : <UsageOverview usage={usage} />}
    </>
  )
}
