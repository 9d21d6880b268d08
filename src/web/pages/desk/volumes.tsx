import { counted } from '../../../contract/rules/text/plain-text.ts'
import { VolumeList } from '../../features/articles/volumes/volume-list.tsx'
import { inDesk } from '../../in-desk.ts'
import type { LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/volumes'

export const clientLoader = inDesk(async ({ api }: LoadArgs) => (await api.volumes.list()).data)
export const HydrateFallback = PresentSkeleton

/** The volumes whose pages production makes. */
export default function DeskVolumes({ loaderData: { data: volumes, failure } }: Route.ComponentProps) {
  return (
    <>
      <AreaHead title="Volumes" note={volumes && counted(volumes.length, 'volume')} />
      {failure ? <LoadFailure message="Failed to fetch volumes" /> : <VolumeList volumes={volumes} />}
    </>
  )
}
