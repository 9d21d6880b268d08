import { useEffect, useState, type RefObject } from 'react'

const KEY = 'listing_keys'

/**
 * Single keys for those who work through the list: `/` to the search, `j` and `k` from row to row,
 * where Enter opens. They can be turned off, for those who dictate or touch keys by accident.
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

/** Somebody types, chooses, or stands in a dialog or a menu: the key means something else there. */
const isBusy = (target: EventTarget | null): boolean =>
  (target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true], [popover]') !== null) ||
  document.querySelector('dialog[open]') !== null
