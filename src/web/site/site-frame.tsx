import { Menu, Search, X } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useId } from 'react'
import { useLocation } from 'react-router'
import { journal } from '../../contract/journal.ts'
import { formerInWords, issnsInWords } from '../../contract/rules/articles/titles.ts'
import { paths } from '../../contract/rules/site/paths.ts'
import { SEARCH_MAX, searchPath, searchQueryIn } from '../../contract/rules/site/search.ts'
import { useSession } from '../client/session.ts'
import { go, useIsLoading } from '../ui/go.ts'
import { Link, NavLink } from '../ui/link.tsx'
import { Brand } from './brand.tsx'
import { MenuGroup, MenuGroups, ProfileMenu, ThemeChoice } from './menus.tsx'
import { footerColumns } from './site-links.ts'
import { SlideOver } from './slide-over.tsx'

/** The frame of every public page. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const isLoading = useIsLoading()
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1} aria-busy={isLoading}>
        {children}
      </main>
      <SiteFooter />
    </>
  )
}

/** The footer of every public page. */
function SiteFooter() {
  return (
    <footer className="foot ruled small">
      <div className="wrap">
        <div className="cols">
          <div>
            <p className="name">{journal().name}</p>
            <p className="muted">
              Sponsored by the {journal().society.name}, founded in {journal().society.foundedIn}.
            </p>
            <Titles />
            <address className="muted">
              {journal().publisher.name}, {journal().publisher.address}
              <br />
              <a href={`mailto:${journal().contact.email}`}>{journal().contact.email}</a>
            </address>
          </div>
          {footerColumns().map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2>{title}</h2>
              <ul role="list">
                {links.map((link) => (
                  <li key={link.to}>
                    <Link to={link.to}>{link.label}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="last wrapping ruled muted">
          <p>
            Articles are published under a <a href={journal().licence.url}>{journal().licence.name}</a> licence. Peer
            review takes {journal().review.weeks.replace('–', '-')} weeks.{' '}
            <Link to={paths.reviewFigures}>Review times</Link>.{' '}
            <a href={paths.atomFeed}>Follow new articles (RSS/Atom)</a>
          </p>
          <ThemeChoice />
        </div>
      </div>
    </footer>
  )
}

/** The ISSNs, and the title before this one; the page about the journal has all of them. */
function Titles() {
  const issns = issnsInWords(journal())
  const former = journal().formerTitles.at(-1)
  return (
    <>
      {issns && <p className="muted">{issns}</p>}
      {former && <p className="muted">{formerInWords(former)}</p>}
    </>
  )
}

const MENU_ID = 'site-menu'

/** The header of every public page: the journal's name, the account links, the navigation bar. */
function SiteHeader() {
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
      <div className="wrap nav-row aligned">
        <nav className="nav wide" aria-label="Main">
          <MenuGroups />
        </nav>
        <SearchBox />
      </div>
      <SlideOver id={MENU_ID} label={`${journal().abbreviation} menu`}>
        <nav className="nav" aria-label="Main, small screens">
          <MenuGroups />
          <MenuGroup title="Your Account">
            <SessionItems />
          </MenuGroup>
        </nav>
      </SlideOver>
    </header>
  )
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
    ...(session.duties.length ? [{ to: paths.desk, label: 'Desk' }] : []),
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

/** The field of the header that leads to the search page, which has a larger one. `/` focuses it (`slash-key.ts`). */
function SearchBox() {
  const { pathname } = useLocation()
  if (pathname === paths.search) return null
  return <SearchForm />
}

/** The same on small screens, behind a button. */
function SearchMenu() {
  const { pathname } = useLocation()
  if (pathname === paths.search) return null
  return (
    <details className="find-small pop">
      <summary className="btn icon" aria-label="Search">
        <Search className="ic" aria-hidden="true" />
        <X className="ic shut" aria-hidden="true" />
      </summary>
      <SearchForm small />
    </details>
  )
}

function SearchForm({ small = false }: { small?: boolean }) {
  const id = useId()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const q = String(new FormData(event.currentTarget).get('q'))
    event.currentTarget.closest('details')?.removeAttribute('open')
    go(searchPath(searchQueryIn(new URLSearchParams({ q }))))
  }
  return (
    <form className="find" role="search" action={paths.search} onSubmit={onSubmit}>
      <label className="sr" htmlFor={id}>
        Search articles
      </label>
      <input
        className="in find-in"
        id={id}
        name="q"
        type="search"
        maxLength={SEARCH_MAX}
        enterKeyHint="search"
        autoComplete="off"
        data-search=""
        {...(small ? {} : { placeholder: 'Search', 'aria-keyshortcuts': '/' })}
      />
      {small ? (
        <button className="btn solid">Search</button>
      ) : (
        <button className="btn icon" aria-label="Search">
          <Search className="ic" aria-hidden="true" />
        </button>
      )}
    </form>
  )
}
