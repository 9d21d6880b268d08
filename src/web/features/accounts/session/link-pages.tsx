import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { actorOf, useSession } from '../../../client/session.ts'
import { homeOf } from './home-of.ts'

/** Replaces a form by its result: announced to screen readers, and focused. */
export function Outcome({ bad = false, title, children }: { bad?: boolean; title: string; children?: ReactNode }) {
  const outcome = useRef<HTMLDivElement>(null)
  useEffect(() => outcome.current?.focus(), [])
  return (
    <div
      className={bad ? 'notice bad outcome' : 'notice outcome'}
      role="group"
      tabIndex={-1}
      ref={outcome}
      aria-label={title}
    >
      <strong>{title}</strong>
      {children}
    </div>
  )
}

/** Shown only if scripts are disabled: the session is kept in local storage, not in a cookie. */
export function NeedsScripts({ what = 'Signing in' }: { what?: string }) {
  return (
    <noscript>
      <p className="notice">{what} needs JavaScript. Articles can be read without it.</p>
    </noscript>
  )
}

/** Redirects people who are already signed in to their dashboard. */
export function OnlySignedOut({ children }: { children: ReactNode }) {
  const session = useSession()
  const navigate = useNavigate()
  const arrived = useRef(false)
  useEffect(() => {
    if (session === undefined || arrived.current) return
    arrived.current = true
    if (session) void navigate(homeOf(actorOf(session) ?? session.user), { replace: true })
  }, [session, navigate])
  return children
}

/**
 * The secret of an email link, in the fragment of the URL: undefined until hydration, empty if the link is
 * incomplete. `forget` removes it from the address bar.
 */
export function useLinkToken(): { token: string | undefined; forget: () => void } {
  const { hash } = useLocation()
  const [token, setToken] = useState<string>()
  useEffect(() => setToken(hash.slice(1)), [hash])
  const forget = () => window.history.replaceState(window.history.state, '', window.location.pathname)
  return { token, forget }
}
