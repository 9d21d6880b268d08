import { useEffect, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ACCESS } from '../../contract/rules/accounts/access.ts'
import { settleSession } from '../client/api.ts'
import { useSession, useUnsettled } from '../client/session.ts'
import { PageHead } from '../ui/page-head.tsx'
import { Failure, TryAgain } from '../ui/states.tsx'
import { accessRedirect, areaAccess } from './access-redirect.ts'

/** Shows an area's pages only to people with access, also if that changes while they are open. */
export function Guard({ children }: { children: ReactNode }) {
  const session = useSession()
  const unsettled = useUnsettled()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const destination = accessRedirect(pathname, session)

  useEffect(() => {
    if (destination !== null) void navigate(destination, { replace: true })
  }, [destination, navigate])

  if (destination !== null) return null
  if (session) return children
  if (!unsettled) return null
  // Everyone who is signed in may see the author area; the admin area waits until the role is known.
  return ACCESS[areaAccess(pathname)].role !== null ? <RoleUnknown /> : children
}

const UNKNOWN = 'Unable to check your session'

/** Shown if the server cannot be reached to determine the session. */
function RoleUnknown() {
  const [failed, setFailed] = useState(false)
  const settle = () => {
    setFailed(false)
    settleSession().catch(() => setFailed(true))
  }
  useEffect(settle, [])
  if (!failed) return null
  return (
    <main id="main" tabIndex={-1} className="wrap section">
      <PageHead title={UNKNOWN} />
      <header className="head">
        <div>
          <h1>{UNKNOWN}</h1>
        </div>
      </header>
      <Failure message="The journal did not answer. You are still signed in.">
        <TryAgain onClick={settle} />
      </Failure>
    </main>
  )
}
