import { useEffect, useRef, useState, type FormEvent } from 'react'

const TYPING_PAUSE_MS = 400

/**
 * The search field: it searches on Enter and when typing pauses. Further typing replaces the same history
 * entry, so that Back leaves the search instead of stepping through partial words.
 */
export function useSearchTyping(q: string, search: (q: string, replace: boolean) => void) {
  const [typed, setTyped] = useState(q)
  const asked = useRef(q)
  const refining = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const latest = useRef(search)
  latest.current = search

  // The URL changed without the field: Back, or Clear filters.
  useEffect(() => {
    if (q === asked.current) return
    clearTimeout(timer.current)
    asked.current = q
    refining.current = false
    setTyped(q)
  }, [q])

  useEffect(() => () => clearTimeout(timer.current), [])

  const ask = (text: string) => {
    clearTimeout(timer.current)
    const next = text.trim()
    if (next === asked.current) return
    asked.current = next
    latest.current(next, refining.current)
    refining.current = true
  }

  return {
    typed,
    type: (text: string) => {
      setTyped(text)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => ask(text), TYPING_PAUSE_MS)
    },
    /** The field has lost focus: the next input is a new search. */
    rest: () => {
      refining.current = false
    },
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      ask(typed)
    },
  }
}
