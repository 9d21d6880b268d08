import { useLoaderData } from 'react-router'
import { Board, BOARD_TITLE, loadBoard } from '../../features/board/board.tsx'
import { inArea } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Loaded, type Loadable } from '../../ui/loaded.tsx'
import { SkeletonLines } from '../../ui/states.tsx'

export const clientLoader = inArea(loadBoard)

/** The one editorial-members record. */
export default function AdminEditorialMembers() {
  return (
    <Loaded
      data={useLoaderData() as Loadable<Awaited<ReturnType<typeof loadBoard>>>}
      at="editorial-members"
      failure={() => (
        <>
          <AreaHead title={BOARD_TITLE} />
          <LoadFailure message="Failed to fetch editorial members" />
        </>
      )}
      skeleton={<BoardSkeleton />}
    >
      {(loaded) => <Board loaded={loaded} />}
    </Loaded>
  )
}

export function HydrateFallback() {
  return <BoardSkeleton />
}

function BoardSkeleton() {
  return (
    <>
      <AreaHead title={BOARD_TITLE} note="Loading..." />
      <SkeletonLines widths={[40, 60, 50, 70, 30, 60]} />
    </>
  )
}
