import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * What one call answers, for a part of a page or a dialog that loads by itself. It is asked anew when `key`
 * changes; `of` tells for which key `answer` is. Of several calls under way the last counts.
 */
export function useAnswer<T>(ask: () => Promise<T>, key = '') {
  const [answer, setAnswer] = useState<T | null>(null)
  const [of, setOf] = useState(key)
  const [failed, setFailed] = useState(false)
  const latest = useRef(ask)
  latest.current = ask
  const turn = useRef(0)

  /** Asks once more; what has been answered stays until then. */
  const reload = useCallback(async () => {
    const mine = ++turn.current
    const outcome = await latest.current().then(
      (answer) => ({ answer, failed: false }),
      () => ({ answer: null, failed: true }),
    )
    if (mine !== turn.current) return
    setAnswer(outcome.answer)
    setFailed(outcome.failed)
    setOf(key)
  }, [key])

  const giveUp = useCallback(() => void ++turn.current, [])

  useEffect(() => {
    void reload()
    return giveUp
  }, [reload, giveUp])

  /** Puts a failure away and asks once more. */
  const tryAgain = () => {
    setFailed(false)
    void reload()
  }
  return { answer, of, failed, reload, tryAgain }
}
