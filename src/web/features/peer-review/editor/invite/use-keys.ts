import { SINGLE_KEYS } from '../../../../client/storage-keys.ts'
import { useEffect, useRef } from 'react'

/** The setting of Research Listings, for people who use speech input or press keys by accident. */
const areSingleKeysOn = (): boolean => {
  try {
    return localStorage.getItem(SINGLE_KEYS) !== 'off'
  } catch {
    return true
  }
}

/** `/` goes to the search, Ctrl and Enter send. */
export function useKeys({ find, send }: { find: () => void; send: () => void }): void {
  const act = useRef({ find, send })
  act.current = { find, send }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]') || event.isComposing) return
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        act.current.send()
      } else if (event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)) {
        if (!areSingleKeysOn()) return
        event.preventDefault()
        act.current.find()
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select, [popover]') !== null
