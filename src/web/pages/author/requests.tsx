import { paths } from '../../../contract/rules/site/paths.ts'
import { useSession } from '../../client/session.ts'
import { AskPage } from '../../features/peer-review/requests/ask-page.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { Link } from '../../ui/link.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/requests'

export const clientLoader = inArea(({ api, params: { id = '' } }: LoadArgs) => api.requests.ofArticle({ id }))
export const HydrateFallback = PresentSkeleton

/** Where an author asks for a correction of a published article. */
export default function Requests({ loaderData: { data: asked, failure } }: Route.ComponentProps) {
  const session = useSession()
  if (failure) {
    return (
      <>
        <AreaHead title="Ask for a correction" />
        <LoadFailure message={failure.statusCode === 404 ? failure.message : 'Failed to load your requests'} />
        <p>
          <Link to={paths.dashboard}>My Articles</Link>
        </p>
      </>
    )
  }
  return (
    session && (
      <>
        <PageHead title="Ask for a correction" />
        <AskPage key={asked.article.id} asked={asked} userId={session.user.id} />
      </>
    )
  )
}
