import { useEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'react-router'

/**
 * A menu on a `<details>` element, which opens without scripts; with them it closes on Escape (and gets the
 * focus back), on a click outside, and when the page changes.
 */
export function useMenu(): { menu: RefObject<HTMLDetailsElement | null>; close: () => void } {
  const menu = useRef<HTMLDetailsElement>(null)
  const { pathname } = useLocation()
  const close = () => {
    if (menu.current) menu.current.open = false
  }

  useEffect(close, [pathname])

  useEffect(() => {
    const onPointer = (event: Event) => {
      if (!menu.current?.contains(event.target as Node)) close()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !menu.current?.open) return
      close()
      menu.current.querySelector('summary')?.focus()
      event.stopPropagation()
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('keydown', onKey)
    }
  }, [])

  return { menu, close }
}
