import { useEffect, useRef } from 'react'
import { Link, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import type { ApiError } from '../../../contract/domain/api-error.ts'
import { paths } from '../../../contract/domain/paths.ts'
import type { User } from '../../../contract/api/users.ts'
import { OrcidCard } from '../../features/users/profile/orcid-card.tsx'
import { PasswordForm } from '../../features/users/profile/password-form.tsx'
import { ProfileForm } from '../../features/users/profile/profile-form.tsx'
import { SessionsCard } from '../../features/users/profile/sessions-card.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { Loaded, type Loadable } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Failure, SkeletonLines, TryAgain } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'

/** The look-up of the user's id comes first, then the profile. */
const load = async ({ api }: LoadArgs): Promise<{ user: User; orcid: { setUp: boolean } }> => {
  const { id } = await api.users.me()
  const [user, orcid] = await Promise.all([api.users.read({ id }), api.users.orcidSetUp()])
  return { user, orcid }
}

export const clientLoader = inArea(load)

/** Edit Profile, for authors and administrators alike. */
export default function EditProfile() {
  const { revalidate } = useRevalidator()
  return (
    <>
      <Head />
      <Loaded
        data={useLoaderData() as Loadable<Awaited<ReturnType<typeof load>>>}
        at="profile"
        failure={(error) => <LoadFailure error={error} onRetry={() => void revalidate()} />}
        skeleton={<SkeletonLines widths={[30, 90, 30, 90, 30, 90]} />}
      >
        {({ user, orcid }) => (
          <div className="profile-page">
            <OrcidCard user={user} setUp={orcid.setUp} onConnected={() => void revalidate()} />
            <ProfileForm key={user.id} user={user} orcidSetUp={orcid.setUp} />
            <PasswordForm />
            <SessionsCard />
          </div>
        )}
      </Loaded>
    </>
  )
}

export function HydrateFallback() {
  return (
    <>
      <Head />
      <SkeletonLines widths={[30, 90, 30, 90, 30, 90]} />
    </>
  )
}

function Head() {
  return (
    <header className="head">
      <PageHead title="Edit Profile" />
      <div>
        <h1>Edit Profile</h1>
      </div>
    </header>
  )
}

function LoadFailure({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const navigate = useNavigate()
  const told = useRef(false)
  useEffect(() => {
    if (told.current) return
    told.current = true
    // Nobody can say who the person is: they have to sign in again.
    const unknown = error.statusCode === 404
    toast.error(unknown ? 'Unable to get user information' : 'Failed to load profile data', { acrossPages: unknown })
    if (unknown) void navigate(paths.login)
  }, [error, navigate])
  return (
    <Failure title="Unable to load profile">
      <TryAgain onClick={onRetry} />
      <Link className="btn text" to={paths.dashboard}>
        Go to Dashboard
      </Link>
    </Failure>
  )
}
