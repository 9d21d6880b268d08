import { useLoaderData } from 'react-router'
import {
  Board,
  EDITORIAL_MEMBERS_TITLE,
  loadEditorialMembers,
} from '../../features/editorial-members/editorial-members.tsx'
import { inArea } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Loaded, type Loadable } from '../../ui/loaded.tsx'
import { SkeletonLines } from '../../ui/states.tsx'

export const clientLoader = inArea(loadEditorialMembers)

/** The one editorial-members record. */
export default function AdminEditorialMembers() {
  return (
    <Loaded
      data={useLoaderData() as Loadable<Awaited<ReturnType<typeof loadEditorialMembers>>>}
      at="editorial-members"
      failure={() => (
        <>
          <AreaHead title={EDITORIAL_MEMBERS_TITLE} />
          <LoadFailure message="Failed to fetch editorial members" />
        </>
      )}
      skeleton={<EditorialMembersSkeleton />}
    >
      {(loaded) => <Board loaded={loaded} />}
    </Loaded>
  )
}

export function HydrateFallback() {
  return <EditorialMembersSkeleton />
}

function EditorialMembersSkeleton() {
  return (
    <>
      <AreaHead title={EDITORIAL_MEMBERS_TITLE} note="Loading..." />
      <SkeletonLines widths={[40, 60, 50, 70, 30, 60]} />
    </>
  )
}
