import { BOARD_TITLE, BoardDesk } from '../../features/articles/board/board-desk.tsx'
import { useSession } from '../../client/session.ts'
import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/editorial-board'

export const clientLoader = inArea(async ({ api }: LoadArgs) => {
  const [board, records] = await Promise.all([api.editorialBoard.edit(), api.editorialMembers.list()])
  return { board, html: records[0]?.members ?? null }
})
export const HydrateFallback = PresentSkeleton

/** The editorial board as people. */
export default function AdminEditorialBoard({ loaderData: { data, failure } }: Route.ComponentProps) {
  const session = useSession()
  if (failure) {
    return (
      <>
        <AreaHead title={BOARD_TITLE} />
        <LoadFailure message="Failed to fetch editorial members" />
      </>
    )
  }
  return session && <BoardDesk key={session.user.id} {...data} userId={session.user.id} />
}
