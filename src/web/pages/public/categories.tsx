import { journal } from '../../../contract/journal.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { speciesFor } from '../../../contract/rules/site/plants.ts'
import { TileGrid } from '../../ui/tile-grid.tsx'
import { inBrowser, onServer, type LoadArgs } from '../../load.ts'
import { Empty, Failure, TryAgain } from '../../ui/states.tsx'
import { TitledPage } from '../../ui/titled-page.tsx'
import type { Route } from './+types/categories'

const load = async ({ api }: LoadArgs) =>
  (await api.categories.list()).map(({ id, name, count, description }) => ({
    id,
    title: name,
    about: description,
    note: counted(count, 'article'),
    href: paths.category(id),
    species: speciesFor(name),
  }))

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** Every category with its number of published articles. */
export default function Categories({ loaderData: { data: tiles, failure } }: Route.ComponentProps) {
  return (
    <Frame>
      {failure ? (
        <Failure message="Failed to load categories">
          <TryAgain />
        </Failure>
      ) : tiles.length ? (
        <TileGrid tiles={tiles} />
      ) : (
        <Empty title="No categories found">
          <p>Categories will appear here once the editors have added them.</p>
        </Empty>
      )}
    </Frame>
  )
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <TitledPage
      title="Popular Categories"
      description={`The research categories of the ${journal().name}, each with its published articles.`}
      path={paths.categories}
    >
      {children}
    </TitledPage>
  )
}
