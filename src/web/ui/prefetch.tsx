import { useEffect, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'

/** Links are passed by the pointer on its way elsewhere. */
const INTENT_MS = 100

/** Loads the scripts of the page whose link somebody points at or has reached by keyboard: one watcher for all links. */
export function Prefetch() {
  const [page, setPage] = useState<string>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const notice = ({ type, target }: Event) => {
      clearTimeout(timer)
      const path = (target as Element).closest('a[href^="/"]')?.getAttribute('href')
      if (path) timer = setTimeout(() => setPage(path), type === 'touchstart' ? 0 : INTENT_MS)
    }
    const events = ['mouseover', 'focusin', 'touchstart']
    for (const event of events) document.addEventListener(event, notice, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const event of events) document.removeEventListener(event, notice)
    }
  }, [])
  return page ? <PrefetchPageLinks page={page} /> : null
}
