import { useEffect, useRef, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../../client/session.ts'
import { homeOf } from './home-of.ts'

/** Redirects people who are already signed in to their dashboard. */
export function OnlySignedOut({ children }: { children: ReactNode }) {
  const session = useSession()
  const navigate = useNavigate()
  const arrived = useRef(false)
  useEffect(() => {
    if (session === undefined || arrived.current) return
    arrived.current = true
    if (session) void navigate(homeOf(session.user.role), { replace: true })
  }, [session, navigate])
  return children
}
