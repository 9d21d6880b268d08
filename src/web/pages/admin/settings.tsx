import { browserApi } from '../../client/api.ts'
import { FunderListForm } from '../../features/administration/funders/funder-list-form.tsx'
import { Overview } from '../../features/administration/settings/overview.tsx'
import { WithDraft } from '../../features/administration/settings/with-draft.tsx'
import { inArea } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/settings'

export const clientLoader = inArea(async ({ api }) => {
  const [settings, texts, history, funders] = await Promise.all([
    ...([api.settings.read(), api.settings.texts(), api.settings.history()] as const),
    api.funders.list(),
  ])
  return { settings, texts, last: history.entries, funders }
})
export const HydrateFallback = PresentSkeleton

/** What makes the journal this society's own: every area with what it holds today. */
export default function AdminSettings({ loaderData: { data: loaded, failure } }: Route.ComponentProps) {
  return (
    <>
      <AreaHead title="Settings" note="What you change is yours alone until you publish it." />
      {failure ? (
        <LoadFailure message="Failed to fetch settings" />
      ) : (
        <WithDraft>
          {(keeper) => (
            <Overview {...loaded} keeper={keeper}>
              <FunderListForm {...loaded.funders} send={browserApi.funders.load} />
            </Overview>
          )}
        </WithDraft>
      )}
    </>
  )
}
