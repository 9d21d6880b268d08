import { RequestDesk } from '../../features/articles/requests/desk-page.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/request'

const load = ({ api, params: { id = '' } }: LoadArgs) => api.requests.read({ id })

export const clientLoader = inArea(load)
export const HydrateFallback = PresentSkeleton

export default function RequestPage({ loaderData: { data: request, failure } }: Route.ComponentProps) {
  if (!failure) return <RequestDesk key={request.id} loaded={request} />
  return (
    <>
      <AreaHead title="Request" />
      <LoadFailure message={[403, 404].includes(failure.statusCode) ? failure.message : 'Failed to load the request'} />
    </>
  )
}
