import { ChevronDown } from 'lucide-react'
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { HOMES, paths } from '../../contract/rules/site/paths.ts'
import { Link, NavLink } from '../ui/link.tsx'
import { browserApi } from '../client/api.ts'
import { clearSession, refreshToken, useSession } from '../client/session.ts'
import { showTheme } from './document/theme.ts'
import { type LinkGroup, mainGroups, policyGroups } from './site-links.ts'

/** The menu is closed before the page changes. */
const NAVIGATE_DELAY_MS = 10

/** The entries of the journal's menu in their groups; Policies & Guidelines are the last of those about the journal. */
export function MenuGroups() {
  const groups = mainGroups()
  const policies = policyGroups()
  // Without entries about the journal the policies are a group of their own.
  if (!groups.length && policies.length) groups.push({ title: 'About the Journal', links: [] })
  return groups.map(({ title, links }, index) => (
    <MenuGroup key={title} title={title}>
      {links.map(({ to, label }) => (
        <li key={to}>
          <NavLink to={to} end={to === paths.home}>
            {label}
          </NavLink>
        </li>
      ))}
      {index === groups.length - 1 && policies.length > 0 && (
        <li>
          <PoliciesMenu groups={policies} />
        </li>
      )}
    </MenuGroup>
  ))
}

/** Entries below a heading, which the bar of wide screens has no room for. */
export function MenuGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <>
      <p className="menu-h" id={id}>
        {title}
      </p>
      <ul role="list" aria-labelledby={id}>
        {children}
      </ul>
    </>
  )
}

/** The Policies & Guidelines drop-down with the policy pages. A second click has to wait (`document/index.ts`). */
function PoliciesMenu({ groups }: { groups: LinkGroup[] }) {
  const { menu } = useMenu()
  const navigate = useNavigate()

  const choose = (event: MouseEvent, to: string) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    setTimeout(
      () => void Promise.resolve(navigate(to)).catch((error) => console.error('Navigation failed', error)),
      NAVIGATE_DELAY_MS,
    )
  }

  return (
    <details className="pop policies" ref={menu}>
      <summary>
        Policies &amp; Guidelines <ChevronDown className="ic" aria-hidden="true" />
      </summary>
      <div className="pop-in">
        {groups.map(({ title, links }) => (
          <MenuGroup key={title} title={title}>
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} onClick={(event) => choose(event, to)}>
                  {label}
                </Link>
              </li>
            ))}
          </MenuGroup>
        ))}
      </div>
    </details>
  )
}

/** Who is signed in, with Edit Profile, Security, Logout and the colour scheme. */
export function ProfileMenu() {
  const session = useSession()
  const signOut = useSignOut()
  const { menu } = useMenu()
  if (!session) return null
  const { fullName, role } = session.user
  const name = fullName || 'My account'
  return (
    <details className="pop profile" ref={menu}>
      <summary className="who keep">
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
        <li>
          <ThemeChoice />
        </li>
      </ul>
    </details>
  )
}

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/**
 * Light, dark, or the system setting. Stored on this device; needs scripts, so disabled without them. The
 * document's own script does what it says.
 */
export function ThemeChoice() {
  // A page may have two: the footer's, and that of the account menu.
  const name = useId()
  useEffect(showTheme, [])
  return (
    <fieldset className="theme" disabled>
      <legend>Appearance</legend>
      {THEMES.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name={name} value={value} /> {label}
        </label>
      ))}
    </fieldset>
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

/** A menu on a `<details>` element (`document/index.ts`) that also closes when the page changes. */
function useMenu(): { menu: RefObject<HTMLDetailsElement | null> } {
  const menu = useRef<HTMLDetailsElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    if (menu.current) menu.current.open = false
  }, [pathname])
  return { menu }
}
