import { useLoaderData } from 'react-router'
import { journal } from '../../../../journal.config.ts'
import { counted } from '../../../contract/domain/counted.ts'
import { paths } from '../../../contract/domain/paths.ts'
import { TileGrid, TileGridSkeleton } from '../../ui/tile-grid.tsx'
import { inBrowser, onServer, type LoadArgs } from '../../load.ts'
import { Loaded, type Loadable } from '../../ui/loaded.tsx'
import { speciesFor } from '../../plant/species.ts'
import { failureBoundary } from '../../ui/route-failure.tsx'
import { Empty, Failure, TryAgain } from '../../ui/states.tsx'
import { TitledPage } from '../../ui/titled-page.tsx'

const load = async ({ api }: LoadArgs) =>
  (await api.categories.list()).map(({ id, name, count }) => ({
    id,
    title: name,
    note: counted(count, 'article'),
    href: paths.category(id),
    species: speciesFor(name),
  }))

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const failure = () => (
  <Frame>
    <Failure message="Failed to load categories">
      <TryAgain />
    </Failure>
  </Frame>
)
export const ErrorBoundary = failureBoundary(failure)

export default function Categories() {
  return (
    <Loaded
      data={useLoaderData() as Loadable<Awaited<ReturnType<typeof load>>>}
      at="categories"
      failure={failure}
      skeleton={
        <Frame>
          <TileGridSkeleton />
        </Frame>
      }
    >
      {(tiles) => (
        <Frame>
          {tiles.length ? (
            <TileGrid tiles={tiles} />
          ) : (
            <Empty title="No categories found">
              <p>Categories will appear here once the editors have added them.</p>
            </Empty>
          )}
        </Frame>
      )}
    </Loaded>
  )
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <TitledPage
      title="Popular Categories"
      description={`The research categories of the ${journal.name}, each with its published articles.`}
      path={paths.categories}
    >
      {children}
    </TitledPage>
  )
}
