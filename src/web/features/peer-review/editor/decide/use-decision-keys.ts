import { SINGLE_KEYS } from '../../../../client/storage-keys.ts'
import { useEffect, useRef } from 'react'

/** Where people have turned off single keys, on the page of Research Listings, they are off here too. */
const KEY = SINGLE_KEYS

/**
 * The keys of the page: single ones where nobody is typing, and Ctrl+Enter everywhere. They are looked up when
 * one is pressed.
 */
export function useDecisionKeys(single: Record<string, () => void>, sendNow?: () => void): void {
  const latest = useRef({ single, sendNow })
  latest.current = { single, sendNow }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || event.repeat || document.querySelector('dialog[open]')) return
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        if (!latest.current.sendNow) return
        event.preventDefault()
        latest.current.sendNow()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (localStorage.getItem(KEY) === 'off' || !Object.hasOwn(latest.current.single, event.key)) return
      event.preventDefault()
      latest.current.single[event.key]!()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [popover]') !==
    null
