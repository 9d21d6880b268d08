import { useLoaderData } from 'react-router'
import { journal } from '../../../../journal.config.ts'
import { paths } from '../../../contract/domain/paths.ts'
import { inBrowser, onServer, type LoadArgs } from '../../load.ts'
import { Loaded, type Loadable } from '../../ui/loaded.tsx'
import { RichHtml } from '../../ui/rich-html.tsx'
import { failureBoundary } from '../../ui/route-failure.tsx'
import { Empty, Failure, SkeletonLines, TryAgain } from '../../ui/states.tsx'
import { TitledPage } from '../../ui/titled-page.tsx'

const load = async ({ api }: LoadArgs) => ({ members: (await api.editorialMembers.list())[0]?.members ?? null })

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const failure = () => (
  <Frame>
    <Failure message="Failed to load editorial members">
      <TryAgain />
    </Failure>
  </Frame>
)
export const ErrorBoundary = failureBoundary(failure)

export default function EditorialMembers() {
  return (
    <Loaded
      data={useLoaderData() as Loadable<{ members: string | null }>}
      at="editorial-members"
      failure={failure}
      skeleton={
        <Frame>
          <SkeletonLines widths={[40, 60, 50, 70, 30, 60]} />
        </Frame>
      }
    >
      {({ members }) => (
        <Frame>
          {members === null ? (
            <Empty title="No Editorial Members Found">
              <p>The editorial board will be listed here.</p>
            </Empty>
          ) : (
            <RichHtml html={members} className="rich board" />
          )}
        </Frame>
      )}
    </Loaded>
  )
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <TitledPage
      title="Editorial Board"
      description={`The editors of the ${journal.name}, with their affiliations.`}
      path={paths.editorialMembers}
    >
      {children}
    </TitledPage>
  )
}
