import { AreaTabs } from '../../features/administration/settings/area-tabs.tsx'
import { History } from '../../features/administration/settings/history.tsx'
import { inArea } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/settings-history'

export const clientLoader = inArea(({ api }) => api.settings.history())
export const HydrateFallback = PresentSkeleton

/** Who changed what in Settings, and when. */
export default function SettingsHistory({ loaderData: { data: history, failure } }: Route.ComponentProps) {
  return (
    <>
      <AreaHead
        title="History"
        note="Every change of settings and texts. Undoing one is a change too; nothing is lost."
      />
      <AreaTabs />
      {failure ? <LoadFailure message="Failed to fetch the history" /> : <History first={history} />}
    </>
  )
}
