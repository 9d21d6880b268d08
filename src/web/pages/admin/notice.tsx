import { NoticeDesk } from '../../features/articles/notice-desk/notice-desk.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/notice'

const load = ({ api, params: { id = '' } }: LoadArgs) => api.notices.read({ id })

export const clientLoader = inArea(load)
export const HydrateFallback = PresentSkeleton

export default function NoticePage({ loaderData: { data: notice, failure } }: Route.ComponentProps) {
  if (!failure) return <NoticeDesk key={notice.id} loaded={notice} />
  return (
    <>
      <AreaHead title="Notice" />
      <LoadFailure message={[403, 404].includes(failure.statusCode) ? failure.message : 'Failed to load the notice'} />
    </>
  )
}
