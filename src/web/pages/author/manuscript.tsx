import { useSearchParams } from 'react-router'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { useSession } from '../../client/session.ts'
import { ManuscriptView } from '../../features/peer-review/author/manuscript-view.tsx'
import { Received } from '../../features/peer-review/author/received.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { Link } from '../../ui/link.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/manuscript'

export const clientLoader = inArea(({ api, params: { id = '' } }: LoadArgs) => api.manuscripts.get({ id }))
export const HydrateFallback = PresentSkeleton

/** An author's own manuscript. */
export default function ManuscriptPage({ loaderData: { data: manuscript, failure } }: Route.ComponentProps) {
  const session = useSession()
  const [search] = useSearchParams()
  if (failure) {
    const isMissing = failure.statusCode === 404
    return (
      <>
        <AreaHead title="Manuscript" />
        <LoadFailure message={isMissing ? failure.message : 'Failed to load the manuscript'} />
        <p>
          <Link to={paths.dashboard}>My Articles</Link>
        </p>
      </>
    )
  }
  return (
    session && (
      <>
        <PageHead title={plainTitle(manuscript.title)} />
        {search.has('received') ? (
          <Received manuscript={manuscript} />
        ) : (
          <ManuscriptView key={manuscript.id} manuscript={manuscript} userId={session.user.id} />
        )}
      </>
    )
  )
}
