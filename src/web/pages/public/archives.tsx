import { useLoaderData } from 'react-router'
import { journal } from '../../../../journal.config.ts'
import { counted } from '../../../contract/domain/counted.ts'
import { paths } from '../../../contract/domain/paths.ts'
import { printedYears, yearsInTitle } from '../../../contract/domain/volume-title.ts'
import { TileGrid, TileGridSkeleton } from '../../ui/tile-grid.tsx'
import { inBrowser, onServer, type LoadArgs } from '../../load.ts'
import { Loaded, type Loadable } from '../../ui/loaded.tsx'
import { failureBoundary } from '../../ui/route-failure.tsx'
import { Empty, Failure, TryAgain } from '../../ui/states.tsx'
import { TitledPage } from '../../ui/titled-page.tsx'
import type { ApiError } from '../../../contract/domain/api-error.ts'

const load = async ({ api }: LoadArgs) =>
  (await api.volumes.withCounts()).map(({ id, title, postCount, firstYear: first, lastYear: last }) => ({
    id,
    title,
    note: counted(postCount, 'article'),
    // A title may say its years itself.
    years: first === null || last === null || yearsInTitle(title) ? null : printedYears({ first, last }),
    href: paths.volume(id),
  }))

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

// This page's message speaks of categories, though it lists volumes: people and tests know it so.
const failure = (error: ApiError) => (
  <Frame>
    <Failure message={error.statusCode ? error.message : 'Failed to fetch categories'}>
      <TryAgain />
    </Failure>
  </Frame>
)
export const ErrorBoundary = failureBoundary(failure)

/** The archives: every volume with its number of published articles. */
export default function Archives() {
  return (
    <Loaded
      data={useLoaderData() as Loadable<Awaited<ReturnType<typeof load>>>}
      at="archives"
      failure={failure}
      skeleton={
        <Frame>
          <p className="muted" role="status">
            Loading volumes...
          </p>
          <TileGridSkeleton />
        </Frame>
      }
    >
      {(tiles) => (
        <Frame>
          {tiles.length ? (
            <TileGrid tiles={tiles} />
          ) : (
            <Empty title="No volumes found">
              <p>Volumes will appear here once the first one is published.</p>
            </Empty>
          )}
        </Frame>
      )}
    </Loaded>
  )
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <TitledPage title="Archives" description={`All volumes of the ${journal.name}.`} path={paths.archives}>
      {children}
    </TitledPage>
  )
}
