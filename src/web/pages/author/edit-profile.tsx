import { useCallback, useEffect, useRef } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { PageFailure } from '../../client/api-error.ts'
import { HOMES, paths } from '../../../contract/rules/site/paths.ts'
import type { User } from '../../../contract/api/users.ts'
import { OrcidCard } from '../../features/accounts/profile/orcid-card.tsx'
import { ProfileForm } from '../../features/accounts/profile/profile-form.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Failure, TryAgain } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import { PresentSkeleton } from '../skeletons.tsx'
import { Link } from '../../ui/link.tsx'
import type { Route } from './+types/edit-profile'

/** The session is resolved first, then the profile is loaded. */
const load = async ({ api }: LoadArgs): Promise<{ user: User; orcid: { setUp: boolean } }> => {
  const { id } = await api.users.me()
  const [user, orcid] = await Promise.all([api.users.read({ id }), api.users.orcidSetUp()])
  return { user, orcid }
}

export const clientLoader = inArea(load)
export const HydrateFallback = PresentSkeleton

/** Edit Profile, for authors and administrators. */
export default function EditProfile({ loaderData: { data: profile, failure } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const reload = useCallback(() => void revalidate(), [revalidate])
  return (
    <>
      <header className="head wrapping">
        <PageHead title="Edit Profile" />
        <div>
          <h1>Edit Profile</h1>
        </div>
      </header>
      {failure ? (
        <ProfileFailure failure={failure} onRetry={reload} />
      ) : (
        <div className="profile-page">
          <OrcidCard user={profile.user} setUp={profile.orcid.setUp} onConnected={reload} />
          <ProfileForm key={profile.user.id} user={profile.user} orcidSetUp={profile.orcid.setUp} />
          <p>
            Your password, passkeys, one-time codes, and where you are signed in:{' '}
            <Link to={HOMES[profile.user.role].security}>Security</Link>
          </p>
          <section className="card-form" aria-labelledby="data-heading">
            <h2 id="data-heading">Your Data</h2>
            <p>Download everything that we hold about you, or delete your account.</p>
            <Link className="btn" to={HOMES[profile.user.role].yourData}>
              Your Data
            </Link>
          </section>
        </div>
      )}
    </>
  )
}

function ProfileFailure({ failure, onRetry }: { failure: PageFailure; onRetry: () => void }) {
  const navigate = useNavigate()
  const told = useRef(false)
  useEffect(() => {
    if (told.current) return
    told.current = true
    // The user is unknown: they have to sign in again.
    const unknown = failure.statusCode === 404
    toast.error(unknown ? 'Unable to get user information' : 'Failed to load profile data', { acrossPages: unknown })
    if (unknown) void navigate(paths.login)
  }, [failure, navigate])
  return (
    <Failure title="Unable to load profile">
      <TryAgain onClick={onRetry} />
      <Link className="btn text" to={paths.dashboard}>
        Go to Dashboard
      </Link>
    </Failure>
  )
}
