import { useEffect } from 'react'
import { useBlocker } from 'react-router'

/**
 * Keeps what was typed from being lost unasked: a way to another page waits while `unsaved`, until it
 * is let go on (`proceed`) or given up (`reset`); closing the tab is asked about by the browser.
 */
export function useUnsaved(unsaved: boolean) {
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  return useBlocker(unsaved)
}
