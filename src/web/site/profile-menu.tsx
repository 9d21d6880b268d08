import { ChevronDown } from 'lucide-react'
import { useNavigate } from 'react-router'
import { HOMES, paths } from '../../contract/rules/site/paths.ts'
import { browserApi } from '../client/api.ts'
import { clearSession, refreshToken, useSession } from '../client/session.ts'
import { Link } from '../ui/link.tsx'
import { useMenu } from './use-menu.ts'

/** Who is signed in, with Edit Profile, Security and Logout. */
export function ProfileMenu() {
  const session = useSession()
  const signOut = useSignOut()
  const { menu } = useMenu()
  if (!session) return null
  const { fullName, role } = session.user
  const name = fullName || 'My account'
  return (
    <details className="pop profile" ref={menu}>
      <summary className="who">
        <b aria-hidden="true">{name.slice(0, 1)}</b>
        <span className="who-name">{name}</span>
        <ChevronDown className="ic" aria-hidden="true" />
      </summary>
      <ul role="list">
        <li>
          <Link to={HOMES[role].editProfile}>Edit Profile</Link>
        </li>
        <li>
          <Link to={HOMES[role].security}>Security</Link>
        </li>
        <li>
          <button type="button" onClick={() => void signOut()}>
            Logout
          </button>
        </li>
      </ul>
    </details>
  )
}

/**
 * Goes to the home page and ends the session: at once in this browser, and on the server if it can be
 * reached.
 */
function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    const token = refreshToken()
    // Navigates first: an area that is still shown would redirect to the sign-in page.
    void navigate(paths.home, { flushSync: true })
    clearSession()
    // Signing out must work without a connection too: the session then ends by its own expiry.
    if (token !== null) await browserApi.session.logout({ refreshToken: token }).catch(() => {})
  }
}
