import { ObservedSettings } from '../../features/peer-review/observer/observed.tsx'
import { inDesk } from '../../in-desk.ts'
import type { LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/settings'

export const clientLoader = inDesk(({ api }: LoadArgs) => api.observing.settings())
export const HydrateFallback = PresentSkeleton

/** For observers, who change nothing. */
export default function DeskSettings({ loaderData: { data, failure } }: Route.ComponentProps) {
  return (
    <>
      <AreaHead title="Settings" note="What is in force today. Managing editors change it." />
      {failure ? <LoadFailure message="Failed to load the settings" /> : <ObservedSettings areas={data.areas} />}
    </>
  )
}
