import { useSearchParams } from 'react-router'
import { journal } from '../../../contract/journal.ts'
import { useSession } from '../../client/session.ts'
import { Wizard } from '../../features/articles/submission/wizard.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { LoadFailure } from '../../ui/states.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/add-submission'

export const clientLoader = inArea(({ api }: LoadArgs) => api.categories.list())
export const HydrateFallback = PresentSkeleton

/** Submit Research: the five-step wizard. */
export default function AddSubmission({ loaderData: { data: categories, failure } }: Route.ComponentProps) {
  const session = useSession()
  const [search] = useSearchParams()
  return (
    <>
      <header className="head wrapping">
        <PageHead title="Submit Research" />
        <div>
          <h1>Submit Research</h1>
          <p>
            Five short steps. Your draft is saved as you type, and you find it on every device. Peer review takes{' '}
            <span className="keep">{journal().review.weeks} weeks</span>.
          </p>
        </div>
      </header>
      {!journal().submissions.open && (
        <p className="notice caution">{journal().submissions.closed} Revisions and reviews go on as usual.</p>
      )}
      {failure ? (
        <LoadFailure message="Failed to load categories" />
      ) : (
        session && (
          <Wizard
            key={session.user.id}
            userId={session.user.id}
            categories={categories}
            previous={search.get('previous')}
          />
        )
      )}
    </>
  )
}
