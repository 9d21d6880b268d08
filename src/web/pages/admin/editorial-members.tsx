import {
  EditorialMembersEditor,
  EDITORIAL_MEMBERS_TITLE,
  loadEditorialMembers,
} from '../../features/articles/editorial-members/editorial-members.tsx'
import { inArea } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/editorial-members'

export const clientLoader = inArea(loadEditorialMembers)
export const HydrateFallback = PresentSkeleton

/** The one editorial-members record. */
export default function AdminEditorialMembers({ loaderData: { data, failure } }: Route.ComponentProps) {
  if (failure) {
    return (
      <>
        <AreaHead title={EDITORIAL_MEMBERS_TITLE} />
        <LoadFailure message="Failed to fetch editorial members" />
      </>
    )
  }
  return <EditorialMembersEditor record={data.record} />
}
