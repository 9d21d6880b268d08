import { useEffect, useRef } from 'react'

/** Does something once no button of a mouse is pressed: what is under it must not move before the click. */
export function useAfterPress(): (work: () => void) => void {
  const isPressed = useRef(false)
  useEffect(() => {
    const follow = ({ type }: Event) => {
      isPressed.current = type === 'pointerdown'
    }
    const kinds = ['pointerdown', 'pointerup', 'pointercancel'] as const
    for (const kind of kinds) window.addEventListener(kind, follow, { capture: true })
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, follow, { capture: true })
    }
  }, [])
  return (work) => {
    if (!isPressed.current) return work()
    const ends = new AbortController()
    const end = () => {
      ends.abort()
      // The click comes with the release, before anything that is put off.
      setTimeout(work)
    }
    for (const kind of ['pointerup', 'pointercancel']) window.addEventListener(kind, end, { signal: ends.signal })
  }
}
