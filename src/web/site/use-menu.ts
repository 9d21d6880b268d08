import { useEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'react-router'

/** A menu on a `<details>` element (`document/index.ts`) that also closes when the page changes. */
export function useMenu(): { menu: RefObject<HTMLDetailsElement | null>; close: () => void } {
  const menu = useRef<HTMLDetailsElement>(null)
  const { pathname } = useLocation()
  const close = () => {
    if (menu.current) menu.current.open = false
  }
  useEffect(close, [pathname])
  return { menu, close }
}
