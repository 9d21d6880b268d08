import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { areSingleKeysOn, SINGLE_KEYS, writeItem } from '../client/storage.ts'

/** What single keys do, by their names. */
export type Shortcuts = Readonly<Record<string, () => void>>

/**
 * The keyboard shortcuts of a page: single keys where nobody is typing, and Ctrl+Enter (`send`) everywhere. People
 * who use speech input or press keys by accident can turn single keys off, for all pages of this device; where the
 * browser stores nothing they are on.
 */
export function useShortcuts(single: Shortcuts, send?: () => void) {
  const [on, setOn] = useState(areSingleKeysOn)
  const latest = useRef({ single, send, on })
  latest.current = { single, send, on }

  // Before the page is painted: someone may press a key the moment they see it.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || document.querySelector('dialog[open]')) return
      // It has closed a menu.
      if (event.key === 'Escape' && event.defaultPrevented) return
      const { single, send, on } = latest.current
      const isChord = event.ctrlKey || event.metaKey
      let act: (() => void) | undefined
      if (event.key === 'Enter' && isChord) act = event.repeat ? undefined : send
      else if (on && !isChord && !event.altKey && !isTyping(event.target) && Object.hasOwn(single, event.key)) {
        act = single[event.key]
      }
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  return {
    on,
    turn: (next: boolean) => {
      setOn(next)
      writeItem(SINGLE_KEYS, next ? null : 'off')
    },
  }
}

/** Or in something where the key has another meaning: a select, a menu, the pages of a file. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [popover], iframe',
  ) !== null

/** What further keys of a list do, with the row that has the focus, if any. */
export type RowKeys = Readonly<Record<string, (row: HTMLElement | null) => void>>

const NO_MORE: RowKeys = {}

/**
 * The shortcuts of a list: `/` for the search, `j` and `k` to move between rows, Enter to open, and those in `more`.
 * In each row one element matches `opener` and gets the focus.
 */
export function useListShortcuts(area: RefObject<HTMLElement | null>, opener = '.open-row', more: RowKeys = NO_MORE) {
  const openers = () => [...(area.current?.querySelectorAll<HTMLElement>(opener) ?? [])]
  const rowOf = (each: HTMLElement | undefined) => each?.closest('tr') ?? null
  const focused = (all: HTMLElement[]) => all.findIndex((each) => rowOf(each)?.contains(document.activeElement))
  const move = (by: 1 | -1) => {
    const all = openers()
    const at = focused(all)
    const next = at === -1 ? 0 : at + by
    all[Math.max(0, Math.min(next, all.length - 1))]?.focus()
  }
  return useShortcuts({
    '/': () => area.current?.querySelector<HTMLInputElement>('input[type=search]')?.select(),
    j: () => move(1),
    k: () => move(-1),
    ...Object.fromEntries(
      Object.entries(more).map(([key, act]) => [
        key,
        () => {
          const all = openers()
          act(rowOf(all[focused(all)]))
        },
      ]),
    ),
  })
}
