import { journal } from '../../../contract/journal.ts'
import type { ShownBoard } from '../../../contract/api/editorial-board.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import { isDay } from '../../../contract/rules/text/days.ts'
import { BoardView } from '../../features/articles/board/board-view.tsx'
import { PageVersionStyles } from '../../features/articles/policies/in-force.tsx'
import { inBrowser, onServer, type LoadArgs } from '../../load.ts'
import { RichHtml } from '../../ui/title-text.tsx'
import { Empty, Failure, TryAgain } from '../../ui/states.tsx'
import { TitledPage } from '../../ui/titled-page.tsx'
import type { Route } from './+types/editorial-members'

const load = ({ api, search }: LoadArgs) => {
  const on = search.get('on') ?? ''
  return api.editorialBoard.read(isDay(on) ? { on } : {})
}

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** The editorial board: from its people, of today or an earlier day, or as the free text of its record. */
export default function EditorialMembers({ loaderData: { data: board, failure } }: Route.ComponentProps) {
  return (
    <Frame>
      {failure ? (
        <Failure message="Failed to load editorial members">
          <TryAgain />
        </Failure>
      ) : board.html !== null ? (
        <RichHtml html={board.html} className="rich members" />
      ) : board.groups.length || board.isOfAnotherDay ? (
        <People board={board} />
      ) : (
        <Empty title="No Editorial Members Found">
          <p>The editorial board will be listed here.</p>
        </Empty>
      )}
    </Frame>
  )
}

function People({ board: { day, isOfAnotherDay, groups, earlier } }: { board: ShownBoard }) {
  return (
    <>
      {isOfAnotherDay && (
        <p className="notice" role="status">
          <strong>The board of {longDate(day)}.</strong> <a href={paths.editorialMembers}>The present board</a>
        </p>
      )}
      {groups.length ? <BoardView groups={groups} /> : <p className="muted">No board is known of that day.</p>}
      {earlier.length > 0 && (
        <nav className="in-force" aria-label="Earlier boards">
          <PageVersionStyles />
          <span>Earlier boards:</span>
          {earlier.map((from) => (
            <a key={from} href={`${paths.editorialMembers}?on=${from}`}>
              {longDate(from)}
            </a>
          ))}
        </nav>
      )}
    </>
  )
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <TitledPage
      title="Editorial Board"
      description={`The editors of the ${journal().name}, with their affiliations.`}
      path={paths.editorialMembers}
    >
      {children}
    </TitledPage>
  )
}
