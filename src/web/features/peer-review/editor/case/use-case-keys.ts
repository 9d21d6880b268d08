import { useEffect, useRef } from 'react'
import { SINGLE_KEYS } from '../../../../client/storage-keys.ts'
import { go } from '../../../../ui/go.ts'

/** Runs what a single key stands for, unless the person is typing, is in a dialog, or has switched single keys off. */
export function useCaseKeys(keys: Readonly<Record<string, (() => void) | string | null>>): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    if (localStorage.getItem(SINGLE_KEYS) === 'off') return
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isBusy(event.target)) return
      const action = latest.current[event.key]
      if (!action) return
      event.preventDefault()
      if (typeof action === 'string') go(action)
      else action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

const isBusy = (target: EventTarget | null): boolean =>
  (target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true], [popover], iframe') !==
      null) ||
  document.querySelector('dialog[open]') !== null
