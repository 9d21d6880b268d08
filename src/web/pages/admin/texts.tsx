import { AreaTabs } from '../../features/administration/settings/area-tabs.tsx'
import { TextList } from '../../features/administration/settings/text-list.tsx'
import { inArea } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/texts'

export const clientLoader = inArea(({ api }) => api.settings.texts())
export const HydrateFallback = PresentSkeleton

/** The pages, emails and letters of the journal. */
export default function Texts({ loaderData: { data: texts, failure } }: Route.ComponentProps) {
  return (
    <>
      <AreaHead title="Pages, emails and letters" note="What the journal says, in its own words." />
      <AreaTabs />
      {failure ? <LoadFailure message="Failed to fetch the texts" /> : <TextList texts={texts} />}
    </>
  )
}
