import { journal } from '../../../contract/journal.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { inBrowser, onServer, type LoadArgs } from '../../load.ts'
import { RichHtml } from '../../ui/title-text.tsx'
import { Empty, Failure, TryAgain } from '../../ui/states.tsx'
import { TitledPage } from '../../ui/titled-page.tsx'
import type { Route } from './+types/editorial-members'

const load = async ({ api }: LoadArgs) => ({ members: (await api.editorialMembers.list())[0]?.members ?? null })

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** The editorial board, from its record. */
export default function EditorialMembers({ loaderData: { data, failure } }: Route.ComponentProps) {
  return (
    <Frame>
      {failure ? (
        <Failure message="Failed to load editorial members">
          <TryAgain />
        </Failure>
      ) : data.members === null ? (
        <Empty title="No Editorial Members Found">
          <p>The editorial board will be listed here.</p>
        </Empty>
      ) : (
        <RichHtml html={data.members} className="rich members" />
      )}
    </Frame>
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
