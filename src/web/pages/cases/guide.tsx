import { isAdministrator } from '../../../contract/rules/accounts/access.ts'
import { useActor } from '../../client/session.ts'
import { startTour } from '../../features/administration/tour/tour-state.ts'
import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { RichHtml } from '../../ui/title-text.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/guide'

export const clientLoader = inArea(({ api }: LoadArgs) => api.pages.read({ slug: 'guide' }))
export const HydrateFallback = PresentSkeleton

/** How the journal is run and how peer review goes, for those who do it. */
export default function Guide({ loaderData: { data: guide, failure } }: Route.ComponentProps) {
  const actor = useActor()
  return (
    <>
      <AreaHead title="Guide for editors">
        {actor && isAdministrator(actor) && (
          <button type="button" className="btn" onClick={startTour}>
            Take the Tour
          </button>
        )}
      </AreaHead>
      {failure ? <LoadFailure message="Failed to load the guide" /> : <RichHtml html={guide.html} />}
    </>
  )
}
