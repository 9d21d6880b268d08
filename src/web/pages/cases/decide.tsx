import { DecidePage } from '../../features/peer-review/editor/decide/decide-page.tsx'
import { inArea } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/decide'

export const clientLoader = inArea(({ api, params: { id = '' } }) => api.decisions.prepare({ id }))
export const HydrateFallback = PresentSkeleton

export default function Decide({ loaderData: { data: prepared, failure } }: Route.ComponentProps) {
  if (!failure) return <DecidePage key={prepared.articleId} prepared={prepared} />
  return (
    <>
      <AreaHead title="Decision" />
      <LoadFailure
        message={[403, 404].includes(failure.statusCode) ? failure.message : 'Failed to fetch the reports'}
      />
    </>
  )
}
