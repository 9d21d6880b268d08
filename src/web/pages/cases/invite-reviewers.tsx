import { useParams } from 'react-router'
import { paths } from '../../../contract/rules/site/paths.ts'
import { INVITE_TITLE, InvitePage } from '../../features/peer-review/editor/invite/invite-page.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { Link } from '../../ui/link.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/invite-reviewers'

const load = ({ api, params: { id = '' } }: LoadArgs) => api.invitations.candidates({ id })

export const clientLoader = inArea(load)
export const HydrateFallback = PresentSkeleton

/** Refusals with a sentence for the editor; other failures are named by what the page could not do. */
const REFUSALS = [403, 404, 409]

/** Where an editor of a case invites reviewers. */
export default function InviteReviewers({ loaderData: { data: candidates, failure } }: Route.ComponentProps) {
  const { id = '' } = useParams()
  const caseHref = paths.case(id)
  if (candidates) return <InvitePage key={id} id={id} caseHref={caseHref} loaded={candidates} />
  return (
    <>
      <AreaHead title={INVITE_TITLE} />
      <LoadFailure
        message={REFUSALS.includes(failure?.statusCode ?? 0) ? failure!.message : 'Failed to look for reviewers'}
      />
      <p className="buttons">
        <Link className="btn text" to={caseHref}>
          Back to the Case
        </Link>
      </p>
    </>
  )
}
