import { pageFromSearch } from '../../../contract/rules/site/page-numbers.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { ObservedCases } from '../../features/peer-review/observer/observed.tsx'
import { inDesk } from '../../in-desk.ts'
import type { LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/manuscripts'

export const clientLoader = inDesk(({ api, search }: LoadArgs) => api.observing.cases({ page: pageFromSearch(search) }))
export const HydrateFallback = PresentSkeleton

/** For observers. */
export default function Manuscripts({ loaderData: { data, failure } }: Route.ComponentProps) {
  return (
    <>
      <AreaHead title="Manuscripts" note={data && counted(data.meta.totalItems, 'manuscript')} />
      {failure ? <LoadFailure message="Failed to fetch the manuscripts" /> : <ObservedCases cases={data} />}
    </>
  )
}
