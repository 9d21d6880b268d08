import { BookOpen, LifeBuoy, Menu } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { Link, NavLink, useLocation, useNavigate } from 'react-router'
import { journal } from '../../contract/journal.ts'
import { ACCESS } from '../../contract/rules/accounts/access.ts'
import { chapterOf, guideTo } from '../../contract/rules/site/guide.ts'
import { paths } from '../../contract/rules/site/paths.ts'
import { settleSession } from '../client/api.ts'
import { useJournalChanges } from '../client/journal-of-now.ts'
import { useSession, useUnsettled } from '../client/session.ts'
import { useIsLoading } from '../ui/go.ts'
import { PageHead } from '../ui/page-head.tsx'
import { Failure, TryAgain } from '../ui/states.tsx'
import { accessRedirect, areaAccess } from './access-redirect.ts'
import { Brand } from './brand.tsx'
import { MenuGroups, ProfileMenu } from './menus.tsx'
import { SlideOver } from './slide-over.tsx'

export interface AreaLink {
  to: string
  label: string
  icon: ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>
  /** The first page of the area is current only at its exact path. */
  end?: boolean
  /** How much there is to act on; nothing is shown of none. */
  count?: number
}

const MENU_ID = 'area-menu'

/** The frame of the author and admin areas: side menu, top bar, and the panel of small screens. */
export function WorkArea({
  label,
  links,
  support = false,
  guide = false,
  children,
}: {
  label: string
  links: AreaLink[]
  support?: boolean
  /** With the link to the guide for editors. */
  guide?: boolean
  children: ReactNode
}) {
  const isLoading = useIsLoading()
  useJournalChanges()
  return (
    <Guard>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="work">
        <aside className="side-menu" aria-label={label}>
          <Brand />
          <AreaNav label={`${label} menu`} links={links} />
          {support && <SupportBox />}
        </aside>
        <div className="work-main">
          <header className="topbar aligned">
            <Brand />
            <nav className="nav wide" aria-label="Journal">
              <MenuGroups />
            </nav>
            <span className="area-label small muted">Dashboard</span>
            {guide && <GuideLink />}
            <ProfileMenu />
            <button type="button" className="btn icon menu" popoverTarget={MENU_ID} aria-label="Menu">
              <Menu className="ic" aria-hidden="true" />
            </button>
          </header>
          <main id="main" tabIndex={-1} aria-busy={isLoading}>
            {children}
            {guide && <HowThisWorks />}
          </main>
        </div>
      </div>
      <SlideOver id={MENU_ID} label={`${label} menu`}>
        <AreaNav label={`${label}, small screens`} links={links} />
        <nav className="nav" aria-label="Journal, small screens">
          <MenuGroups />
        </nav>
        {support && <SupportBox />}
      </SlideOver>
    </Guard>
  )
}

function GuideLink() {
  const { pathname } = useLocation()
  return (
    <Link className="btn icon guide" to={guideTo(pathname)} aria-label="Guide for editors" title="Guide for editors">
      <BookOpen className="ic" aria-hidden="true" />
    </Link>
  )
}

/** A sentence about the present screen, and where the guide tells more. */
function HowThisWorks() {
  const { pathname } = useLocation()
  const chapter = chapterOf(pathname)
  if (!chapter || pathname === paths.guide) return null
  return (
    <p className="how-this-works small muted">
      {chapter.about} <Link to={guideTo(pathname)}>How this works</Link>
    </p>
  )
}

function AreaNav({ label, links }: { label: string; links: AreaLink[] }) {
  return (
    <nav aria-label={label} className="area-nav">
      <ul role="list">
        {links.map(({ to, label: name, icon: Icon, end = false, count = 0 }) => (
          <li key={to}>
            <NavLink to={to} end={end}>
              <Icon className="ic" aria-hidden="true" />
              <span className="lbl">{name}</span>
              {count > 0 && (
                <span className="n">
                  {count}
                  <span className="sr"> to act on</span>
                </span>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The support box in the author's side menu. */
function SupportBox() {
  return (
    <div className="support ruled small">
      <LifeBuoy className="ic" aria-hidden="true" />
      <p>Questions about a submission? Write to us.</p>
      <a href={`mailto:${journal().contact.supportEmail}`}>{journal().contact.supportEmail}</a>
    </div>
  )
}

/** Shows an area's pages only to people with access, also if that changes while they are open. */
function Guard({ children }: { children: ReactNode }) {
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
      <header className="head wrapping">
        <div>
          <h1>{UNKNOWN}</h1>
        </div>
      </header>
      <Failure message="The server is not responding. You are still signed in.">
        <TryAgain onClick={settle} />
      </Failure>
    </main>
  )
}
