import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** State of a navigation that changes a list under somebody's hands: the keyboard stays where it is. */
export const KEEPS_FOCUS = { keepsFocus: true }

/**
 * Tells screen readers where a link has led, as a full page load would, and puts the keyboard at
 * the start of the new content.
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
