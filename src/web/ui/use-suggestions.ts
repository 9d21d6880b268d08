import { useEffect, useRef, useState } from 'react'

/** Fewer letters name too much. */
const LETTERS_MIN = 2
const SETTLE_MS = 200

/**
 * Suggestions for what is being typed, asked for a moment after the last key. Only the answer to the
 * last question counts, whichever comes last; none at all, or a failure, leaves no suggestions.
 */
export function useSuggestions<S>(suggest: (typed: string) => Promise<readonly S[]>) {
  const [suggestions, setSuggestions] = useState<readonly S[]>([])
  const question = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const dismiss = () => {
    question.current++
    clearTimeout(timer.current)
    setSuggestions([])
  }

  const ask = (typed: string, { atOnce = false } = {}) => {
    const text = typed.trim()
    if (text.length < LETTERS_MIN) return dismiss()
    const asked = ++question.current
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => {
        void suggest(text)
          .catch(() => [])
          .then((found) => {
            if (asked === question.current) setSuggestions(found)
          })
      },
      atOnce ? 0 : SETTLE_MS,
    )
  }

  useEffect(() => () => clearTimeout(timer.current), [])

  return { suggestions, ask, dismiss }
}
