import { VOLUMES } from '../../features/articles/volumes/volumes-kind.tsx'
import { inArea } from '../../load.ts'
import { RecordsPage } from '../../ui/records-page.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/volumes'

export const clientLoader = inArea(VOLUMES.load)
export const HydrateFallback = PresentSkeleton

export default function AdminVolumes({ loaderData: { data: records, failure } }: Route.ComponentProps) {
  return <RecordsPage records={failure ? null : records} kind={VOLUMES} />
}
