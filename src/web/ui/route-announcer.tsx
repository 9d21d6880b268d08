import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/**
 * Tells screen readers where a link has led, as a full page load would, and puts the keyboard at
 * the start of the new content.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const idle = useNavigation().state === 'idle'
  const [announced, announce] = useState('')
  const first = useRef(true)

  useEffect(() => {
    if (!idle) return
    if (first.current) {
      first.current = false
      return
    }
    const timer = setTimeout(() => {
      announce(document.title)
      document.getElementById('main')?.focus({ preventScroll: true })
    }, 50)
    return () => clearTimeout(timer)
  }, [pathname, idle])

  return (
    <p className="sr" aria-live="assertive">
      {announced}
    </p>
  )
}
