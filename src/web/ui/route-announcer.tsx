import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import type { KEEPS_FOCUS } from './go.ts'

/**
 * Announces a navigation to screen readers, as a full page load would, and moves the focus to the start of
 * the new content.
 */
export function RouteAnnouncer() {
  const { pathname, state } = useLocation()
  const keepsFocus = (state as Partial<typeof KEEPS_FOCUS> | null)?.keepsFocus === true
  const idle = useNavigation().state === 'idle'
  const [announced, announce] = useState('')
  const first = useRef(true)

  useEffect(() => {
    if (!idle) return
    if (first.current) {
      first.current = false
      return
    }
    if (keepsFocus) return
    const timer = setTimeout(() => {
      announce(document.title)
      document.getElementById('main')?.focus({ preventScroll: true })
    }, 50)
    return () => clearTimeout(timer)
  }, [pathname, idle, keepsFocus])

  return (
    <p className="sr" aria-live="assertive">
      {announced}
    </p>
  )
}
