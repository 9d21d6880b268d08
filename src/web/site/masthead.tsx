import { Menu } from 'lucide-react'
import { useEffect } from 'react'
import { journal } from '../../../journal.config.ts'
import { paths } from '../../contract/rules/site/paths.ts'
import { useSession } from '../client/session.ts'
import { Brand } from './brand.tsx'
import { PoliciesMenu } from './policies-menu.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { SearchBox, SearchMenu } from './search-box.tsx'
import { MAIN_LINKS } from './site-links.ts'
import { SlideOver } from './slide-over.tsx'
import { Link, NavLink } from '../ui/link.tsx'

const MENU_ID = 'site-menu'

/** The header of every public page: the journal's name, the account links, the navigation bar. */
export function Masthead() {
  return (
    <header className="mast">
      <div className="wrap row">
        <Brand />
        <div className="acts">
          <SessionLinks />
        </div>
        <SearchMenu />
        <button type="button" className="btn icon menu" popoverTarget={MENU_ID} aria-label="Menu">
          <Menu className="ic" aria-hidden="true" />
        </button>
      </div>
      <div className="wrap nav-row">
        <nav className="nav wide" aria-label="Main">
          <ul role="list">
            <MainLinks />
            <li>
              <PoliciesMenu />
            </li>
          </ul>
        </nav>
        <SearchBox />
      </div>
      <SlideOver id={MENU_ID} label={`${journal.abbreviation} menu`}>
        <nav className="nav" aria-label="Main, small screens">
          <ul role="list">
            <MainLinks />
            <li>
              <PoliciesMenu />
            </li>
            <SessionItems />
          </ul>
        </nav>
      </SlideOver>
    </header>
  )
}

function MainLinks() {
  return MAIN_LINKS.map(({ to, label }) => (
    <li key={to}>
      <NavLink to={to} end={to === paths.home}>
        {label}
      </NavLink>
    </li>
  ))
}

/** The dashboard of each role. */
function useAreaLinks(): { to: string; label: string }[] | null {
  const session = useSession()
  useEffect(() => {
    // From here on the components know the session; the early mark would hide the sign-in link after signing
    // out.
    if (session !== undefined) delete document.documentElement.dataset.signedIn
  }, [session])
  if (!session) return null
  if (session.user.role === 'admin') return [{ to: paths.admin, label: 'Dashboard' }]
  return [
    { to: paths.dashboard, label: 'Dashboard' },
    { to: paths.submit, label: 'Submit Research' },
  ]
}

function SessionLinks() {
  const links = useAreaLinks()
  if (!links) {
    return (
      <span className="signed-out">
        <Link className="btn text" to={paths.login}>
          Login
        </Link>{' '}
        <Link className="btn" to={paths.signup}>
          Sign Up
        </Link>
      </span>
    )
  }
  return (
    <>
      {links.map(({ to, label }) => (
        <Link key={to} className="btn text" to={to}>
          {label}
        </Link>
      ))}
      <ProfileMenu />
    </>
  )
}

function SessionItems() {
  const links = useAreaLinks() ?? [
    { to: paths.login, label: 'Login' },
    { to: paths.signup, label: 'Sign Up' },
  ]
  const signedIn = Boolean(useSession())
  return (
    <>
      {links.map(({ to, label }) => (
        <li key={to} className={signedIn ? undefined : 'signed-out'}>
          <NavLink to={to} end>
            {label}
          </NavLink>
        </li>
      ))}
      {signedIn && (
        <li>
          <ProfileMenu />
        </li>
      )}
    </>
  )
}
