import { journal } from '../../../contract/journal.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { printedYears, yearsInTitle } from '../../../contract/rules/articles/place-in-volume.ts'
import { TileGrid } from '../../ui/tile-grid.tsx'
import { inBrowser, onServer, type LoadArgs } from '../../load.ts'
import { Empty, Failure, TryAgain } from '../../ui/states.tsx'
import { TitledPage } from '../../ui/titled-page.tsx'
import type { Route } from './+types/archives'

const load = async ({ api }: LoadArgs) =>
  (await api.volumes.withCounts()).map(({ id, title, postCount, firstYear: first, lastYear: last }) => ({
    id,
    title,
    note: counted(postCount, 'article'),
    // A title may already contain the years.
    years: first === null || last === null || yearsInTitle(title) ? null : printedYears({ first, last }),
    href: paths.volume(id),
  }))

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** The archives: every volume with its number of published articles. */
export default function Archives({ loaderData: { data: tiles, failure } }: Route.ComponentProps) {
  return (
    <Frame>
      {failure ? (
        // This page's message names categories although it lists volumes; it is a fixed text.
        <Failure message={failure.statusCode ? failure.message : 'Failed to fetch categories'}>
          <TryAgain />
        </Failure>
      ) : tiles.length ? (
        <TileGrid tiles={tiles} />
      ) : (
        <Empty title="No volumes found">
          <p>Volumes with articles will appear here.</p>
        </Empty>
      )}
    </Frame>
  )
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <TitledPage title="Archives" description={`All volumes of the ${journal().name}.`} path={paths.archives}>
      {children}
    </TitledPage>
  )
}
