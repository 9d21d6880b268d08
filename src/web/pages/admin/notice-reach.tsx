import { useRevalidator } from 'react-router'
import { Reach } from '../../features/articles/notice-desk/reach.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/notice-reach'

const load = async ({ api, params: { id = '' } }: LoadArgs) => {
  const [notice, reach] = await Promise.all([api.notices.read({ id }), api.notices.reach({ id })])
  return { notice, reach }
}

export const clientLoader = inArea(load)
export const HydrateFallback = PresentSkeleton

/** Which copies of a published notice, and of its articles, are as they should be. */
export default function NoticeReach({ loaderData: { data, failure } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  if (!failure) return <Reach {...data} busy={state !== 'idle'} tryAgain={() => void revalidate()} />
  return (
    <>
      <AreaHead title="Reach of the notice" />
      <LoadFailure
        message={[403, 404, 409].includes(failure.statusCode) ? failure.message : 'Failed to fetch the copies'}
      />
    </>
  )
}
