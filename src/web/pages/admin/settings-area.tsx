import { AREAS } from '../../../contract/rules/settings/fields.ts'
import { AreaDesk } from '../../features/administration/settings/area-desk.tsx'
import { AreaTabs } from '../../features/administration/settings/area-tabs.tsx'
import { WithDraft } from '../../features/administration/settings/with-draft.tsx'
import { BankDetailsPart } from '../../features/fees/bank-details.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/settings-area'

const WITH_BANK_DETAILS = 'fees'

export const clientLoader = inArea(async ({ api, params }: LoadArgs) => {
  const [settings, bankDetails] = await Promise.all([
    api.settings.read(),
    params.area === WITH_BANK_DETAILS ? api.bankDetails.read() : null,
  ])
  return { settings, bankDetails }
})
export const HydrateFallback = PresentSkeleton

/** One area of Settings: its values, and what they change. */
export default function SettingsArea({ params, loaderData: { data, failure } }: Route.ComponentProps) {
  const area = AREAS.find(({ id }) => id === params.area)
  return (
    <>
      <AreaHead title={area?.title ?? 'Settings'} note={area?.about} />
      <AreaTabs />
      {!area ? (
        <p className="muted">There is no such area.</p>
      ) : failure ? (
        <LoadFailure message="Failed to fetch settings" />
      ) : (
        <>
          <WithDraft>
            {(keeper) => <AreaDesk key={area.id} area={area} settings={data.settings} keeper={keeper} />}
          </WithDraft>
          {data.bankDetails && <BankDetailsPart details={data.bankDetails} />}
        </>
      )}
    </>
  )
}
