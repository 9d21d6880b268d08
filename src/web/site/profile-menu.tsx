import { ChevronDown } from 'lucide-react'
import { HOMES } from '../../contract/rules/site/paths.ts'
import { useSession } from '../client/session.ts'
import { useSignOut } from './use-sign-out.ts'
import { useMenu } from './use-menu.ts'
import { Link } from '../ui/link.tsx'

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
