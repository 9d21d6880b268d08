import type { ComponentProps, MouseEvent } from 'react'
import { useLocation } from 'react-router'
import { go } from './go.ts'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** A path of the site, from its root. */
  to: string
}

/**
 * A link within the site. It is a plain `<a>`, and a click is handed to `go`: a page has some fifty links, and the
 * router's own work out their path, state and prefetching at each rendering. Use those where a link carries state.
 */
export function Link({ to, onClick, ...attributes }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !opensHere(event)) return
    event.preventDefault()
    go(to)
  }
  return <a {...attributes} href={to} onClick={follow} />
}

/** A link that is marked as current on its page and, unless `end`, on the pages below it. */
export function NavLink({ end = false, ...props }: LinkProps & { end?: boolean }) {
  const { pathname } = useLocation()
  const isCurrent = pathname === props.to || (!end && pathname.startsWith(`${props.to}/`))
  return <Link aria-current={isCurrent ? 'page' : undefined} {...props} />
}

/** Other clicks are the browser's: with another button or a key for a new tab, or on a link that names a target. */
const opensHere = ({ button, metaKey, altKey, ctrlKey, shiftKey, currentTarget }: MouseEvent<HTMLAnchorElement>) =>
  button === 0 && !(metaKey || altKey || ctrlKey || shiftKey) && ['', '_self'].includes(currentTarget.target)
