import { useEffect } from 'react'
import { useBlocker } from 'react-router'

/**
 * Guards unsaved input: navigation waits while `unsaved`, until it is confirmed (`proceed`) or cancelled
 * (`reset`); on closing the tab the browser asks.
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
