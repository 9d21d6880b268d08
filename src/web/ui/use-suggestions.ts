import { useEffect, useRef, useState } from 'react'

/** Shorter texts match too much. */
const LETTERS_MIN = 2
const SETTLE_MS = 200

/**
 * Suggestions for what is being typed, requested shortly after the last key. Only the answer to the latest
 * request counts, in whatever order answers arrive; a failed request leaves no suggestions.
 */
export function useSuggestions<S>(suggest: (typed: string) => Promise<readonly S[]>) {
  const [suggestions, setSuggestions] = useState<readonly S[]>([])
  const latest = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const dismiss = () => {
    latest.current++
    clearTimeout(timer.current)
    setSuggestions([])
  }

  const ask = (typed: string, { atOnce = false } = {}) => {
    const text = typed.trim()
    if (text.length < LETTERS_MIN) return dismiss()
    const request = ++latest.current
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => {
        void suggest(text)
          .catch(() => [])
          .then((found) => {
            if (request === latest.current) setSuggestions(found)
          })
      },
      atOnce ? 0 : SETTLE_MS,
    )
  }

  useEffect(() => () => clearTimeout(timer.current), [])

  return { suggestions, ask, dismiss }
}
