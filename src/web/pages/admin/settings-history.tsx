import { AreaTabs } from '../../features/administration/settings/area-tabs.tsx'
import { History } from '../../features/administration/settings/history.tsx'
import { BankDetailsHistory } from '../../features/fees/bank-details.tsx'
import { inArea } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/settings-history'

export const clientLoader = inArea(async ({ api }) => {
  const [history, bankDetails] = await Promise.all([api.settings.history(), api.bankDetails.read()])
  return { history, bankDetails }
})
export const HydrateFallback = PresentSkeleton

/** Who changed what in Settings, and when. */
export default function SettingsHistory({ loaderData: { data, failure } }: Route.ComponentProps) {
  return (
    <>
      <AreaHead
        title="History"
        note="Every change of settings and texts. Undoing one is a change too; nothing is lost."
      />
      <AreaTabs />
      {failure ? (
        <LoadFailure message="Failed to fetch the history" />
      ) : (
        <>
          <History first={data.history} />
          <BankDetailsHistory details={data.bankDetails} />
        </>
      )}
    </>
  )
}
