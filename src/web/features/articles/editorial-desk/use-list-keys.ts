import { useEffect, useState, type RefObject } from 'react'
import { STORAGE_KEYS } from '../../../client/storage-keys.ts'

const KEY = STORAGE_KEYS.keys

/**
 * Single-key shortcuts for the list: `/` for the search, `j` and `k` to move between rows, Enter to open.
 * They can be turned off, for people who use speech input or press keys by accident.
 */
export function useListKeys(area: RefObject<HTMLElement | null>) {
  const [on, setOn] = useState(() => typeof localStorage === 'undefined' || localStorage.getItem(KEY) !== 'off')

  useEffect(() => {
    if (!on) return
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return
      if (event.key === '/') {
        event.preventDefault()
        area.current?.querySelector<HTMLInputElement>('input[type=search]')?.select()
      } else if (event.key === 'j' || event.key === 'k') {
        const rows = [...(area.current?.querySelectorAll<HTMLElement>('.open-row') ?? [])]
        const at = rows.findIndex((row) => row.closest('tr')!.contains(document.activeElement))
        const next = at === -1 ? 0 : at + (event.key === 'j' ? 1 : -1)
        rows[Math.max(0, Math.min(next, rows.length - 1))]?.focus()
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [area, on])

  return {
    on,
    turn: (next: boolean) => {
      setOn(next)
      if (next) localStorage.removeItem(KEY)
      else localStorage.setItem(KEY, 'off')
    },
  }
}

/** The person is typing, or is in a select, a dialog or a menu, where the key has another meaning. */
const isBusy = (target: EventTarget | null): boolean =>
  (target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true], [popover]') !== null) ||
  document.querySelector('dialog[open]') !== null
