import { useEffect, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '../session.ts'
import { turnedAway } from './turned-away.ts'

/** Shows an area's pages to those who may see them, also when that changes while they look. */
export function Guard({ children }: { children: ReactNode }) {
  const session = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const destination = session === undefined ? null : turnedAway(pathname, session)

  useEffect(() => {
    if (destination !== null) void navigate(destination, { replace: true })
  }, [destination, navigate])

  return session && destination === null ? children : null
}
