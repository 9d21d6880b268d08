import { useSession } from '../../client/session.ts'
import { VolumeDesk } from '../../features/articles/volumes/volume-desk.tsx'
import { inDesk } from '../../in-desk.ts'
import type { LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/volume'

export const clientLoader = inDesk(({ api, params: { id = '' } }: LoadArgs) => api.volumes.edit({ id }))
export const HydrateFallback = PresentSkeleton

/** Where the page of a volume is made. */
export default function AdminVolume({ loaderData: { data: volume, failure } }: Route.ComponentProps) {
  const session = useSession()
  if (failure) {
    return (
      <>
        <AreaHead title="Volume" />
        <LoadFailure
          message={[403, 404].includes(failure.statusCode) ? failure.message : 'Failed to load the volume'}
        />
      </>
    )
  }
  return session && <VolumeDesk key={volume.id} volume={volume} userId={session.user.id} />
}
