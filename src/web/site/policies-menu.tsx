import { ChevronDown } from 'lucide-react'
import { useRef, type MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { POLICY_LINKS } from './site-links.ts'
import { useMenu } from './use-menu.ts'
import { Link } from '../ui/link.tsx'

/** The menu is closed before the page changes, and a second click has to wait. */
const NAVIGATE_DELAY_MS = 10
const NAVIGATION_LOCK_MS = 300

/** The Policies & Guidelines drop-down with the eight policy pages. */
export function PoliciesMenu() {
  const { menu, close } = useMenu()
  const navigate = useNavigate()
  const locked = useRef(false)

  const choose = (event: MouseEvent, to: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (locked.current) return
    locked.current = true
    close()
    for (const open of document.querySelectorAll<HTMLDetailsElement>('details.pop[open]')) open.open = false
    setTimeout(
      () => void Promise.resolve(navigate(to)).catch((error) => console.error('Navigation failed', error)),
      NAVIGATE_DELAY_MS,
    )
    setTimeout(() => (locked.current = false), NAVIGATION_LOCK_MS)
  }

  return (
    <details className="pop" ref={menu}>
      <summary>
        Policies &amp; Guidelines <ChevronDown className="ic" aria-hidden="true" />
      </summary>
      <ul role="list">
        {POLICY_LINKS.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} onClick={(event) => choose(event, to)}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
