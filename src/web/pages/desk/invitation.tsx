import { InvitationPage } from '../../features/accounts/duties/invitation-page.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/invitation'

const load = ({ api, params: { id = '' } }: LoadArgs) => api.duties.invitation({ id })

export const clientLoader = inArea(load)
export const HydrateFallback = PresentSkeleton

/** Where someone who was invited to a duty accepts it. Opening it changes nothing. */
export default function Invitation({ loaderData: { data: invitation, failure } }: Route.ComponentProps) {
  if (invitation) return <InvitationPage key={invitation.id} invitation={invitation} />
  return (
    <>
      <AreaHead title="Invitation" />
      <LoadFailure message={failure?.statusCode === 404 ? failure.message : 'Failed to load the invitation'} />
    </>
  )
}
