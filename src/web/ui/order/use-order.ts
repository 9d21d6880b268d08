import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { placeWords } from '../../../contract/rules/site/places.ts'

/** Something in an order, as it is named aloud. */
export interface Ordered {
  id: string
  name: string
}

export const HOW_TO_ORDER = 'Drag, type a place, or press Alt with an arrow key.'

/**
 * A list whose order people change by dragging, by the keyboard, by a number, or by buttons. `onMove` gets the new place,
 * counted from 0; `say` what is read out. The element of the list has `ref`, each row `row(id)`.
 */
export function useOrder({
  items,
  list,
  onMove,
  say,
  words = (item, to) => placeWords(item.name, to + 1, items.length, list),
}: {
  items: readonly Ordered[]
  /** The name of the list, where there are several. */
  list?: string
  /** What is read out of a new place, where it is more than a number. */
  words?: (item: Ordered, to: number) => string
  onMove: (id: string, to: number) => void
  say: (words: string) => void
}) {
  const area = useRef<HTMLElement | null>(null)
  const [dragged, setDragged] = useState<{ id: string; to: number } | null>(null)
  const [lifted, setLifted] = useState<string | null>(null)
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])

  const placeOf = (id: string) => items.findIndex((item) => item.id === id)
  const move = (id: string, wanted: number) => {
    const from = placeOf(id)
    const item = items[from]
    if (!item) return
    const to = Math.max(0, Math.min(wanted, items.length - 1))
    setLifted(id)
    say(words(item, to))
    if (to !== from) onMove(id, to)
  }
  // The listeners of a drag outlive the render in which it began.
  const latest = useRef(move)
  latest.current = move

  const onKeyDown = (id: string) => (event: KeyboardEvent) => {
    const onHandle = event.target instanceof Element && event.target.closest('.grip') !== null
    const to = targetOf(event, onHandle, placeOf(id), items.length)
    if (to === null) return
    event.preventDefault()
    // A row may be within a row of another list.
    event.stopPropagation()
    move(id, to)
  }

  const onPointerDown = (id: string) => (event: PointerEvent) => {
    if (event.button !== 0 || !area.current) return
    const element = area.current
    let to = placeOf(id)
    const onPointerMove = (moved: globalThis.PointerEvent) => {
      moved.preventDefault()
      const others = [...element.querySelectorAll<HTMLElement>(':scope > [data-row]')].filter(
        (row) => row.dataset.row !== id,
      )
      to = others.filter((row) => middleOf(row) < moved.clientY).length
      setDragged({ id, to })
      scrollAtEdge(moved.clientY)
    }
    const end = () => {
      document.removeEventListener('pointermove', onPointerMove)
      document.removeEventListener('pointerup', drop)
      document.removeEventListener('pointercancel', end)
      document.removeEventListener('keydown', onEscape, true)
      setDragged(null)
    }
    const drop = () => {
      end()
      if (to !== placeOf(id)) latest.current(id, to)
    }
    const onEscape = (pressed: globalThis.KeyboardEvent) => {
      if (pressed.key !== 'Escape') return
      pressed.preventDefault()
      pressed.stopPropagation()
      end()
    }
    document.addEventListener('pointermove', onPointerMove)
    document.addEventListener('pointerup', drop)
    document.addEventListener('pointercancel', end)
    document.addEventListener('keydown', onEscape, true)
    stop.current = end
  }

  const row = (id: string) => ({
    'data-row': id,
    'data-drop': dragged && dropMark(dragged, placeOf(id), placeOf(dragged.id)),
    className: (dragged?.id ?? lifted) === id ? 'lifted' : undefined,
    onKeyDown: onKeyDown(id),
    onBlur: () => setLifted(null),
  })

  return {
    ref: (element: HTMLElement | null) => void (area.current = element),
    row,
    /** What the controls of a row need. */
    controls: (item: Ordered) => ({
      name: item.name,
      place: placeOf(item.id),
      count: items.length,
      onPlace: (to: number) => move(item.id, to),
      onPointerDown: onPointerDown(item.id),
    }),
  }
}

/** Where a key moves a row: Alt with an arrow, or with Home and End; on the handle Home and End alone as well. */
function targetOf({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, onHandle: boolean, from: number, count: number) {
  if (ctrlKey || metaKey) return null
  if (key === 'Home' && (altKey || onHandle)) return 0
  if (key === 'End' && (altKey || onHandle)) return count - 1
  if (!altKey) return null
  return key === 'ArrowUp' ? from - 1 : key === 'ArrowDown' ? from + 1 : null
}

/** The edge of a row at which the dragged one would come to lie. */
function dropMark({ to }: { to: number }, place: number, from: number): 'before' | 'after' | undefined {
  if (to === from || place !== to) return undefined
  return to < from ? 'before' : 'after'
}

function middleOf(row: HTMLElement): number {
  const { top, height } = row.getBoundingClientRect()
  return top + height / 2
}

const EDGE = 64
const STEP = 16

function scrollAtEdge(y: number): void {
  if (y < EDGE) window.scrollBy(0, -STEP)
  else if (y > window.innerHeight - EDGE) window.scrollBy(0, STEP)
}
