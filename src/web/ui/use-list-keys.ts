import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { SINGLE_KEYS } from '../client/storage-keys.ts'

const KEY = SINGLE_KEYS

/** What further keys do, with the row that has the focus, if any. */
export type RowKeys = Readonly<Record<string, (row: HTMLElement | null) => void>>

const NO_MORE: RowKeys = {}

/**
 * Single-key shortcuts for a list: `/` for the search, `j` and `k` to move between rows, Enter to open, and those
 * in `more`. They can be turned off, for people who use speech input or press keys by accident. In each row one
 * element matches `opener` and gets the focus.
 */
export function useListKeys(area: RefObject<HTMLElement | null>, opener = '.open-row', more: RowKeys = NO_MORE) {
  const [on, setOn] = useState(() => typeof localStorage === 'undefined' || localStorage.getItem(KEY) !== 'off')
  const latest = useRef(more)
  latest.current = more

  // Before the list is painted: somebody may press a key the moment they see it.
  useLayoutEffect(() => {
    if (!on) return
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return
      const openers = [...(area.current?.querySelectorAll<HTMLElement>(opener) ?? [])]
      const at = openers.findIndex((each) => each.closest('tr')!.contains(document.activeElement))
      if (event.key === '/') {
        event.preventDefault()
        area.current?.querySelector<HTMLInputElement>('input[type=search]')?.select()
      } else if (event.key === 'j' || event.key === 'k') {
        const next = at === -1 ? 0 : at + (event.key === 'j' ? 1 : -1)
        openers[Math.max(0, Math.min(next, openers.length - 1))]?.focus()
      } else if (Object.hasOwn(latest.current, event.key)) {
        event.preventDefault()
        latest.current[event.key]!(openers[at]?.closest('tr') ?? null)
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [area, opener, on])

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
