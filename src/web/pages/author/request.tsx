import { paths } from '../../../contract/rules/site/paths.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import { NoticeChip } from '../../features/articles/standing/standing-chip.tsx'
import { OwnRequestView } from '../../features/peer-review/requests/own-request.tsx'
import { RequestHead } from '../../features/peer-review/requests/request-head.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { Link } from '../../ui/link.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { TitleText } from '../../ui/title-text.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/request'

export const clientLoader = inArea(({ api, params: { id = '' } }: LoadArgs) => api.requests.own({ id }))
export const HydrateFallback = PresentSkeleton

/** A request of one's own, and its answer. */
export default function OwnRequestPage({ loaderData: { data: request, failure } }: Route.ComponentProps) {
  if (failure) {
    return (
      <>
        <AreaHead title="Your request" />
        <LoadFailure message={failure.statusCode === 404 ? failure.message : 'Failed to load your request'} />
        <p>
          <Link to={paths.dashboard}>My Articles</Link>
        </p>
      </>
    )
  }
  return (
    <>
      <PageHead title={`Your request of ${longDate(request.receivedOn)}`} />
      <RequestHead to={paths.dashboard} back="My Articles" title={<TitleText title={request.articleTitle} />}>
        Request of {longDate(request.receivedOn)}. <Link to={request.articlePath}>Read the article</Link>
      </RequestHead>
      <OwnRequestView request={request} noun="request" chip={(kind) => <NoticeChip kind={kind} />} />
    </>
  )
}
